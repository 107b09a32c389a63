import type { Migration } from '@psa/postgres-kit';
import { kitTablesMigration } from './0000-kit-tables.ts';
import { emailMigration } from './0001-email.ts';
import { deletedUsersMigration } from './0002-deleted-users.ts';
import { imapIdleMigration } from './0003-imap-idle.ts';
import { blobsMigration } from './0004-blobs.ts';
import { syncLeaseMigration } from './0005-sync-lease.ts';
import { mailDeliveryMigration } from './0007-mail-delivery.ts';
import { failingMailMigration } from './0008-failing-mail.ts';
import { skippedSendersMigration } from './0009-skipped-senders.ts';
import { awaitedMailsMigration } from './0010-awaited-mails.ts';
import { fetchAgainMigration } from './0011-fetch-again.ts';

/** In the order of their names; a released one never changes. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0000-kit-tables': kitTablesMigration,
  '0001-email': emailMigration,
  '0002-deleted-users': deletedUsersMigration,
  '0003-imap-idle': imapIdleMigration,
  '0004-blobs': blobsMigration,
  '0005-sync-lease': syncLeaseMigration,
  '0007-mail-delivery': mailDeliveryMigration,
  '0008-failing-mail': failingMailMigration,
  '0009-skipped-senders': skippedSendersMigration,
  '0010-awaited-mails': awaitedMailsMigration,
  '0011-fetch-again': fetchAgainMigration,
};
