import { createReplicaTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Copies of clients with their locations, contacts, users and teams, kept by the events of their services. */
export const replicasMigration: Migration = {
  async up(db: MigrationDb) {
    const tables: Record<string, readonly [key: string, columns: string]> = {
      client_replicas: ['client_id', 'client_id uuid not null, client_name text not null, is_inactive boolean not null'],
      location_replicas: [
        'location_id',
        'location_id uuid not null, client_id uuid not null, location_name text, is_active boolean not null',
      ],
      contact_replicas: [
        'contact_name_id',
        'contact_name_id uuid not null, full_name text not null, email text not null, client_id uuid, is_inactive boolean not null',
      ],
      user_replicas: [
        'user_id',
        `user_id uuid not null, full_name text not null, first_name text, last_name text, email text not null, user_type text not null,
         is_inactive boolean not null`,
      ],
      team_replicas: ['team_id', 'team_id uuid not null, team_name text not null'],
    };
    for (const [name, [key, columns]] of Object.entries(tables)) await createReplicaTable(db, 'desk', name, key, columns);
    await sql.raw('create index client_replicas_name on client_replicas (tenant, lower(client_name))').execute(db);
  },
};
