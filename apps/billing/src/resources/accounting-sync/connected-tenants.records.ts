import { type Database, deleteInBatches } from '@psa/postgres-kit';

/** How long syncs are kept. */
const KEPT_DAYS = 90;

/** Tenants whose accounting system takes calls. */
export async function connectedTenants(workerDatabase: Database): Promise<string[]> {
  const rows = await workerDatabase.query<{ tenant: string }>(
    `select tenant from accounting_connections where status in ('active', 'error') order by tenant`,
  );
  return rows.map(({ tenant }) => tenant);
}

/** Deletes ended syncs that are old, and their records. */
export async function deleteOldSyncs(workerDatabase: Database): Promise<void> {
  const values = [KEPT_DAYS];
  await deleteInBatches(workerDatabase, {
    table: 'accounting_sync_records',
    key: ['tenant', 'sync_id', 'position'],
    where: `updated_at < now() - $1::int * interval '1 day' and status <> 'pending'`,
    orderBy: 'updated_at',
    values,
  });
  await deleteInBatches(workerDatabase, {
    table: 'accounting_syncs',
    key: ['tenant', 'sync_id'],
    where: `completed_at < now() - $1::int * interval '1 day'`,
    orderBy: 'completed_at',
    values,
  });
}
