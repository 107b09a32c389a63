import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** In which channels tickets are: it tells who sees them. Of copies from before it is asked when it is needed. */
export const channelsOfTicketsMigration: Migration = {
  async up(db: MigrationDb) {
    await sql.raw('alter table ticket_replicas add column channel_id uuid').execute(db);
    await sql.raw('create index ticket_replicas_no_channel on ticket_replicas (tenant, ticket_id) where channel_id is null').execute(db);
  },
};
