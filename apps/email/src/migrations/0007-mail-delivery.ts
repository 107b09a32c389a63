import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** What became of a mail for each of its recipients, whether a program wrote it, and which mails a mailbox does not hand out. */
export const mailDeliveryMigration: Migration = {
  async up(db: MigrationDb) {
    await sql
      .raw(
        `alter table outbound_emails add column recipients_suppressed text[] not null default '{}', add column recipients_done text[] not null default '{}',
          add column is_automatic boolean not null default false`,
      )
      .execute(db);
    await sql.raw("alter table mail_providers add column fetch_failures jsonb not null default '{}'").execute(db);
  },
};
