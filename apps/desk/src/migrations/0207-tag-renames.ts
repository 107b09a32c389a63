import { createQueueTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Entities that follow a renamed tag, page by page. */
export const tagRenamesMigration: Migration = {
  async up(db: MigrationDb) {
    await createQueueTable(db, 'desk', 'tag_rename_jobs');
    await sql.raw('create index tag_mappings_page on tag_mappings (tenant, definition_id, tag_id)').execute(db);
    await sql.raw('drop index tag_mappings_definition').execute(db);
  },
};
