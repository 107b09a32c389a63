import { sql } from 'kysely';
import type { Db } from '../../billing-app.ts';

/** Syncs of the last 24 hours, with how many of their records succeeded and failed. */
export async function statisticsOfDay(db: Db) {
  return db
    .selectFrom('accounting_syncs as sync')
    .leftJoin('accounting_sync_records as record', (join) =>
      join.onRef('record.tenant', '=', 'sync.tenant').onRef('record.sync_id', '=', 'sync.sync_id'),
    )
    .where(sql<boolean>`sync.created_at > now() - interval '24 hours'`)
    .select([
      sql<number>`count(distinct sync.sync_id)`.as('syncs'),
      sql<number>`count(distinct sync.sync_id) filter (where sync.status in ('failed', 'partial'))`.as('failed_syncs'),
      sql<number>`count(record.position) filter (where record.status = 'done')`.as('records_successful'),
      sql<number>`count(record.position) filter (where record.status = 'failed')`.as('records_failed'),
    ])
    .executeTakeFirstOrThrow();
}
