import { type Migration, type MigrationDb, openToWorker } from '@psa/postgres-kit';

/** Who was to hand in a sheet is looked for over all tenants. */
export const expectedSheetsMigration: Migration = {
  async up(db: MigrationDb) {
    await openToWorker(db, 'time', 'working_hours', 'select');
    await openToWorker(db, 'time', 'user_replicas', 'select');
  },
};
