import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Rules count how often they started in the hour of their last start, so that none starts without end. */
export const ruleStartsMigration: Migration = {
  async up(db: MigrationDb) {
    await sql
      .raw('alter table automation_rules add column starts_hour timestamptz(3), add column starts integer not null default 0')
      .execute(db);
  },
};
