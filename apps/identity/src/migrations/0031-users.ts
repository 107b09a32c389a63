import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

const SERVICE = 'identity';

/** Users who are forgotten but referred to, their pictures and preferences, and the copies of contacts that client users are. */
export const usersMigration: Migration = {
  async up(db: MigrationDb) {
    await sql.raw('alter table users add column deleted_at timestamptz(3), add column password_changed_at timestamptz(3)').execute(db);
    await createTenantTable(db, SERVICE, 'user_preferences', {
      key: ['user_id', 'name'],
      columns: `user_id uuid not null, name text not null, value jsonb not null, updated_at timestamptz(3) not null default now(),
        foreign key (tenant, user_id) references users on delete cascade`,
    });
    await createTenantTable(db, SERVICE, 'user_avatars', {
      key: ['user_id'],
      columns: `user_id uuid not null, bytes bytea not null, sha256 text not null, updated_at timestamptz(3) not null default now(),
        foreign key (tenant, user_id) references users on delete cascade`,
    });
    await createTenantTable(db, SERVICE, 'contact_replicas', {
      key: ['contact_id'],
      columns:
        'contact_id uuid not null, client_id uuid, is_inactive boolean not null, is_deleted boolean not null, version integer not null',
    });
    const statements = [
      'create index users_client on users (tenant, client_id) where client_id is not null',
      'create index users_reports_to on users (tenant, reports_to) where reports_to is not null',
      'create index users_contact on users (tenant, contact_id) where contact_id is not null',
      // What seats are counted by, each time one is taken.
      "create index users_seats on users (tenant) where user_type = 'internal' and not is_inactive",
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
