import { createKitTables, createSecretTables, createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';

/** The kit's tables, and the copies of tenants that public addresses are resolved by. */
export const automationMigration: Migration = {
  async up(db: MigrationDb) {
    await createKitTables(db, 'automation');
    await createSecretTables(db, 'automation');
    await createTenantTable(db, 'automation', 'tenant_replicas', {
      key: ['slug'],
      columns:
        'slug text not null, is_suspended boolean not null default false, version integer not null, updated_at timestamptz(3) not null default now()',
      workerGrants: 'select',
    });
  },
};
