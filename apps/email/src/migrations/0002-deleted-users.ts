import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Copies of users say whether the user is gone, as all copies do. */
export const deletedUsersMigration: Migration = {
  async up(db: MigrationDb) {
    await sql.raw('alter table user_replicas add column is_deleted boolean not null default false').execute(db);
  },
};
