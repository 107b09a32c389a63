import { createQueueTable, type Migration, type MigrationDb } from '@psa/postgres-kit';

/** Tickets and projects that follow a contact into the one it was merged into, page by page. */
export const contactMovesMigration: Migration = {
  async up(db: MigrationDb) {
    await createQueueTable(db, 'desk', 'contact_move_jobs');
  },
};
