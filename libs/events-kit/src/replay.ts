import { type Database, deleteInBatches } from '@psa/postgres-kit';
import { discardDeadLetter, OUTBOX } from './dead-letters.ts';
import { wakeRelays } from './wake.ts';

export interface ReplayRange {
  /** ISO 8601; everything retained when absent. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly tenant?: string | undefined;
}

/** Published rows are kept at least this long; a replay reaches back as far. */
const OUTBOX_RETENTION_HOURS = 72;

/** Rows are marked by the time they were written, a short while of it at once: the index knows ranges of times. */
const WINDOW_MS = 10 * 60 * 1000;
/** Rows of one statement: each is short however many events there are, and one that fails is all there is to do again. */
const BATCH = 5_000;

const OLDEST = 'select min(created_at) as oldest, now() as begun from outbox';
/** What was published since the replay began stays as it is, or there would be no end to it. */
const REPLAY = `with chosen as materialized (
    select tenant, event_id from outbox where created_at >= $1 and created_at < $2 and published_at < $3 and ($4::uuid is null or tenant = $4) limit ${BATCH}
  )
  update outbox set published_at = null where (tenant, event_id) in (select tenant, event_id from chosen) and published_at < $3`;

/**
 * Has events published again. Harmless at any time: consumers know by the event's id what they have had. The relay publishes meanwhile.
 * @param beforeBatch ends it early by throwing; what was marked until then is published
 * @returns how many events will be published
 */
export async function replayOutbox(
  database: Database,
  { from, to, tenant }: ReplayRange,
  beforeBatch: () => Promise<void> = async () => {},
): Promise<number> {
  const [row] = await database.query<{ oldest: string | null; begun: string }>(OLDEST);
  if (row === undefined || row.oldest === null) return 0;
  const end = Math.min(to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to) + 1, Date.now() + WINDOW_MS);
  let replayed = 0;
  for (let start = Math.max(Date.parse(row.oldest), from === undefined ? 0 : Date.parse(from)); start < end; start += WINDOW_MS) {
    const times = [start, Math.min(start + WINDOW_MS, end)].map((time) => new Date(time).toISOString());
    let marked: number;
    do {
      await beforeBatch();
      marked = (await database.pool.query(REPLAY, [...times, row.begun, tenant ?? null])).rowCount ?? 0;
      replayed += marked;
      if (marked > 0) wakeRelays();
    } while (marked === BATCH);
  }
  return replayed;
}

/**
 * Has one event published again that the broker refused, after its limit was raised.
 * @throws NOT_FOUND when there is no such letter
 */
export async function republishSetAside(database: Database, eventId: string): Promise<void> {
  await discardDeadLetter(database, OUTBOX, eventId);
  await database.query('update outbox set published_at = null where event_id = $1', [eventId]);
  wakeRelays();
}

/** Deletes what no replay and no redelivery can need any more. */
export async function deleteExpired(database: Database): Promise<void> {
  await deleteInBatches(database, {
    table: 'outbox',
    key: ['tenant', 'event_id'],
    // Said of both times: the index knows ranges of when rows were written.
    where: `created_at < now() - interval '${OUTBOX_RETENTION_HOURS} hours' and published_at < now() - interval '${OUTBOX_RETENTION_HOURS} hours'`,
    batch: 10_000,
  });
  // The stream keeps events for seven days: the inbox has to remember longer than anything can be delivered.
  await deleteInBatches(database, {
    table: 'inbox',
    key: ['tenant', 'consumer', 'event_id'],
    where: "handled_at < now() - interval '14 days'",
    orderBy: 'handled_at',
    batch: 10_000,
  });
  await deleteInBatches(database, {
    table: 'idempotency_keys',
    key: ['tenant', 'actor_id', 'key'],
    where: "created_at < now() - interval '24 hours'",
    orderBy: 'created_at',
  });
}
