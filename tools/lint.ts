import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { refreshProjectGraph } from './lint/project-graph.ts';

const eslint = join(dirname(createRequire(import.meta.url).resolve('eslint/package.json')), 'bin/eslint.js');

await refreshProjectGraph();
// Nx's rule keeps the graph in memory only when it sees ESLint's own command line, hence a child and not its API.
const { status } = spawnSync(
  process.execPath,
  [eslint, '--max-warnings=0', '--no-error-on-unmatched-pattern', ...process.argv.slice(2), 'apps', 'libs', 'tools', 'bench'],
  { cwd: join(import.meta.dirname, '..'), stdio: 'inherit', env: { ...process.env, NX_DAEMON: 'false' } },
);
process.exit(status ?? 1);
