import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { importsAreClean } from './lint/check-imports.ts';
import { rolesAreKnown } from './lint/file-roles.ts';
import { OXLINT_ARGUMENTS } from './lint/oxlint.ts';
import { refreshProjectGraph } from './lint/project-graph.ts';

const root = join(import.meta.dirname, '..');
const require = createRequire(import.meta.url);
const programOf = (name: string, path: string): string => join(dirname(require.resolve(`${name}/package.json`)), path);
const eslint = programOf('eslint', 'bin/eslint.js');
const oxlint = programOf('oxlint', 'bin/oxlint');
const prettier = programOf('prettier', 'bin/prettier.cjs');

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

await refreshProjectGraph();
const flags = process.argv.slice(2).filter((argument) => argument.startsWith('-'));
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const folders = named.length > 0 ? named : ['apps', 'libs', 'tools', 'bench'];
// Nx's rule keeps the graph in memory only when it sees ESLint's own command line, hence a child and not its API.
const clean = await run(eslint, ['--max-warnings=0', '--no-error-on-unmatched-pattern', ...flags, ...folders]);
const awaited = await run(oxlint, [...OXLINT_ARGUMENTS, ...folders]);
const formatted = await run(prettier, [
  flags.includes('--fix') ? '--write' : '--check',
  '--log-level=warn',
  ...folders.map((folder) => `${folder}/**/*.{ts,mjs,js}`),
  ...(named.length > 0 ? [] : ['*.{js,mjs}']),
]);
const acyclic = importsAreClean(root);
const inRoles = rolesAreKnown(root);
process.exit(clean && awaited && formatted && acyclic && inRoles ? 0 : 1);
