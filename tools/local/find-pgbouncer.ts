import { cpSync, existsSync, globSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, unpackPackages } from './apt-packages.ts';
import { findOnPath } from './find-on-path.ts';
import { runCommand } from './run-command.ts';

/** How to run PgBouncer on this machine. */
export interface FoundPgBouncer {
  readonly path: string;
  /** Where the libraries are that came with it, if they did. */
  readonly libraries?: string;
}

/**
 * Finds PgBouncer: installed, else fetched by apt and kept.
 * @param folder where a fetched one is put: who it runs as may not enter the cache
 * @returns undefined when there is none
 */
export async function findPgBouncer(
  folder: string,
  say: (line: string) => void,
  signal?: AbortSignal,
): Promise<FoundPgBouncer | undefined> {
  const installed = findOnPath('pgbouncer', ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin', '/usr/local/bin']);
  if (installed !== undefined) return { path: installed };
  const kept = join(cacheFolder(), 'pgbouncer');
  if (!existsSync(kept)) {
    say('Fetching PgBouncer with apt…');
    await unpackPackages(['pgbouncer', ...(await librariesOf('pgbouncer', signal))], (content) => renameSync(content, kept), { signal });
  }
  if (!existsSync(kept)) return undefined;
  cpSync(join(kept, 'usr'), folder, { recursive: true, verbatimSymlinks: true });
  const [libraries = ''] = globSync(join(folder, 'lib', '*-linux-gnu'));
  return { path: join(folder, 'sbin', 'pgbouncer'), libraries };
}

/** What a bare system lacks of what it is linked to; the others every Debian has. */
async function librariesOf(name: string, signal?: AbortSignal): Promise<string[]> {
  const { output } = await runCommand('apt-cache', ['depends', name], { signal });
  return [...output.matchAll(/Depends: (lib(?:event|c-ares)\S*)/g)].map(([, library = '']) => library);
}
