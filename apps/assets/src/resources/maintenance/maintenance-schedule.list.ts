import type { MaintenanceScheduleQuery } from '@psa/contracts-assets';
import { containsPattern, type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Db } from '../../assets-app.ts';
import type { ScheduleRecord } from './maintenance-schedule.records.ts';

const order: ListOrder = {
  columns: {
    next_maintenance: 'next_maintenance',
    created_at: 'created_at',
    updated_at: 'updated_at',
    start_date: 'start_date',
    schedule_type: 'schedule_type',
  },
  nullable: new Set(['next_maintenance']),
  id: { ref: 'schedule_id', name: 'schedule_id' },
};

/** One page of an asset's schedules; none for an unknown asset. */
export function listSchedules(db: Db, assetId: string, query: MaintenanceScheduleQuery): Promise<Page<ScheduleRecord>> {
  const matching = matchingSchedules(db, assetId, query);
  return readPage<ScheduleRecord>(matching.selectAll(), order, query, async () => {
    const { count } = await matching.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
    return count;
  });
}

function matchingSchedules(db: Db, assetId: string, query: MaintenanceScheduleQuery) {
  const { search, is_active, created_from, created_to, updated_from, updated_to } = query;
  let rows = db.selectFrom('maintenance_schedules').where('asset_id', '=', assetId);
  if (search) rows = rows.where('notes', 'ilike', containsPattern(search));
  if (is_active !== undefined) rows = rows.where('is_active', '=', is_active);
  if (created_from !== undefined) rows = rows.where('created_at', '>=', created_from);
  if (created_to !== undefined) rows = rows.where('created_at', '<=', created_to);
  if (updated_from !== undefined) rows = rows.where('updated_at', '>=', updated_from);
  if (updated_to !== undefined) rows = rows.where('updated_at', '<=', updated_to);
  return rows;
}
