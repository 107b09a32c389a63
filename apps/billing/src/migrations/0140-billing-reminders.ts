import { type Migration, type MigrationDb, openToWorker } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** What was told of due dates and of ends of contracts. */
export const billingRemindersMigration: Migration = {
  async up(db: MigrationDb) {
    for (const statement of [
      'alter table invoices add column overdue_told_for date',
      'alter table contracts add column reminded_for date, add column reminded_days integer',
      "create index invoices_overdue on invoices (due_date) where status in ('sent', 'partially_applied') and overdue_told_for is distinct from due_date",
      'create index contracts_ending on contracts (end_date) where end_date is not null and is_active',
    ])
      await sql.raw(statement).execute(db);
    await openToWorker(db, 'billing', 'invoices', 'select (tenant, invoice_id, due_date, status, overdue_told_for)');
    await openToWorker(
      db,
      'billing',
      'contracts',
      'select (tenant, contract_id, end_date, is_active, status, reminded_for, reminded_days)',
    );
  },
};
