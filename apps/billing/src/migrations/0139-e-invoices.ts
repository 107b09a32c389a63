import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** What electronic invoices need of who bills. */
export const eInvoicesMigration: Migration = {
  async up(db: MigrationDb) {
    await sql
      .raw(
        `alter table billing_settings add column seller_city text, add column seller_postal_code text, add column seller_country_code text,
         add column e_invoice text not null default 'pdf'`,
      )
      .execute(db);
  },
};
