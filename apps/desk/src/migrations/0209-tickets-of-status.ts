import { createIndexConcurrently, type Migration } from '@psa/postgres-kit';

/** Tickets of a status by their priority: counted, and shown in order, without those of other priorities. */
export const ticketsOfStatusMigration: Migration = {
  outside: [
    createIndexConcurrently({
      name: 'tickets_status_priority',
      definition: 'on tickets (tenant, status_id, entered_at, ticket_id, priority_id)',
    }),
  ],
  async up() {},
};
