import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Credit as billing tells of it; no part of the client's own version. */
export const creditBalanceMigration: Migration = {
  async up(db: MigrationDb) {
    await sql
      .raw('alter table clients add column credit_balance bigint not null default 0, add column credit_version integer not null default 0')
      .execute(db);
  },
};
