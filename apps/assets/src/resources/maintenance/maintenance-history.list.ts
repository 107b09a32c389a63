import type { MaintenanceHistoryQuery } from '@psa/contracts-assets';
import { containsPattern, type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Db } from '../../assets-app.ts';
import { type HistoryRow, historyRows } from './maintenance-history.records.ts';

const order: ListOrder = {
  columns: {
    performed_at: 'maintenance_history.performed_at',
    created_at: 'maintenance_history.created_at',
    maintenance_type: 'maintenance_history.maintenance_type',
    duration_hours: 'maintenance_history.duration_hours',
    cost: 'maintenance_history.cost',
  },
  nullable: new Set(['duration_hours', 'cost']),
  id: { ref: 'maintenance_history.history_id', name: 'history_id' },
};

/** One page of an asset's maintenance history; nothing for an unknown asset. */
export function listHistory(db: Db, assetId: string, query: MaintenanceHistoryQuery): Promise<Page<HistoryRow>> {
  const matching = matchingHistory(db, assetId, query);
  return readPage<HistoryRow>(matching, order, query, async () => {
    const { count } = await matching
      .clearSelect()
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow();
    return count;
  });
}

function matchingHistory(db: Db, assetId: string, query: MaintenanceHistoryQuery) {
  const { search, schedule_id, performed_from, performed_to, created_from, created_to } = query;
  let rows = historyRows(db).where('maintenance_history.asset_id', '=', assetId);
  if (search) rows = rows.where('maintenance_history.description', 'ilike', containsPattern(search));
  if (schedule_id !== undefined) rows = rows.where('maintenance_history.schedule_id', '=', schedule_id);
  if (performed_from !== undefined) rows = rows.where('maintenance_history.performed_at', '>=', performed_from);
  if (performed_to !== undefined) rows = rows.where('maintenance_history.performed_at', '<=', performed_to);
  if (created_from !== undefined) rows = rows.where('maintenance_history.created_at', '>=', created_from);
  if (created_to !== undefined) rows = rows.where('maintenance_history.created_at', '<=', created_to);
  return rows;
}
