import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** What became of the mail of a comment. */
export const commentMailMigration: Migration = {
  async up(db: MigrationDb) {
    await sql
      .raw("alter table ticket_comments add column mail_status text, add column mail_failures jsonb not null default '[]'")
      .execute(db);
  },
};
