import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';

/** Copies of clients, kept by the events of their service. */
export const clientReplicasMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'billing', 'client_replicas', {
      key: ['client_id'],
      columns: `client_id uuid not null, client_name text not null, is_inactive boolean not null,
        is_deleted boolean not null default false, version integer not null`,
    });
  },
};
