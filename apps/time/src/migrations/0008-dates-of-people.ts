import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** A person's week is what people and approvers ask for most. */
export const datesOfPeopleMigration: Migration = {
  async up(db: MigrationDb) {
    await sql.raw('create index time_entries_user_date on time_entries (tenant, user_id, work_date)').execute(db);
  },
};
