import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

const DUE = "where approval_status = 'APPROVED' and not is_deleted and billable_duration > 0 and not is_billed";

/** Whether an invoice bills work is noted with it: what is due is found by one index, however much was billed before. */
export const billedWorkMigration: Migration = {
  async up(db: MigrationDb) {
    for (const statement of [
      'alter table time_entry_replicas add column is_billed boolean not null default false',
      `update time_entry_replicas work set is_billed = true from invoice_sources source
       where source.tenant = work.tenant and source.time_entry_id = work.entry_id and source.released_at is null`,
      'drop index time_entry_replicas_due',
      `create index time_entry_replicas_due on time_entry_replicas (tenant, client_id, work_date) ${DUE}`,
    ])
      await sql.raw(statement).execute(db);
  },
};
