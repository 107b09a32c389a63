import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '../local/repository-root.ts';
import { mutationModules } from './modules.ts';

const filesOf = (glob: string) => globSync(glob.replace(/^!/, ''), { cwd: repositoryRoot });

describe.each(mutationModules)('the mutation tests of $name', ({ mutate, tests }) => {
  it.each([...mutate, ...tests])('find %s', (glob) => {
    expect(filesOf(glob)).not.toEqual([]);
  });

  it('need neither a database nor a broker', () => {
    const usesServers = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8').includes('@psa/test-kit');
    expect(tests.flatMap(filesOf).filter(usesServers)).toEqual([]);
  });
});
