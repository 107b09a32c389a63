import { createTenantTable, type Migration, type MigrationDb, openToWorker } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Tickets that are opened by the calendar. */
export const recurringTicketMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'desk', 'recurring_tickets', {
      key: ['recurring_ticket_id'],
      columns: `recurring_ticket_id uuid not null, name text not null, ticket_template_id uuid not null, client_id uuid not null,
        contact_name_id uuid, location_id uuid, assigned_to uuid, title text, rrule text not null, start_date timestamptz(3) not null,
        end_date timestamptz(3), timezone text not null, is_active boolean not null, next_run_at timestamptz(3), last_run_at timestamptz(3),
        last_ticket_id uuid, last_error text, version integer not null default 1, created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(), foreign key (tenant, ticket_template_id) references ticket_templates`,
    });
    for (const index of [
      'recurring_tickets_created on recurring_tickets (tenant, created_at, recurring_ticket_id)',
      'recurring_tickets_template on recurring_tickets (tenant, ticket_template_id)',
      'recurring_tickets_due on recurring_tickets (next_run_at) where is_active',
    ])
      await sql.raw(`create index ${index}`).execute(db);
    await openToWorker(db, 'desk', 'recurring_tickets', 'select (tenant, recurring_ticket_id, next_run_at, is_active)');
  },
};
