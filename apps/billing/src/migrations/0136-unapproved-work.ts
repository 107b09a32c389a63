import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Finds work that nobody has approved, of which there is little, without a look at all that was. */
export const unapprovedWorkMigration: Migration = {
  async up(db: MigrationDb) {
    await sql
      .raw(
        `create index time_entry_replicas_unapproved on time_entry_replicas (tenant, client_id, work_date)
         where approval_status <> 'APPROVED' and not is_deleted and billable_duration > 0`,
      )
      .execute(db);
  },
};
