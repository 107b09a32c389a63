import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
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
// Nx's rule keeps the graph in memory only when it sees ESLint's own command line, hence a child and not its API.
const clean = run(eslint, [
  '--max-warnings=0',
  '--no-error-on-unmatched-pattern',
  ...process.argv.slice(2),
  'apps',
  'libs',
  'tools',
  'bench',
]);
const formatted = run(prettier, [
  process.argv.includes('--fix') ? '--write' : '--check',
  '--log-level=warn',
  '{apps,libs,tools,bench}/**/*.{ts,mjs,js}',
  '*.{js,mjs}',
]);
process.exit(clean && formatted ? 0 : 1);
