import type { Migration } from '@psa/postgres-kit';
import { assetsMigration } from './0001-assets.ts';
import { maintenanceMigration } from './0002-maintenance.ts';
import { documentsMigration } from './0003-documents.ts';
import { relationshipsTicketsNotesMigration } from './0004-relationships-tickets-notes.ts';
import { softwareRmmMigration } from './0005-software-rmm.ts';
import { warrantyNoticesMigration } from './0006-warranty-notices.ts';
import { dataKeysMigration } from './0007-data-keys.ts';
import { unknownLocationsMigration } from './0008-unknown-locations.ts';
import { blobsMigration } from './0009-blobs.ts';
import { assetTagsMigration } from './0010-asset-tags.ts';
import { keysOnNodesMigration } from './0011-keys-on-nodes.ts';
import { externalIdsMigration } from './0200-external-ids.ts';

/** In the order of their names; a released one never changes. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-assets': assetsMigration,
  '0002-maintenance': maintenanceMigration,
  '0003-documents': documentsMigration,
  '0004-relationships-tickets-notes': relationshipsTicketsNotesMigration,
  '0005-software-rmm': softwareRmmMigration,
  '0006-warranty-notices': warrantyNoticesMigration,
  '0007-data-keys': dataKeysMigration,
  '0008-unknown-locations': unknownLocationsMigration,
  '0009-blobs': blobsMigration,
  '0010-asset-tags': assetTagsMigration,
  '0011-keys-on-nodes': keysOnNodesMigration,
  '0200-external-ids': externalIdsMigration,
};
