import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

const STAMPS = `version integer not null default 1, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()`;

/** How the PDF of invoices looks. Every design is kept, so that final invoices keep theirs. */
export const invoiceTemplatesMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'billing', 'invoice_templates', {
      key: ['invoice_template_id'],
      columns: `invoice_template_id uuid not null, template_name text not null, is_default boolean not null, is_deleted boolean not null default false,
        design integer not null default 1, ${STAMPS}`,
      indexes: { invoice_templates_named: '(tenant, template_name, invoice_template_id) where not is_deleted' },
    });
    await createTenantTable(db, 'billing', 'invoice_template_designs', {
      key: ['invoice_template_id', 'design'],
      columns: `invoice_template_id uuid not null, design integer not null, paper_size text not null, accent_color text, header_text text,
        footer_text text, logo text, foreign key (tenant, invoice_template_id) references invoice_templates`,
      grants: 'select, insert',
    });
    for (const statement of [
      'create unique index invoice_templates_name on invoice_templates (tenant, lower(template_name)) where not is_deleted',
      'create unique index invoice_templates_default on invoice_templates (tenant) where is_default and not is_deleted',
      'alter table client_billing add column invoice_template_id uuid',
      'alter table invoices add column invoice_template_id uuid, add column template_design integer',
    ])
      await sql.raw(statement).execute(db);
  },
};
