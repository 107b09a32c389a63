import { createQueueTable, createTenantTable, type Migration, type MigrationDb, openToWorker } from '@psa/postgres-kit';
import { sql } from 'kysely';

const STAMPS =
  'version integer not null default 1, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()';

/** How clients are billed by themselves, cycle by cycle. */
export const billingCyclesMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'billing', 'client_billing', {
      key: ['client_id'],
      columns: `client_id uuid not null, auto_finalize boolean not null default false, auto_send boolean not null default false, currency_code text,
        po_number text, po_required boolean not null default false, invoice_emails text[] not null default '{}', bills_from date,
        next_cycle_start date, retry_on date, ${STAMPS}`,
      workerGrants: 'select',
    });
    await createTenantTable(db, 'billing', 'billing_cycles', {
      key: ['billing_cycle_id'],
      columns: `billing_cycle_id uuid not null, client_id uuid not null, period_start date not null, period_end date not null, status text not null,
        invoice_id uuid, last_error text, unapproved_minutes integer not null default 0, ${STAMPS}, unique (tenant, client_id, period_start)`,
      indexes: { billing_cycles_created: '(tenant, created_at, billing_cycle_id)', billing_cycles_invoice: '(tenant, invoice_id)' },
    });
    await createTenantTable(db, 'billing', 'billing_runs', {
      key: ['run_id'],
      columns: `run_id uuid not null, as_of date not null, trigger text not null, status text not null, clients integer not null,
        clients_done integer not null default 0, invoices_created integer not null default 0, nothing_to_bill integer not null default 0,
        failed integer not null default 0, started_by uuid, finished_at timestamptz(3), ${STAMPS}`,
      workerGrants: 'select',
      indexes: { billing_runs_created: '(tenant, created_at, run_id)' },
    });
    await createTenantTable(db, 'billing', 'billing_run_clients', {
      key: ['run_id', 'client_id'],
      columns: `run_id uuid not null, client_id uuid not null, outcome text, invoices_created integer not null default 0, error text, ${STAMPS}`,
    });
    await createQueueTable(db, 'billing', 'billing_jobs');
    await openToWorker(db, 'billing', 'client_replicas', 'select');
    for (const statement of [
      'create index client_replicas_automatic on client_replicas (tenant, client_id) where auto_invoice and not is_inactive and not is_deleted',
      "create unique index billing_runs_one on billing_runs (tenant, trigger) where status = 'running' and trigger = 'schedule'",
      'alter table invoices add column billing_cycle_id uuid',
      'create index invoices_cycle on invoices (tenant, billing_cycle_id) where billing_cycle_id is not null',
    ])
      await sql.raw(statement).execute(db);
  },
};
