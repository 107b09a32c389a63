import { createSecretTables, type Migration } from '@psa/postgres-kit';

/** The keys that tenants' secrets are sealed with. */
export const dataKeysMigration: Migration = { up: (db) => createSecretTables(db, 'assets') };
