import { createExternalIdTable, type Migration } from '@psa/postgres-kit';

/** Ids of rows in other systems. */
export const externalIdsMigration: Migration = {
  async up(db) {
    await createExternalIdTable(db, 'assets', 'assets', 'asset_id');
  },
};
