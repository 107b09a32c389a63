import { createSecretTables, createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Secrets of authenticator apps, recovery codes, and the devices on which neither is asked for. */
export const secondFactorsMigration: Migration = {
  async up(db: MigrationDb) {
    await createSecretTables(db, 'identity');
    await createTenantTable(db, 'identity', 'two_factors', {
      key: ['user_id'],
      columns: `user_id uuid not null, sealed_secret text not null, last_used_step bigint not null,
        created_at timestamptz(3) not null default now(), foreign key (tenant, user_id) references users on delete cascade`,
    });
    await createTenantTable(db, 'identity', 'recovery_codes', {
      key: ['user_id', 'code_hash'],
      columns: `user_id uuid not null, code_hash text not null, used_at timestamptz(3), created_at timestamptz(3) not null default now(),
        foreign key (tenant, user_id) references two_factors on delete cascade`,
    });
    await createTenantTable(db, 'identity', 'trusted_devices', {
      key: ['device_id'],
      columns: `device_id uuid not null, user_id uuid not null, secret_hash text not null, device_name text not null, ip_address text,
        created_at timestamptz(3) not null default now(), last_used_at timestamptz(3), expires_at timestamptz(3) not null,
        foreign key (tenant, user_id) references two_factors on delete cascade`,
    });
    await sql.raw('create index trusted_devices_user on trusted_devices (tenant, user_id, created_at)').execute(db);
  },
};
