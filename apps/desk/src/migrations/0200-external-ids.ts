import { createExternalIdTable, type Migration } from '@psa/postgres-kit';

/** Ids of rows in other systems. */
export const externalIdsMigration: Migration = {
  async up(db) {
    await createExternalIdTable(db, 'desk', 'tickets', 'ticket_id');
    await createExternalIdTable(db, 'desk', 'projects', 'project_id');
  },
};
