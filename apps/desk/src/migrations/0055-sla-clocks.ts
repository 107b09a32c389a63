import { type Migration, type MigrationDb, openToWorker } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** The clock of the next answer, what happens when a target is missed, and who is told of a comment. */
export const slaClocksMigration: Migration = {
  async up(db: MigrationDb) {
    for (const statement of [
      `alter table tickets add update_since timestamptz(3), add update_paused_minutes integer not null default 0,
        add update_due_at timestamptz(3), add update_breached_at timestamptz(3)`,
      'alter table channels add sla_escalation jsonb',
      "alter table ticket_comments add notifies text not null default 'everyone'",
      `create index tickets_update_due on tickets (update_due_at)
        where not is_closed and update_breached_at is null and sla_paused_since is null`,
    ])
      await sql.raw(statement).execute(db);
    await openToWorker(
      db,
      'desk',
      'tickets',
      `select (tenant, ticket_id, is_closed, sla_paused_since, first_response_at, response_due_at, response_breached_at, resolution_due_at,
        resolution_breached_at, update_due_at, update_breached_at)`,
    );
  },
};
