import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Home } from './home.ts';
import type { OsUser } from './postgres-user.ts';
import { Refusal } from './refusal.ts';
import { runCommand } from './run-command.ts';

/** Where Postgres keeps its files and finds its programs. */
export interface PostgresPlace {
  /** Holds `data`, and belongs to the user Postgres runs as. */
  folder: string;
  /** Holds `bin`, `lib` and `share`. */
  binaries: string;
}

/**
 * Chooses a place that Postgres' user can reach. Inside somebody's private folder (mode 0700, as /root is) it can reach
 * nothing, however the home itself is set, and opening that folder to others is not ours to decide.
 */
export async function postgresPlace(home: Home, binaries: string, user: OsUser | undefined): Promise<PostgresPlace> {
  const inside = home.file('postgres');
  if (user === undefined) {
    mkdirSync(inside, { recursive: true, mode: 0o700 });
    return { folder: inside, binaries };
  }
  return {
    folder: (await insideIfReachable(inside, user)) ?? (await linkedFolder(inside, outsideFolder(home), user)),
    binaries: (await canRun(user, binaries)) ? binaries : await copyBinaries(binaries, outsideFolder(home)),
  };
}

/** Every path under which this home's data may be open. */
export function dataFolders(home: Home): string[] {
  return [home.file('postgres', 'data'), join(outsideFolder(home), 'postgres', 'data')];
}

/** Removes what lies outside of a home that is thrown away. */
export function removeOutsideFolder(home: Home): void {
  rmSync(outsideFolder(home), { recursive: true, force: true });
}

function outsideFolder(home: Home): string {
  return join('/var/tmp', `psa-${createHash('sha256').update(home.path).digest('hex').slice(0, 16)}`);
}

async function insideIfReachable(inside: string, user: OsUser): Promise<string | undefined> {
  if (isLink(inside)) return undefined;
  giveFolder(inside, user);
  const reached = await runCommand('/bin/sh', ['-c', 'cd "$0" && test -w .', inside], { cwd: '/', uid: user.uid, gid: user.gid });
  return reached.ok ? inside : undefined;
}

async function linkedFolder(inside: string, outside: string, user: OsUser): Promise<string> {
  if (isLink(inside) && existsSync(inside)) return readlinkSync(inside);
  ownFolder(outside);
  const folder = join(outside, 'postgres');
  // A home that became private after its first start keeps its data.
  const moved = existsSync(join(inside, 'data')) && (await runCommand('mv', [inside, folder]));
  if (moved && !moved.ok) throw new Refusal(`The database could not be moved to ${folder}: ${moved.output}`);
  rmSync(inside, { recursive: true, force: true });
  giveFolder(folder, user);
  symlinkSync(folder, inside);
  return folder;
}

async function canRun(user: OsUser, binaries: string): Promise<boolean> {
  return (await runCommand(join(binaries, 'bin', 'postgres'), ['--version'], { cwd: '/', uid: user.uid, gid: user.gid })).ok;
}

async function copyBinaries(binaries: string, outside: string): Promise<string> {
  ownFolder(outside);
  const { version } = JSON.parse(readFileSync(join(dirname(binaries), 'package.json'), 'utf8')) as { version: string };
  const copy = join(outside, `binaries-${version}`);
  if (existsSync(copy)) return copy;
  const scratch = `${copy}.new`;
  rmSync(scratch, { recursive: true, force: true });
  cpSync(binaries, scratch, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') });
  await runCommand('chmod', ['-R', 'a+rX', scratch]);
  renameSync(scratch, copy);
  return copy;
}

function giveFolder(path: string, user: OsUser): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  chownSync(path, user.uid, user.gid);
}

/** Everybody may write to /var/tmp: a folder of our name that somebody else has put there must not be used. */
function ownFolder(path: string): void {
  mkdirSync(path, { recursive: true });
  const found = lstatSync(path);
  if (!found.isDirectory() || found.uid !== process.getuid?.())
    throw new Refusal(`${path} belongs to somebody else. Remove it, or choose another PSA_HOME.`);
  chmodSync(path, 0o711);
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}
