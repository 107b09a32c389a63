import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Ticket templates. */
export const ticketTemplateMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'desk', 'ticket_templates', {
      key: ['ticket_template_id'],
      columns: `ticket_template_id uuid not null, name text not null, notes text, is_active boolean not null, ticket jsonb not null,
        checklist jsonb not null, version integer not null default 1, created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now()`,
    });
    await sql.raw('create index ticket_templates_created on ticket_templates (tenant, created_at, ticket_template_id)').execute(db);
    await sql.raw('create unique index ticket_templates_name on ticket_templates (tenant, lower(name))').execute(db);
  },
};
