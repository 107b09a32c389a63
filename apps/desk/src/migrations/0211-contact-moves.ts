import { createQueueTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Tickets and projects that follow a contact into the one it was merged into, page by page. */
export const contactMovesMigration: Migration = {
  async up(db: MigrationDb) {
    await createQueueTable(db, 'desk', 'contact_move_jobs');
    await sql.raw('alter table contact_replicas add column merged_into uuid').execute(db);
  },
};
