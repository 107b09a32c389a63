import { createSecretTables, createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';

const STAMPS = 'created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()';

/** Payments by card: keys of the provider, links to pay, and what it took. */
export const cardPaymentsMigration: Migration = {
  async up(db: MigrationDb) {
    await createSecretTables(db, 'billing');
    await createTenantTable(db, 'billing', 'card_payment_settings', {
      key: ['scope'],
      columns: `scope text not null, is_active boolean not null, sealed_secret_key text, sealed_webhook_secret text,
        version integer not null default 1, ${STAMPS}`,
    });
    await createTenantTable(db, 'billing', 'payment_links', {
      key: ['link_id'],
      columns: `link_id uuid not null, invoice_id uuid not null, session_id text not null, url text not null, amount bigint not null check (amount > 0),
        currency_code text not null, status text not null check (status in ('open', 'paid', 'expired')), expires_at timestamptz(3) not null, ${STAMPS},
        unique (tenant, session_id)`,
      indexes: { payment_links_invoice: '(tenant, invoice_id, created_at, link_id)' },
    });
    await createTenantTable(db, 'billing', 'provider_payments', {
      key: ['provider_payment_id'],
      columns: `provider_payment_id text not null, invoice_id uuid not null, amount bigint not null check (amount >= 0), currency_code text not null,
        refunded_amount bigint not null default 0 check (refunded_amount between 0 and amount), unassigned_reason text,
        created_at timestamptz(3) not null default now()`,
      indexes: { provider_payments_invoice: '(tenant, invoice_id)' },
    });
  },
};
