import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Whether a line of a credit note credits an amount instead of a quantity. */
export const creditsByAmountMigration: Migration = {
  async up(db: MigrationDb) {
    await sql.raw('alter table invoice_items add column is_by_amount boolean not null default false').execute(db);
  },
};
