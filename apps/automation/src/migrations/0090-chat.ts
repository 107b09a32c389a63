import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';

/** Whether a tenant uses the assistant. */
export const chatMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'automation', 'chat_settings', {
      key: ['scope'],
      columns:
        'scope text not null, is_enabled boolean not null, version integer not null, updated_at timestamptz(3) not null default now()',
      grants: 'select, insert, update',
    });
  },
};
