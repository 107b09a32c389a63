import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Wrong codes of a second factor since the last right one, and until when codes are refused unseen. */
export const wrongCodesMigration: Migration = {
  async up(db: MigrationDb) {
    await sql
      .raw('alter table two_factors add column wrong_codes integer not null default 0, add column locked_until timestamptz(3)')
      .execute(db);
  },
};
