import { describe, expect, it } from '@jest/globals';
import { events } from '@psa/contracts-product';
import { build } from 'esbuild';
import { repositoryRoot } from './repository-root.ts';

/** What a service tells of, by its domain. */
const domains = Map.groupBy(events, ({ domain }) => domain);

describe('the bundle of a service', () => {
  // An event nobody declared counts as one of a newer version, and waits as a dead letter for ever.
  it.each([...domains.keys()])('holds every event of %s, whichever of them it reacts to', async (domain) => {
    const { outputFiles } = await build({
      stdin: { contents: `import '@psa/contracts-${domain}';`, resolveDir: repositoryRoot },
      bundle: true,
      platform: 'node',
      format: 'esm',
      write: false,
      logLevel: 'silent',
    });
    const [bundle] = outputFiles;
    const missing = (domains.get(domain) ?? []).filter(
      ({ name }) => !bundle!.text.includes(`'${name}'`) && !bundle!.text.includes(`"${name}"`),
    );
    expect(missing.map(({ name }) => name)).toEqual([]);
  });
});
