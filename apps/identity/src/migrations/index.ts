import type { Migration } from '@psa/postgres-kit';
import { identityMigration } from './0001-identity.ts';
import { auditMigration } from './0030-audit.ts';

/** In the order of their names; a released one never changes. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-identity': identityMigration,
  '0030-audit': auditMigration,
};
