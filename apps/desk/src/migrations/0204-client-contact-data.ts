import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Where a client is reached. Copies of before get it when the client is changed, or when its events are replayed. */
export const clientContactDataMigration: Migration = {
  async up(db: MigrationDb) {
    await sql.raw('alter table client_replicas add column email text, add column phone_no text').execute(db);
  },
};
