import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Remaining minutes of an hour block can be rolled over into another. */
export const hourBlockRollOverMigration: Migration = {
  async up(db: MigrationDb) {
    await sql.raw('alter table hour_blocks add column rolled_over_from uuid').execute(db);
    await sql
      .raw('create index hour_blocks_rolled_over on hour_blocks (tenant, rolled_over_from) where rolled_over_from is not null')
      .execute(db);
  },
};
