import type { Migration } from '@psa/postgres-kit';
import { clientsMigration } from './0001-clients.ts';
import { contactsMigration } from './0002-contacts.ts';
import { textSearchMigration } from './0003-text-search.ts';
import { textFunctionsMigration } from './0004-text-functions.ts';
import { creditBalanceMigration } from './0005-credit-balance.ts';
import { textsOnNodesMigration } from './0006-texts-on-nodes.ts';
import { externalIdsMigration } from './0200-external-ids.ts';

/** In the order of their names; a released one never changes. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-clients': clientsMigration,
  '0002-contacts': contactsMigration,
  '0003-text-search': textSearchMigration,
  '0004-text-functions': textFunctionsMigration,
  '0005-credit-balance': creditBalanceMigration,
  '0006-texts-on-nodes': textsOnNodesMigration,
  '0200-external-ids': externalIdsMigration,
};
