import { createIndexConcurrently, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** When a mail that its mailbox did not hand out is fetched again. */
export const fetchAgainMigration: Migration = {
  outside: [
    createIndexConcurrently({
      name: 'inbound_emails_unfetched',
      definition: "on inbound_emails (created_at) where status = 'quarantined' and reason = 'fetch_failed' and raw_blob_id is null",
    }),
  ],
  async up(db: MigrationDb) {
    await sql.raw('alter table inbound_emails add column fetch_again_at timestamptz(3)').execute(db);
  },
};
