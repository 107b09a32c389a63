import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** The orders of tickets in which rows without a value come last, and the names of clients they are sorted by. */
export const ticketSortsMigration: Migration = {
  async up(db: MigrationDb) {
    for (const statement of [
      'create index tickets_due_last on tickets (tenant, due_date desc nulls last, ticket_id desc)',
      'create index tickets_closed_first on tickets (tenant, closed_at, ticket_id)',
      'create index client_replicas_sort on client_replicas (tenant, client_name)',
    ])
      await sql.raw(statement).execute(db);
  },
};
