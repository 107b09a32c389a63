import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { compileStrictly } from '../clients/compile-strictly.ts';
import { installClient } from '../clients/install-client.ts';
import type { ProductAddress } from '../clients/product-address.ts';
import { repositoryRoot } from '../local/repository-root.ts';
import { guideBlocks } from './guide-blocks.ts';
import { runGuide } from './run-guide.ts';

const GUIDES = join(repositoryRoot, 'docs/guides');

/** Everything in the guides that can be run, against a running product: each guide has a tenant of its own. */
export function guideTests(product: () => ProductAddress): void {
  describe('the guide', () => {
    const names = readdirSync(GUIDES)
      .filter((file) => file.endsWith('.md'))
      .map((file) => file.slice(0, -'.md'.length));
    const textOf = (name: string) => readFileSync(join(GUIDES, `${name}.md`), 'utf8');
    let folder: string;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'psa-guides-'));
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
      await installClient(product().baseUrl, folder);
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it.each(names)(
      '%s does what it says',
      async (name) => {
        const API_KEY = await product().newKey(`guide-${name}`);
        expect(guideBlocks(textOf(name)).length).toBeGreaterThan(2);
        expect(await runGuide(textOf(name), name, folder, { BASE_URL: product().baseUrl, API_KEY })).toEqual([]);
      },
      120_000,
    );

    it('of each kind compiles strictly', async () => {
      const programs = readdirSync(folder).filter((file) => file.endsWith('.ts'));
      expect(programs.length).toBeGreaterThan(names.length);
      expect(await compileStrictly(folder, programs, 'node16')).toBe('');
    }, 120_000);

    it.each(names)('%s leads nowhere that is not there', (name) => {
      const links = [...textOf(name).matchAll(/\]\(([\w-]+)\.md(?:#[\w-]+)?\)/g)].map(([, target]) => target);
      expect(links.filter((target) => !names.includes(target as string))).toEqual([]);
    });
  });
}
