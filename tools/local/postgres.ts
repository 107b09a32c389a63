import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Home } from './home.ts';
import { initDatabase } from './init-database.ts';
import { postgresBinaries } from './postgres-binaries.ts';
import { postgresPlace } from './postgres-place.ts';
import { postgresUser } from './postgres-user.ts';
import { Refusal } from './refusal.ts';
import { stopLeftoverPostgres } from './stop-leftovers.ts';
import { supervise } from './supervise.ts';

export interface PostgresOptions {
  home: Home;
  port: number;
  /** Of the superuser `postgres`. */
  password: string;
  /** `durable` survives a power failure; `throwaway` is for tests, which are faster without. */
  durability: 'durable' | 'throwaway';
  /** Folder with another server's `bin`; that of the package when undefined. */
  programs?: string | undefined;
  say: (line: string) => void;
  signal?: AbortSignal;
}

export interface RunningPostgres {
  /** Its data, and the programs that run on it. */
  readonly data: string;
  readonly binaries: string;
  /** Address of a database, for the superuser. */
  url(database: string): string;
  /** Creates the database unless it is there. */
  ensureDatabase(name: string): Promise<void>;
  stop(): Promise<void>;
}

const THROWAWAY = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum_naptime=10min',
];

/** Analyzes new tables within seconds: plans made without statistics are slow, and prepared statements keep them. */
const KEPT = ['autovacuum_naptime=15s'];

/** What every server here is started with. */
export function settingsAt(port: number): string[] {
  return [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=200',
    'shared_buffers=256MB',
    'timezone=UTC',
    'log_timezone=UTC',
  ];
}

/** Starts Postgres on the home's data and keeps it running; creates the data when there is none. */
export async function startPostgres({
  home,
  port,
  password,
  durability,
  programs,
  say,
  signal,
}: PostgresOptions): Promise<RunningPostgres> {
  const user = await postgresUser();
  const { folder, binaries } = await postgresPlace(home, programs ?? postgresBinaries(), user);
  const data = join(folder, 'data');
  await stopLeftoverPostgres(data);
  signal?.throwIfAborted();
  if (!existsSync(data)) await createData(data);
  const settings = [...settingsAt(port), ...(durability === 'throwaway' ? THROWAWAY : KEPT)];
  const server = supervise(
    home,
    {
      name: 'postgres',
      command: join(binaries, 'bin', 'postgres'),
      args: ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
      ...(user && { uid: user.uid, gid: user.gid }),
      // SIGINT is Postgres' fast shutdown: SIGTERM would wait for every client to leave. What is thrown away needs none.
      stopSignal: durability === 'throwaway' ? 'SIGQUIT' : 'SIGINT',
      stopMs: 30_000,
      beforeStart: () => stopLeftoverPostgres(data),
    },
    say,
  );
  const url = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
  try {
    await server.ready(() => answers(url('postgres'), home), { timeoutMs: 60_000, signal });
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { data, binaries, url, stop: () => server.stop(), ensureDatabase: (name) => ensureDatabase(url('postgres'), name) };

  /** Made under another name and renamed when whole: a creation that was cut short leaves nothing to be mistaken for data. */
  async function createData(target: string): Promise<void> {
    const unfinished = `${target}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    await initDatabase({ binaries, data: unfinished, password, user, signal, durable: durability === 'durable' });
    renameSync(unfinished, target);
  }
}

async function answers(url: string, home: Home): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === '28P01') {
      throw new Refusal(
        `Postgres refuses the password in ${home.file('secrets.json')}: that file and the data in ${home.file('postgres')} belong to different starts. Remove ${home.path} to begin anew.`,
      );
    }
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function ensureDatabase(url: string, name: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query('select from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
