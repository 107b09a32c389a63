import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Who bills and how it is to be paid, as invoices say it, and when an invoice was sent. */
export const invoiceDocumentsMigration: Migration = {
  async up(db: MigrationDb) {
    const columns = ['seller_name', 'seller_address', 'seller_tax_id', 'payment_instructions'].map((name) => `add column ${name} text`);
    await sql.raw(`alter table billing_settings ${columns.join(', ')}`).execute(db);
    // What a final invoice says never changes, whatever becomes of the settings.
    await sql.raw('alter table invoices add column sent_at timestamptz(3), add column seller jsonb').execute(db);
  },
};
