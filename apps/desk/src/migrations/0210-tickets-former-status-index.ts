import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** What another index begins with. */
export const formerStatusIndexMigration: Migration = {
  async up(db: MigrationDb) {
    await sql.raw('drop index tickets_status').execute(db);
  },
};
