import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Roles say by which version the product wrote them last: those that somebody changed since are told apart. */
export const seededRolesMigration: Migration = {
  async up(db: MigrationDb) {
    await sql.raw('alter table roles add column seeded_version integer not null default 1').execute(db);
  },
};
