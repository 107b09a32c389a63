import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Whether tax is rounded for each rate of an invoice or on each line. */
export const taxRoundingMigration: Migration = {
  async up(db: MigrationDb) {
    await sql.raw("alter table billing_settings add column tax_rounding text not null default 'group'").execute(db);
  },
};
