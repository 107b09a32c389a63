import { chownSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { OsUser } from './postgres-user.ts';
import { postgresMajor } from './postgres-major.ts';
import { Refusal } from './refusal.ts';
import { runCommand } from './run-command.ts';
import { writePrivate } from './write-private.ts';

export interface InitOptions {
  binaries: string;
  data: string;
  password: string;
  user: OsUser | undefined;
  durable: boolean;
  signal?: AbortSignal | undefined;
}

/** The first whose own locales initdb can be told of. */
const WITH_BUILTIN_LOCALES = 17;

/**
 * Creates an empty cluster. The locale is the one built into Postgres, so that text sorts and folds in the same way on
 * every machine, whatever its operating system knows.
 */
export async function initDatabase({ binaries, data, password, user, durable, signal }: InitOptions): Promise<void> {
  const passwordFile = join(dirname(data), 'initial-password');
  writePrivate(passwordFile, `${password}\n`);
  if (user) chownSync(passwordFile, user.uid, user.gid);
  try {
    const made = await runCommand(
      join(binaries, 'bin', 'initdb'),
      [
        '-D',
        data,
        '-U',
        'postgres',
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
        '--encoding=UTF8',
        ...(await localeOf(binaries)),
        '--no-instructions',
        ...(durable ? [] : ['--no-sync']),
      ],
      { cwd: dirname(data), uid: user?.uid, gid: user?.gid, signal },
    );
    signal?.throwIfAborted();
    if (!made.ok) throw new Refusal(`Postgres could not create its data in ${data}:\n${made.output}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

async function localeOf(binaries: string): Promise<string[]> {
  const major = await postgresMajor(join(binaries, 'bin', 'initdb'));
  return major < WITH_BUILTIN_LOCALES ? ['--locale=C.UTF-8'] : ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
}
