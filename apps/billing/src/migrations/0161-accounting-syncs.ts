import { createQueueTable, createTenantTable, type Migration, type MigrationDb, openToWorker } from '@psa/postgres-kit';
import { sql } from 'kysely';

const STAMPS = 'created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()';

/** Which records of an accounting system stand for which of PSA, and how they are kept equal. */
export const accountingSyncsMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'billing', 'accounting_links', {
      key: ['link_id'],
      columns: `link_id uuid not null, provider text not null, realm_id text not null,
        entity text not null check (entity in ('customer', 'item', 'invoice', 'credit_note', 'payment')),
        local_id text not null, external_id text, request_id uuid not null, sync_token text, synced_version integer, synced_amount bigint,
        status text not null check (status in ('pending', 'synced', 'error', 'conflict')), error text, is_imported boolean not null default false,
        last_synced_at timestamptz(3), ${STAMPS}, unique (tenant, provider, realm_id, entity, local_id)`,
    });
    await createTenantTable(db, 'billing', 'accounting_syncs', {
      key: ['sync_id'],
      columns: `sync_id uuid not null, provider text not null, realm_id text not null, operation_type text not null, trigger text not null,
        status text not null check (status in ('pending', 'in_progress', 'completed', 'partial', 'failed', 'cancelled')), scope jsonb not null,
        bulk_sync_id uuid, bulk_position integer not null default 0, stop_on_error boolean not null default false, notification_email text,
        requested_by uuid, records_total integer, error_message text, cancel_requested boolean not null default false,
        started_at timestamptz(3), completed_at timestamptz(3), version integer not null default 1, ${STAMPS}`,
      workerGrants: 'select, delete',
      indexes: {
        accounting_syncs_created: '(tenant, created_at, sync_id)',
        accounting_syncs_bulk: '(tenant, bulk_sync_id, bulk_position)',
        accounting_syncs_completed: '(completed_at)',
      },
    });
    await createTenantTable(db, 'billing', 'accounting_sync_records', {
      key: ['sync_id', 'position'],
      columns: `sync_id uuid not null, position integer not null, entity text not null, local_id text, external_id text,
        status text not null default 'pending' check (status in ('pending', 'done', 'failed')), outcome text, error text,
        attempts integer not null default 0, updated_at timestamptz(3) not null default now()`,
      workerGrants: 'select, delete',
      indexes: { accounting_sync_records_updated: '(updated_at)' },
    });
    await createQueueTable(db, 'billing', 'accounting_jobs');
    await openToWorker(db, 'billing', 'accounting_connections', 'select (tenant, provider, realm_id, status)');
    for (const statement of [
      `create unique index accounting_links_external on accounting_links (tenant, provider, realm_id, entity, external_id) where external_id is not null`,
      `create unique index accounting_syncs_one on accounting_syncs (tenant, provider) where status = 'in_progress'`,
      `create index accounting_syncs_open on accounting_syncs (tenant) where status in ('pending', 'in_progress')`,
      'alter table accounting_connections add column changes_read_until timestamptz(3)',
    ])
      await sql.raw(statement).execute(db);
  },
};
