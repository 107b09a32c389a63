import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** What is left of a block of hours can be taken over into another. */
export const hourBlockRollOverMigration: Migration = {
  async up(db: MigrationDb) {
    await sql
      .raw(
        'alter table hour_blocks add column rolled_over_minutes integer not null default 0 check (rolled_over_minutes >= 0), add column rolled_over_from uuid',
      )
      .execute(db);
  },
};
