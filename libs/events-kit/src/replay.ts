import { type Database, deleteInBatches } from '@psa/postgres-kit';
import { wakeRelays } from './wake.ts';

export interface ReplayRange {
  /** ISO 8601; everything retained when absent. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly tenant?: string | undefined;
}

/** Published rows are kept at least this long; a replay reaches back as far. */
const OUTBOX_RETENTION_HOURS = 72;

const REPLAY = `update outbox set published_at = null where published_at is not null
  and ($1::timestamptz is null or created_at >= $1) and ($2::timestamptz is null or created_at <= $2) and ($3::uuid is null or tenant = $3)`;

/**
 * Has events published again. Harmless at any time: consumers know by the event's id what they have had.
 * @returns how many events will be published
 */
export async function replayOutbox(database: Database, range: ReplayRange): Promise<number> {
  const { rowCount } = await database.pool.query(REPLAY, [range.from ?? null, range.to ?? null, range.tenant ?? null]);
  wakeRelays();
  return rowCount ?? 0;
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
