import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '../../local/repository-root.ts';
import { temporaryFolders } from '../temporary-folders.ts';

describe('running a test file', () => {
  const temporaryFolder = temporaryFolders();

  it('passes what passes, fails what throws and what nobody caught, and skips what was not asked for', () => {
    const results = run({
      'one.test.ts': `
        it('passes', () => expect(1).toBe(1));
        it('throws', () => expect(1).toBe(2));
        it('leaves an error behind', async () => {
          setTimeout(() => { throw new Error('nobody caught it'); });
          await new Promise((resolve) => setTimeout(resolve, 50));
        });
        it('takes too long', () => new Promise(() => {}), 20);`,
    });
    expect(results).toMatchObject([
      { fullName: 'passes', status: 'passed', failureMessages: [] },
      { fullName: 'throws', status: 'failed', failureMessages: [expect.stringContaining('Expected: ')] },
      { fullName: 'leaves an error behind', status: 'failed', failureMessages: [expect.stringContaining('nobody caught it')] },
      { fullName: 'takes too long', status: 'failed', failureMessages: [expect.stringContaining('Exceeded timeout of 20 ms')] },
    ]);
  });

  it('puts back what a file changed in the process before the next begins', () => {
    const change = `
      process.env.HOME_OF_A_TEST = 'changed';
      process.env.PATH = 'changed';
      jest.spyOn(Date, 'now').mockReturnValue(1);`;
    const look = `it('finds', () => expect([process.env.HOME_OF_A_TEST, process.env.PATH, Date.now()]).not.toEqual(expect.arrayContaining(['changed'])));`;
    const results = run({ 'a.test.ts': `${change}\n${look.replace('.not', '')}`, 'b.test.ts': look });
    expect(results.map(({ status }) => status)).toEqual(['passed', 'passed']);
  });

  it('gives an isolated file modules of its own', () => {
    const count = "import { counter } from './counter.ts';\nit('counts', () => expect(++counter.count).toBe(1));";
    const results = run({ 'counter.ts': 'export const counter = { count: 0 };', 'a.test.ts': count, 'b.isolated.test.ts': count });
    expect(results.map(({ status }) => status)).toEqual(['passed', 'passed']);
  });

  /** Runs files in one process, one after the other by their names. */
  function run(files: Readonly<Record<string, string>>): { fullName: string; status: string; failureMessages: string[] }[] {
    const root = temporaryFolder();
    for (const [name, source] of Object.entries(files))
      writeFileSync(join(root, name), `import { expect, it, jest } from '@jest/globals';\nvoid jest;\n${source}`);
    const { stdout } = spawnSync(
      process.execPath,
      [
        join(repositoryRoot, 'node_modules/jest/bin/jest.js'),
        '--config',
        JSON.stringify({
          rootDir: root,
          testMatch: ['**/*.test.ts'],
          transform: {},
          testRunner: join(import.meta.dirname, 'run-test-file.ts'),
        }),
        '--runInBand',
        '--json',
      ],
      { cwd: root, encoding: 'utf8' },
    );
    const { testResults } = JSON.parse(stdout) as { testResults: { name: string; assertionResults: ReturnType<typeof run> }[] };
    return testResults.sort((a, b) => a.name.localeCompare(b.name)).flatMap(({ assertionResults }) => assertionResults);
  }
});
