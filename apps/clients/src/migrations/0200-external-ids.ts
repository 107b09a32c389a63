import { createExternalIdTable, type Migration } from '@psa/postgres-kit';

/** Ids of rows in other systems. */
export const externalIdsMigration: Migration = {
  async up(db) {
    await createExternalIdTable(db, 'clients', 'clients', 'client_id');
    await createExternalIdTable(db, 'clients', 'client_locations', 'location_id');
    await createExternalIdTable(db, 'clients', 'contacts', 'contact_name_id');
  },
};
