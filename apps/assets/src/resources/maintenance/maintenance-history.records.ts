import type { TenantBuilder } from '@psa/postgres-kit';
import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../../assets-app.ts';
import type { MaintenanceHistoryTable, Tables } from '../../tables.ts';

/** A row of the history with the name of who did the work. */
export type HistoryRow = Selectable<MaintenanceHistoryTable> & { performed_by_user_name: string | null };

/** The history with the names of users: the base of every read. */
export function historyRows(db: TenantBuilder<Tables>) {
  return db
    .selectFrom('maintenance_history')
    .leftJoin('user_replicas', (join) =>
      join
        .onRef('user_replicas.tenant', '=', 'maintenance_history.tenant')
        .onRef('user_replicas.user_id', '=', 'maintenance_history.performed_by'),
    )
    .selectAll('maintenance_history')
    .select('user_replicas.user_name as performed_by_user_name');
}

export async function insertHistory(tx: Tx, record: Insertable<MaintenanceHistoryTable>): Promise<void> {
  await tx.insertInto('maintenance_history').values(record).execute();
}

export function findHistory(db: Db, historyId: string): Promise<HistoryRow | undefined> {
  return historyRows(db).where('history_id', '=', historyId).executeTakeFirst();
}
