import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** What work was worth when it was logged: a later rate of the service leaves it as it is. */
export const entryRatesMigration: Migration = {
  async up(db: MigrationDb) {
    await sql.raw('alter table time_entries add column rate bigint').execute(db);
  },
};
