import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Keys that may do a part of what their owner may, from some networks only. */
export const apiKeyScopesMigration: Migration = {
  async up(db: MigrationDb) {
    await sql.raw('alter table api_keys add column permissions text[], add column ip_ranges text[]').execute(db);
  },
};
