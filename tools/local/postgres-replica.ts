import { chownSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Home } from './home.ts';
import { type RunningPostgres, settingsAt } from './postgres.ts';
import { postgresUser } from './postgres-user.ts';
import { Refusal } from './refusal.ts';
import { runCommand } from './run-command.ts';
import { supervise } from './supervise.ts';

export interface ReplicaOptions {
  readonly home: Home;
  readonly port: number;
  readonly primary: RunningPostgres;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

export interface RunningReplica {
  /** Address of a database, for the superuser. */
  url(database: string): string;
  stop(): Promise<void>;
}

/** Starts a streaming replica on a copy of a running primary's data: the packaged Postgres has no pg_basebackup. */
export async function startPostgresReplica({ home, port, primary, say, signal }: ReplicaOptions): Promise<RunningReplica> {
  const user = await postgresUser();
  const data = `${primary.data}-replica`;
  rmSync(data, { recursive: true, force: true });
  const label = await copyWhileBackingUp(primary.url('postgres'), primary.data, data);
  const { hostname, port: primaryPort, username, password } = new URL(primary.url('postgres'));
  rmSync(join(data, 'postmaster.pid'), { force: true });
  const files = {
    backup_label: label,
    'standby.signal': '',
    'postgresql.auto.conf': `primary_conninfo = 'host=${hostname} port=${primaryPort} user=${username} password=${password}'\n`,
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(data, name), text, { mode: 0o600 });
    if (user !== undefined) chownSync(join(data, name), user.uid, user.gid);
  }
  const server = supervise(
    home,
    {
      name: 'postgres-replica',
      command: join(primary.binaries, 'bin', 'postgres'),
      args: ['-D', data, ...settingsAt(port).flatMap((setting) => ['-c', setting])],
      stopSignal: 'SIGINT',
      stopMs: 30_000,
      ...(user && { uid: user.uid, gid: user.gid }),
    },
    say,
  );
  const url = (database: string) => Object.assign(new URL(primary.url(database)), { port: String(port) }).href;
  await server.ready(() => isReplica(url('postgres')), { timeoutMs: 60_000, signal });
  return { url, stop: () => server.stop() };
}

/** @returns the label that tells the copy where to begin */
async function copyWhileBackingUp(url: string, from: string, to: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_backup_start('replica', true)");
    const { ok, output } = await runCommand('cp', ['-a', from, to]);
    // Files may vanish in the midst of it: what was done to them is in the log that is replayed.
    if (!ok && !/No such file/.test(output)) throw new Refusal(`The data of Postgres could not be copied: ${output}`);
    const {
      rows: [row],
    } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    return row?.labelfile ?? '';
  } finally {
    await client.end();
  }
}

async function isReplica(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    const {
      rows: [row],
    } = await client.query<{ recovering: boolean }>('select pg_is_in_recovery() as recovering');
    return row?.recovering === true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
