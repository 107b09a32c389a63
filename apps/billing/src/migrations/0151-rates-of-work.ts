import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** What an hour of work cost when it was logged: a price that is raised later does not hold for it. */
export const ratesOfWorkMigration: Migration = {
  async up(db: MigrationDb) {
    await sql.raw('alter table time_entry_replicas add column rate bigint').execute(db);
  },
};
