import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** A location may be gone before it was heard whose it was. */
export const unknownLocationsMigration: Migration = {
  async up(db: MigrationDb) {
    await sql.raw('alter table location_replicas alter column client_id drop not null').execute(db);
  },
};
