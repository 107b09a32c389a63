import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** One process at a time waits for mail in an IMAP mailbox. */
export const imapIdleMigration: Migration = {
  async up(db: MigrationDb) {
    await sql.raw('alter table mail_providers add column idle_lease uuid').execute(db);
  },
};
