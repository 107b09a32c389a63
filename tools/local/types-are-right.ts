import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { repositoryRoot } from './repository-root.ts';

/**
 * Whether TypeScript finds nothing wrong in the project: a tsconfig.json or its folder. Prints what it finds.
 * ESLint needs the compiler of version 6, written in JavaScript: that one comes to the end of its heap over all packages at once.
 * The native one needs a third of the time; each further checker would load the types of the whole product once more.
 */
export function typesAreRight(project: string, flags: readonly string[] = []): boolean {
  const tsc = join(repositoryRoot, 'node_modules/typescript-native/bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', project, '--checkers', '1', ...flags], {
    cwd: repositoryRoot,
    stdio: 'inherit',
  });
  return status === 0;
}
