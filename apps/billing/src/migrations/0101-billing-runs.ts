import { createReplicaTable, createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** What invoices are generated from, and what of it is billed already. */
export const billingRunsMigration: Migration = {
  async up(db: MigrationDb) {
    await createReplicaTable(
      db,
      'billing',
      'time_entry_replicas',
      'entry_id',
      `entry_id uuid not null, client_id uuid, service_id uuid not null, contract_line_id uuid, user_id uuid not null, work_date date not null,
       start_time timestamptz(3) not null, billable_duration integer not null, tax_region text, approval_status text not null`,
    );
    await createTenantTable(db, 'billing', 'invoice_sources', {
      key: ['invoice_id', 'time_entry_id'],
      columns: `invoice_id uuid not null, item_id uuid not null, time_entry_id uuid not null, released_at timestamptz(3)`,
    });
    await createTenantTable(db, 'billing', 'billed_periods', {
      key: ['client_contract_line_id', 'period_start'],
      columns: 'client_contract_line_id uuid not null, period_start date not null, invoice_id uuid not null, item_id uuid not null',
      indexes: { billed_periods_invoice: '(tenant, invoice_id)' },
    });
    for (const statement of [
      "create index time_entry_replicas_due on time_entry_replicas (tenant, client_id, work_date) where approval_status = 'APPROVED' and not is_deleted",
      'create unique index invoice_sources_once on invoice_sources (tenant, time_entry_id) where released_at is null',
      'alter table invoice_items add column contract_line_id uuid, add column minutes integer, add column explanation text',
      'alter table invoices add column billing_period_start date, add column billing_period_end date',
    ])
      await sql.raw(statement).execute(db);
  },
};
