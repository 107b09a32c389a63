import type { Migration } from '@psa/postgres-kit';
import { kitTablesMigration } from './0000-kit-tables.ts';
import { emailMigration } from './0001-email.ts';
import { deletedUsersMigration } from './0002-deleted-users.ts';

/** In the order of their names; a released one never changes. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0000-kit-tables': kitTablesMigration,
  '0001-email': emailMigration,
  '0002-deleted-users': deletedUsersMigration,
};
