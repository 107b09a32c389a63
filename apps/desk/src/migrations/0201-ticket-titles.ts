import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** The order of the titles of a million tickets that a page is read from. */
export const ticketTitlesMigration: Migration = {
  async up(db: MigrationDb) {
    await sql.raw('create index tickets_title on tickets (tenant, title, ticket_id)').execute(db);
  },
};
