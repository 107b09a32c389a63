import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

const STAMPS = 'created_at timestamptz(3) not null default now()';

/** Invoices with their lines and payments, and what of a client they need. */
export const invoicesMigration: Migration = {
  async up(db: MigrationDb) {
    await sql
      .raw('alter table client_replicas add column region_code text, add column is_tax_exempt boolean, add column payment_terms text')
      .execute(db);
    await createTenantTable(db, 'billing', 'invoices', {
      key: ['invoice_id'],
      columns: `invoice_id uuid not null, invoice_number text, client_id uuid not null, client_name text not null, invoice_date date not null,
        due_date date not null, currency_code text not null, subtotal bigint not null, tax bigint not null, total_amount bigint not null,
        amount_paid bigint not null default 0,
        status text not null check (status in ('draft', 'sent', 'partially_applied', 'paid', 'cancelled')),
        approval_status text not null default 'none', approval_reason text, finalized_at timestamptz(3), voided_at timestamptz(3), void_reason text,
        is_manual boolean not null, po_number text, notes text, version integer not null default 1, ${STAMPS},
        updated_at timestamptz(3) not null default now(), constraint invoices_number unique (tenant, invoice_number),
        check (subtotal + tax = total_amount), check (total_amount >= 0), check (amount_paid between 0 and total_amount),
        check ((invoice_number is null) = (status = 'draft')), check ((finalized_at is null) = (status = 'draft'))`,
      indexes: {
        invoices_created: '(tenant, created_at, invoice_id)',
        invoices_dated: '(tenant, invoice_date, invoice_id)',
        invoices_client: '(tenant, client_id, invoice_date)',
        invoices_open: "(tenant, due_date) where status in ('sent', 'partially_applied')",
      },
    });
    await createTenantTable(db, 'billing', 'invoice_items', {
      key: ['invoice_id', 'item_id'],
      columns: `item_id uuid not null, invoice_id uuid not null, position integer not null, service_id uuid, description text not null,
        quantity numeric(18,6) not null, unit_price bigint not null, net_amount bigint not null, discount_amount bigint not null,
        tax_amount bigint not null, is_taxable boolean not null, tax_region text, tax_rate numeric(9,4), is_manual boolean not null,
        is_discount boolean not null, discount_type text, discount_percentage numeric(7,4), applies_to_item_id uuid, applies_to_service_id uuid,
        service_period_start date, service_period_end date,
        foreign key (tenant, invoice_id) references invoices on delete cascade`,
      indexes: { invoice_items_service: '(tenant, service_id) where service_id is not null' },
    });
    await createTenantTable(db, 'billing', 'payments', {
      key: ['payment_id'],
      columns: `payment_id uuid not null, invoice_id uuid not null, client_id uuid not null, currency_code text not null, amount bigint not null,
        applied_amount bigint not null, payment_method text not null, payment_date date not null, reference_number text, notes text,
        recorded_by uuid not null, ${STAMPS}, check (amount > 0), check (applied_amount between 0 and amount),
        foreign key (tenant, invoice_id) references invoices`,
      indexes: { payments_invoice: '(tenant, invoice_id, created_at)', payments_client: '(tenant, client_id, payment_date)' },
      grants: 'select, insert',
    });
  },
};
