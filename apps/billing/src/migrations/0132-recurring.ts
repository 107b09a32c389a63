import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

const STAMPS = `version integer not null default 1, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()`;

/** Templates of contract lines, invoices that are made again and again, and when an assignment ended. */
export const recurringMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'billing', 'line_templates', {
      key: ['template_id'],
      columns: `template_id uuid not null, template_name text not null, template_description text, contract_line_type text not null,
        billing_frequency text not null, base_rate bigint, default_services jsonb not null, is_public boolean not null, created_by uuid not null, ${STAMPS}`,
    });
    await sql.raw('create unique index line_templates_name on line_templates (tenant, lower(template_name))').execute(db);
    await createTenantTable(db, 'billing', 'recurring_invoices', {
      key: ['template_id'],
      columns: `template_id uuid not null, client_id uuid not null, name text not null, frequency text not null, start_date date not null, end_date date,
        max_generations integer, generated_count integer not null default 0, next_generation_date date, last_error text, is_active boolean not null,
        invoice_template jsonb not null, ${STAMPS}`,
      workerGrants: 'select',
      indexes: {
        recurring_invoices_created: '(tenant, created_at, template_id)',
        recurring_invoices_due: '(next_generation_date) where is_active and next_generation_date is not null',
      },
    });
    await sql.raw('alter table client_contract_lines add column ended_on date').execute(db);
    await sql.raw("update client_contract_lines set ended_on = (updated_at at time zone 'UTC')::date where not is_active").execute(db);
  },
};
