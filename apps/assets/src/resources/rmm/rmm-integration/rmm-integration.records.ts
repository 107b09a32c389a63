import type { RmmSyncResult, StartRmmSync } from '@psa/contracts-assets';
import { type Database, statement } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../../assets-app.ts';
import type { RmmIntegrationsTable, Tables } from '../../../tables.ts';

export type IntegrationRecord = Selectable<RmmIntegrationsTable>;

/** A run that takes longer has died with its process: another may begin. */
const STALE = sql.raw("interval '15 minutes'");

const findStatement = statement<Tables>()((db, p: { provider: string }) =>
  db.selectFrom('rmm_integrations').selectAll().where('provider', '=', p.provider),
);

export function findIntegration(db: Db, provider: string): Promise<IntegrationRecord | undefined> {
  return db.first(findStatement, { provider });
}

/** Every integration of the tenant: as many as there are providers at most. */
export async function listIntegrations(db: Db): Promise<IntegrationRecord[]> {
  return db.selectFrom('rmm_integrations').selectAll().orderBy('provider').execute();
}

/** Reads an integration and keeps others from changing it until the transaction ends. */
export async function lockIntegration(tx: Tx, provider: string): Promise<IntegrationRecord | undefined> {
  return tx.selectFrom('rmm_integrations').selectAll().where('provider', '=', provider).forUpdate().executeTakeFirst();
}

export async function insertIntegration(tx: Tx, integration: Insertable<RmmIntegrationsTable>): Promise<IntegrationRecord> {
  return tx.insertInto('rmm_integrations').values(integration).returningAll().executeTakeFirstOrThrow();
}

/** Writes the changes and raises the version. */
export async function updateIntegrationRow(
  tx: Tx,
  provider: string,
  changes: Updateable<RmmIntegrationsTable>,
): Promise<IntegrationRecord> {
  return tx
    .updateTable('rmm_integrations')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('provider', '=', provider)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes an integration with the devices that were known by it. */
export async function deleteIntegrationRow(tx: Tx, provider: string): Promise<void> {
  await tx.deleteFrom('rmm_integrations').where('provider', '=', provider).execute();
}

/** Marks a synchronisation as begun. @returns undefined when the integration is not active, or another run is at it */
export async function markSyncing(tx: Tx, provider: string): Promise<IntegrationRecord | undefined> {
  return tx
    .updateTable('rmm_integrations')
    .set({ sync_status: 'syncing', sync_started_at: sql`now()`, version: sql`version + 1` })
    .where('provider', '=', provider)
    .where('is_active', '=', true)
    .where((eb) => eb.or([eb('sync_status', '<>', 'syncing'), sql<boolean>`sync_started_at < now() - ${STALE}` as never]))
    .returningAll()
    .executeTakeFirst();
}

/** How a run ended. */
export type SyncEnd =
  | { readonly status: 'completed'; readonly syncType: StartRmmSync['syncType']; readonly result: RmmSyncResult }
  | { readonly status: 'error'; readonly error: string };

/** Notes how a run ended. @returns undefined when another run has taken its place */
export async function markSynced(tx: Tx, provider: string, startedAt: string, end: SyncEnd): Promise<IntegrationRecord | undefined> {
  const outcome =
    end.status === 'error'
      ? { last_error: end.error }
      : {
          last_error: null,
          last_result: JSON.stringify(end.result),
          last_sync_at: startedAt,
          ...(end.syncType === 'full' ? { last_full_sync_at: startedAt } : {}),
        };
  return tx
    .updateTable('rmm_integrations')
    .set({ sync_status: end.status, version: sql`version + 1`, ...outcome })
    .where('provider', '=', provider)
    .where('sync_started_at', '=', startedAt)
    .returningAll()
    .executeTakeFirst();
}

const DUE = `select tenant, provider, last_full_sync_at is null or last_full_sync_at < now() - interval '24 hours' as wants_full
  from rmm_integrations
  where is_active and (sync_status <> 'syncing' or sync_started_at < now() - interval '15 minutes')
    and coalesce(sync_started_at, 'epoch') + make_interval(mins => (settings ->> 'sync_interval_minutes')::int) <= now()
  order by coalesce(sync_started_at, 'epoch'), tenant, provider limit $1`;

export interface DueSync {
  readonly tenant: string;
  readonly provider: string;
  readonly wants_full: boolean;
}

/** Integrations of all tenants whose time has come, those that wait longest first. */
export function dueSyncs(workerDatabase: Database, limit: number): Promise<DueSync[]> {
  return workerDatabase.query<DueSync & object>(DUE, [limit]);
}
