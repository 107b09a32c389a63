import { join } from 'node:path';
import { repositoryRoot } from './repository-root.ts';
import type { Program } from './services.ts';

/** All bundles. Below node_modules, so that packages left out of a bundle are found from it. */
export const bundlesFolder = join(repositoryRoot, 'node_modules/.cache/psa');

/** The folder of a program's bundle. */
export function bundleFolderOf({ name }: Program): string {
  return join(bundlesFolder, name);
}

/** Where a program's bundle is once it was made. */
export function bundleOf(program: Program): string {
  return join(bundleFolderOf(program), 'main.mjs');
}
