import { bundleFolderOf, bundleOf } from './bundle-place.ts';
import { isBundleFresh } from './bundle-stamp.ts';
import { mainOf } from './run-migrations.ts';
import type { Program } from './services.ts';

/** The program of a service that starts soonest: its bundle if it was made of the sources as they are, otherwise its source. */
export function quickestProgramOf(program: Program): string {
  return isBundleFresh(bundleFolderOf(program)) ? bundleOf(program) : mainOf(program);
}
