import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** When a mailbox is due and who fetches from it are two things: what a crash leaves is due at once when its short lease ends. */
export const syncLeaseMigration: Migration = {
  async up(db: MigrationDb) {
    await sql.raw('alter table mail_providers add column lease_until timestamptz(3)').execute(db);
  },
};
