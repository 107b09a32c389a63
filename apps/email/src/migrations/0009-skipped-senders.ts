import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Whose mail a tenant wants no tickets of. */
export const skippedSendersMigration: Migration = {
  async up(db: MigrationDb) {
    await sql.raw("alter table outbound_settings add column skipped_senders text[] not null default '{}'").execute(db);
  },
};
