import { createReplicaTable, type Migration, type MigrationDb } from '@psa/postgres-kit';

/** Copies of clients, kept by the events of their service. */
export const clientReplicasMigration: Migration = {
  async up(db: MigrationDb) {
    await createReplicaTable(
      db,
      'billing',
      'client_replicas',
      'client_id',
      'client_id uuid not null, client_name text not null, is_inactive boolean not null',
    );
  },
};
