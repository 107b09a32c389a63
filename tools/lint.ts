import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { importsAreClean } from './lint/check-imports.ts';
import { refreshProjectGraph } from './lint/project-graph.ts';

const root = join(import.meta.dirname, '..');
const require = createRequire(import.meta.url);
const eslint = join(dirname(require.resolve('eslint/package.json')), 'bin/eslint.js');
const prettier = join(dirname(require.resolve('prettier/package.json')), 'bin/prettier.cjs');
/** Two children need less than 6 GiB together. */
const AT_A_TIME = 2;

/** Whether the program found nothing to complain of. What it prints goes to this terminal. */
function run(program: string, args: string[]): Promise<boolean> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NX_DAEMON: 'false' },
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (status) => resolve(status === 0));
  });
}

/** The folders in parts of which each fits into one heap with the types it uses; all of them together do not. */
function partsOf(folders: string[]): string[][] {
  return folders.flatMap((folder) => {
    if (folder !== 'apps' && folder !== 'libs') return [[folder]];
    const packages = readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
    if (folder === 'apps') return packages.map((name) => [name]);
    return [['libs/contracts'], packages.filter((name) => name !== 'libs/contracts')];
  });
}

// Nx's rule keeps the graph in memory only when it sees ESLint's own command line, hence children and not its API.
async function lintIsClean(folders: string[], flags: string[]): Promise<boolean> {
  const parts = partsOf(folders);
  let clean = true;
  const worker = async (): Promise<void> => {
    for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
      clean = (await run(eslint, ['--max-warnings=0', '--no-error-on-unmatched-pattern', ...flags, ...part])) && clean;
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  return clean;
}

await refreshProjectGraph();
const flags = process.argv.slice(2).filter((argument) => argument.startsWith('-'));
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const folders = named.length > 0 ? named : ['apps', 'libs', 'tools', 'bench'];
const clean = await lintIsClean(folders, flags);
const formatted = await run(prettier, [
  flags.includes('--fix') ? '--write' : '--check',
  '--log-level=warn',
  ...folders.map((folder) => `${folder}/**/*.{ts,mjs,js}`),
  ...(named.length > 0 ? [] : ['*.{js,mjs}']),
]);
const acyclic = importsAreClean(root);
process.exit(clean && formatted && acyclic ? 0 : 1);
