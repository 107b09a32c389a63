import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Public halves of the keys that users sign in with. */
export const passkeysMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'identity', 'passkeys', {
      key: ['passkey_id'],
      columns: `passkey_id uuid not null, user_id uuid not null, credential_id text not null, public_key text not null, counter bigint not null,
        transports jsonb not null, device_type text not null check (device_type in ('singleDevice', 'multiDevice')), backed_up boolean not null, name text not null,
        version integer not null default 1, created_at timestamptz(3) not null default now(), last_used_at timestamptz(3),
        unique (tenant, credential_id), foreign key (tenant, user_id) references users on delete cascade`,
    });
    await sql.raw('create index passkeys_user on passkeys (tenant, user_id, created_at)').execute(db);
  },
};
