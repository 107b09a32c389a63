import { existsSync, globSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { postgresBinaries } from './postgres-binaries.ts';
import { postgresMajor } from './postgres-major.ts';

/** Postgres' programs for backups, and a server they know. */
export interface PostgresTools {
  /** Folder of `createdb`, `pg_dump` and `pg_restore`. */
  readonly bin: string;
  /** Folder with the server's `bin`. */
  readonly server: string;
}

/** Where packages put them; on Debian, those on the PATH choose a version by themselves, and have no server beside them. */
const FOLDERS = ['/usr/lib/postgresql/*/bin', '/usr/pgsql-*/bin', '/opt/homebrew/opt/postgresql@*/bin', '/usr/local/opt/postgresql@*/bin'];

const TOOLS = ['createdb', 'pg_dump', 'pg_restore'];

/**
 * Finds the programs for backups, which the package that brings the server leaves out. They refuse servers newer than themselves: then a server
 * of their own version has to be beside them.
 */
export async function findPostgresTools(path = process.env.PATH ?? ''): Promise<PostgresTools | undefined> {
  const folders = [...globSync(FOLDERS).toSorted().toReversed(), ...path.split(delimiter).filter(Boolean)];
  const packaged = postgresBinaries();
  const packagedMajor = await postgresMajor(join(packaged, 'bin', 'postgres'));
  for (const bin of folders.filter((folder) => has(folder, TOOLS))) {
    if ((await postgresMajor(join(bin, 'pg_dump'))) >= packagedMajor) return { bin, server: packaged };
    if (has(bin, ['initdb', 'postgres'])) return { bin, server: dirname(bin) };
  }
  return undefined;
}

function has(folder: string, programs: readonly string[]): boolean {
  return programs.every((program) => existsSync(join(folder, program)));
}
