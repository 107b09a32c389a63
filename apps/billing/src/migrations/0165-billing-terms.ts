import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Currencies of contract lines, anchors of clients' cycles, prices in parts of a minor unit, what becomes of free invoices, and payments that failed. */
export const billingTermsMigration: Migration = {
  async up(db: MigrationDb) {
    for (const statement of [
      'alter table contract_lines add column currency_code text',
      'alter table client_billing add column cycle_anchor jsonb',
      'alter table billed_periods add column period_end date',
      'alter table services alter column default_rate type numeric(21,6)',
      'alter table invoice_items add column unit_price_fraction numeric(7,6) not null default 0',
      'alter table payment_links add column failures integer not null default 0, add column last_failure text',
      "alter table billing_settings add column zero_dollar_invoice_handling text not null default 'normal'",
    ])
      await sql.raw(statement).execute(db);
  },
};
