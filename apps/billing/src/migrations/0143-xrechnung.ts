import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** What XRechnung needs beyond EN 16931: whom to ask at the seller, where to pay, and the reference of the buyer. */
export const xRechnungMigration: Migration = {
  async up(db: MigrationDb) {
    for (const statement of [
      `alter table billing_settings add column seller_contact_name text, add column seller_phone text, add column seller_email text,
       add column seller_iban text`,
      'alter table client_billing add column buyer_reference text',
    ])
      await sql.raw(statement).execute(db);
  },
};
