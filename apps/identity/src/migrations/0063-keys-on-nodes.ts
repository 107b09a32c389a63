import { createSetNullKey, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** A reference that becomes null when its row goes, in a form that lets tenants lie on several nodes. */
export const keysOnNodesMigration: Migration = {
  async up(db: MigrationDb) {
    await sql.raw('alter table account_mails drop constraint account_mails_tenant_token_id_fkey').execute(db);
    await createSetNullKey(db, 'identity', { table: 'account_mails', column: 'token_id', of: 'account_tokens', key: 'token_id' });
  },
};
