import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Which mails answers wait for that came before them. */
export const awaitedMailsMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'email', 'awaited_mails', {
      key: ['message_id', 'rfc_message_id'],
      columns: 'message_id uuid not null, rfc_message_id text not null',
    });
    await sql.raw('create index awaited_mails_original on awaited_mails (tenant, rfc_message_id)').execute(db);
  },
};
