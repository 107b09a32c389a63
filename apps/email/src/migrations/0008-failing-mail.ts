import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** How often the processing of a mail failed, or ended with its process; and what waits to be processed, by its Message-ID. */
export const failingMailMigration: Migration = {
  async up(db: MigrationDb) {
    await sql
      .raw('alter table inbound_emails add column failures integer not null default 0, add column crashes integer not null default 0')
      .execute(db);
    await sql.raw("create index inbound_emails_waiting on inbound_emails (tenant, rfc_message_id) where status = 'received'").execute(db);
  },
};
