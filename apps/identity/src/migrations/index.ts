import type { Migration } from '@psa/postgres-kit';
import { identityMigration } from './0001-identity.ts';
import { sessionsMigration } from './0010-sessions.ts';
import { secondFactorsMigration } from './0020-second-factors.ts';
import { oauthAccountsMigration } from './0021-oauth-accounts.ts';
import { passkeysMigration } from './0022-passkeys.ts';
import { auditMigration } from './0030-audit.ts';
import { usersMigration } from './0031-users.ts';
import { licencesMigration } from './0032-licences.ts';
import { accountMailMigration } from './0033-account-mail.ts';
import { teamsMigration } from './0040-teams.ts';
import { portalUsersMigration } from './0050-portal-users.ts';
import { apiKeyScopesMigration } from './0060-api-key-scopes.ts';
import { wrongCodesMigration } from './0061-wrong-codes.ts';
import { candidatesOnNodesMigration } from './0062-candidates-on-nodes.ts';
import { keysOnNodesMigration } from './0063-keys-on-nodes.ts';
import { seededRolesMigration } from './0064-seeded-roles.ts';
import { externalIdsMigration } from './0200-external-ids.ts';

/** In the order of their names; a released one never changes. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-identity': identityMigration,
  '0010-sessions': sessionsMigration,
  '0020-second-factors': secondFactorsMigration,
  '0021-oauth-accounts': oauthAccountsMigration,
  '0022-passkeys': passkeysMigration,
  '0030-audit': auditMigration,
  '0031-users': usersMigration,
  '0032-licences': licencesMigration,
  '0033-account-mail': accountMailMigration,
  '0040-teams': teamsMigration,
  '0050-portal-users': portalUsersMigration,
  '0060-api-key-scopes': apiKeyScopesMigration,
  '0061-wrong-codes': wrongCodesMigration,
  '0062-candidates-on-nodes': candidatesOnNodesMigration,
  '0063-keys-on-nodes': keysOnNodesMigration,
  '0064-seeded-roles': seededRolesMigration,
  '0200-external-ids': externalIdsMigration,
};
