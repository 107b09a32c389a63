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

/** Rows are marked by the time they were written, a short while of it at once: each statement is small, and one that fails is all there is to do again. */
const WINDOW_MS = 10 * 60 * 1000;

const OLDEST = 'select min(created_at) as oldest from outbox';
const REPLAY = `update outbox set published_at = null where created_at >= $1 and created_at < $2 and published_at is not null
  and ($3::uuid is null or tenant = $3)`;

/**
 * Has events published again. Harmless at any time: consumers know by the event's id what they have had.
 * @returns how many events will be published
 */
export async function replayOutbox(database: Database, { from, to, tenant }: ReplayRange): Promise<number> {
  const [row] = await database.query<{ oldest: string | null }>(OLDEST);
  if (row === undefined || row.oldest === null) return 0;
  const end = Math.min(to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to) + 1, Date.now() + WINDOW_MS);
  let replayed = 0;
  for (let start = Math.max(Date.parse(row.oldest), from === undefined ? 0 : Date.parse(from)); start < end; start += WINDOW_MS) {
    const times = [start, Math.min(start + WINDOW_MS, end)].map((time) => new Date(time).toISOString());
    const { rowCount } = await database.pool.query(REPLAY, [...times, tenant ?? null]);
    replayed += rowCount ?? 0;
    if ((rowCount ?? 0) > 0) wakeRelays();
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
