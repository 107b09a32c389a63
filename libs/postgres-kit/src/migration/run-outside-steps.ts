import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { untilLocked } from '../driver/until-locked.ts';
import type { MigrationDb } from '../tenancy/ddl.ts';
import type { MigrationProgress, OutsideStep } from './migration.ts';

/** Of a whole step: it waits for every transaction that is open, and nobody queues behind it. */
const LOCK_WAIT_MS = 60_000;
const PROGRESS_MS = 10_000;
const LOCK_RETRY_MS = 500;
/** With the hash of the service's name, the key of the lock of its steps. */
const STEPS_LOCK = 7_306_152;

export interface OutsideStepsOptions {
  readonly db: MigrationDb;
  /** A connection in no transaction. */
  readonly watching: pg.Client;
  readonly service: string;
  readonly migration: string;
  readonly steps: readonly OutsideStep[];
  readonly onProgress: (progress: MigrationProgress) => void;
}

/** Runs the steps of a migration that belong in no transaction. A step that did not get its locks is tried again. */
export async function runOutsideSteps({ db, watching, service, migration, steps, onProgress }: OutsideStepsOptions): Promise<void> {
  for (const step of steps) {
    const since = performance.now();
    const report = (state: string) =>
      onProgress({ service, migration, step: step.title, seconds: Math.round((performance.now() - since) / 1000), state });
    report('begun');
    const timer = setInterval(
      () =>
        void stateOf(watching, service).then(
          (state) => report(state),
          () => report('running'),
        ),
      PROGRESS_MS,
    );
    try {
      await untilLocked(() => runStep(db, step));
    } finally {
      clearInterval(timer);
    }
    report('done');
  }
}

/** Keeps other processes from running such steps of a service meanwhile. @param work is given a connection to watch by */
export async function withStepsLock(
  { adminUrl, service }: { readonly adminUrl: string; readonly service: string },
  work: (watching: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    await lockSteps(client, service);
    await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Asks again and again: a session that waited for the lock would hold a snapshot, for which an index that is built concurrently waits in turn.
 */
async function lockSteps(client: pg.Client, service: string): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as locked', [
      STEPS_LOCK,
      service,
    ]);
    if (rows[0]?.locked === true) return;
    await sleep(LOCK_RETRY_MS);
  }
}

async function runStep(db: MigrationDb, step: OutsideStep): Promise<void> {
  await db.connection().execute(async (connection) => {
    const { rows } = await sql<{ former: string }>`select current_setting('lock_timeout') as former`.execute(connection);
    await sql.raw(`set lock_timeout to ${LOCK_WAIT_MS}`).execute(connection);
    try {
      await step.run(connection);
    } finally {
      await sql`select set_config('lock_timeout', ${rows[0]?.former ?? '0'}, false)`.execute(connection);
    }
  });
}

/** What Postgres says of an index that is built in the service's schema. */
async function stateOf(client: pg.Client, service: string): Promise<string> {
  const { rows } = await client.query<{ phase: string; done: string; total: string }>(
    `select phase, blocks_done + tuples_done as done, blocks_total + tuples_total as total from pg_stat_progress_create_index
     join pg_class on pg_class.oid = relid where datname = current_database() and relnamespace = to_regnamespace($1)`,
    [service],
  );
  const [index] = rows;
  if (index === undefined) return 'running';
  return Number(index.total) > 0 ? `${index.phase}, ${Math.floor((100 * Number(index.done)) / Number(index.total))} %` : index.phase;
}
