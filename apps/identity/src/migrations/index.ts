import type { Migration } from '@psa/postgres-kit';
import { identityMigration } from './0001-identity.ts';
import { sessionsMigration } from './0010-sessions.ts';
import { auditMigration } from './0030-audit.ts';
import { teamsMigration } from './0040-teams.ts';

/** In the order of their names; a released one never changes. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-identity': identityMigration,
  '0010-sessions': sessionsMigration,
  '0030-audit': auditMigration,
  '0040-teams': teamsMigration,
};
