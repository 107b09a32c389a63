import { createKitTables, type Migration, type MigrationDb } from '@psa/postgres-kit';

/** What every service keeps beside its own tables: outbox, inbox, idempotency and row counts. */
export const kitTablesMigration: Migration = {
  async up(db: MigrationDb) {
    await createKitTables(db, 'email');
  },
};
