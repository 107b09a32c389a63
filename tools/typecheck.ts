import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { repositoryRoot } from './local/repository-root.ts';

const tsc = join(repositoryRoot, 'node_modules', 'typescript', 'bin', 'tsc');
const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.json', ...process.argv.slice(2)], {
  cwd: repositoryRoot,
  stdio: 'inherit',
});
process.exit(status ?? 1);
