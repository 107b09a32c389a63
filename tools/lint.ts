import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { importsAreClean } from './lint/check-imports.ts';
import { refreshProjectGraph } from './lint/project-graph.ts';

const root = join(import.meta.dirname, '..');
const require = createRequire(import.meta.url);
const eslint = join(dirname(require.resolve('eslint/package.json')), 'bin/eslint.js');
const prettier = join(dirname(require.resolve('prettier/package.json')), 'bin/prettier.cjs');

function run(program: string, args: string[]): boolean {
  const { status } = spawnSync(process.execPath, [program, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NX_DAEMON: 'false' },
  });
  return status === 0;
}

await refreshProjectGraph();
const flags = process.argv.slice(2).filter((argument) => argument.startsWith('-'));
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const folders = named.length > 0 ? named : ['apps', 'libs', 'tools', 'bench'];
// Nx's rule keeps the graph in memory only when it sees ESLint's own command line, hence a child and not its API.
const clean = run(eslint, ['--max-warnings=0', '--no-error-on-unmatched-pattern', ...flags, ...folders]);
const formatted = run(prettier, [
  flags.includes('--fix') ? '--write' : '--check',
  '--log-level=warn',
  ...folders.map((folder) => `${folder}/**/*.{ts,mjs,js}`),
  ...(named.length > 0 ? [] : ['*.{js,mjs}']),
]);
const acyclic = importsAreClean(root);
process.exit(clean && formatted && acyclic ? 0 : 1);
