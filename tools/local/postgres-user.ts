import { readFileSync } from 'node:fs';
import { Refusal } from './refusal.ts';
import { runCommand } from './run-command.ts';

/** The system user Postgres runs as. */
export interface OsUser {
  name: string;
  uid: number;
  gid: number;
}

/** Postgres refuses to run as root: then it gets a user of its own. Undefined means: as whoever we are. */
export async function postgresUser(): Promise<OsUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const known = findUser('postgres') ?? findUser('psa');
  if (known) return known;
  const created = await runCommand('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
    'psa',
  ]);
  // Another stack may have created it in this moment, so the user counts and not the exit code.
  const user = findUser('psa');
  if (user) return user;
  throw new Refusal(
    `Postgres does not run as root, and the user "psa" could not be created: ${created.output}\nStart as an ordinary user, or create a system user named psa.`,
  );
}

function findUser(name: string): OsUser | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { name, uid: Number(uid), gid: Number(gid) } : undefined;
}
