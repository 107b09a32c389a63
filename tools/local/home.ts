import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { repositoryRoot } from './repository-root.ts';

/** The folder that holds all that one stack keeps between two starts. */
export interface Home {
  path: string;
  /** The path of something in the home. */
  file(...names: string[]): string;
}

/** Which home this environment means: PSA_HOME, else `.psa` in the checkout. */
export function homePath(env: NodeJS.ProcessEnv = process.env): string {
  return env.PSA_HOME ? resolve(env.PSA_HOME) : join(repositoryRoot, '.psa');
}

/** Names the files of a home without touching the disk. */
export function homeAt(path: string): Home {
  return { path, file: (...names) => join(path, ...names) };
}

/** Creates what is missing of a home. */
export function openHome(path: string): Home {
  const home = homeAt(path);
  if (!existsSync(path)) {
    mkdirSync(path, { recursive: true });
    // Others may pass through but not look around: Postgres runs as a user of its own when we are root.
    chmodSync(path, 0o711);
  }
  mkdirSync(home.file('logs'), { recursive: true, mode: 0o700 });
  mkdirSync(home.file('run'), { recursive: true, mode: 0o700 });
  return home;
}
