import { createReplicaTable, type Migration, type MigrationDb } from '@psa/postgres-kit';

/** Copies of what time is logged on and by whom, kept by the events of their services. */
export const replicasMigration: Migration = {
  async up(db: MigrationDb) {
    const create = (name: string, key: string, columns: string) => createReplicaTable(db, 'time', name, key, columns);
    await create(
      'user_replicas',
      'user_id',
      'user_id uuid not null, full_name text not null, email text not null, user_type text not null, timezone text, is_inactive boolean not null',
    );
    await create('client_replicas', 'client_id', 'client_id uuid not null, client_name text not null, is_inactive boolean not null');
    await create(
      'ticket_replicas',
      'ticket_id',
      'ticket_id uuid not null, title text not null, ticket_number text not null, client_id uuid',
    );
    await create(
      'task_replicas',
      'task_id',
      'task_id uuid not null, task_name text not null, project_id uuid, project_name text not null, client_id uuid',
    );
    await create(
      'service_replicas',
      'service_id',
      'service_id uuid not null, service_name text not null, billing_method text not null, default_rate bigint not null, is_active boolean not null',
    );
  },
};
