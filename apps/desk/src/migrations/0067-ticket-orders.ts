import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Orders of a million tickets that a page is read from. Tags are found by their mappings: no search used the index of the array. */
export const ticketOrdersMigration: Migration = {
  async up(db: MigrationDb) {
    for (const statement of [
      'drop index tickets_tags',
      'create index tickets_closed on tickets (tenant, closed_at desc nulls last, ticket_id desc)',
      'create index tickets_due on tickets (tenant, due_date, ticket_id)',
      'create index tickets_channel on tickets (tenant, channel_id, updated_at, ticket_id)',
    ])
      await sql.raw(statement).execute(db);
  },
};
