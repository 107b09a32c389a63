import { createKitTables, createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

const SERVICE = 'identity';

/** Tenants, users, roles, permissions and API keys. */
export const identityMigration: Migration = {
  async up(db: MigrationDb) {
    await createKitTables(db, SERVICE);
    await createTenants(db);
    await createUsersAndRoles(db);
    await createApiKeys(db);
  },
};

/** The one table that says which tenants there are. It has no row-level security: it is read before a tenant is known. */
async function createTenants(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create table tenants (tenant_id uuid primary key, slug text not null unique, name text not null, suspended_at timestamptz(3),
    access_catalogue text not null, version integer not null default 1,
    created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now())`,
  );
  await run(db, 'grant select, insert, update on tenants to psa_identity_app');
  await run(db, 'grant select on tenants to psa_identity_worker');
}

async function createUsersAndRoles(db: MigrationDb): Promise<void> {
  await createTenantTable(db, SERVICE, 'users', {
    key: ['user_id'],
    columns: `user_id uuid not null, username text not null check (username = lower(username)), email text not null check (email = lower(email)),
      password_hash text, first_name text, last_name text, phone text, timezone text, image text,
      user_type text not null check (user_type in ('internal', 'client', 'admin', 'contractor')), contact_id uuid, client_id uuid,
      two_factor_enabled boolean not null default false, two_factor_required_new_device boolean not null default false,
      is_google_user boolean not null default false, is_inactive boolean not null default false, reports_to uuid,
      last_login_at timestamptz(3), last_login_method text, version integer not null default 1,
      created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
      foreign key (tenant) references tenants, foreign key (tenant, reports_to) references users`,
  });
  // The same person may be a user of both portals.
  await run(db, 'create unique index users_email on users (tenant, user_type, email)');
  await run(db, 'create unique index users_username on users (tenant, user_type, username)');
  await run(db, 'create index users_created on users (tenant, created_at, user_id)');

  await createTenantTable(db, SERVICE, 'permissions', {
    key: ['permission_id'],
    columns: `permission_id uuid not null, resource text not null, action text not null, description text, msp boolean not null, client boolean not null,
      created_at timestamptz(3) not null default now(), foreign key (tenant) references tenants`,
  });
  await run(db, 'create unique index permissions_pair on permissions (tenant, resource, action)');

  await createTenantTable(db, SERVICE, 'roles', {
    key: ['role_id'],
    columns: `role_id uuid not null, role_name text not null, description text, msp boolean not null, client boolean not null,
      is_template boolean not null default false, version integer not null default 1,
      created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(), foreign key (tenant) references tenants`,
  });
  // Names repeat across portals: there are two Admins and two Finances.
  await run(db, 'create unique index roles_msp_name on roles (tenant, lower(role_name)) where msp');
  await run(db, 'create unique index roles_client_name on roles (tenant, lower(role_name)) where client');

  await createTenantTable(db, SERVICE, 'role_permissions', {
    key: ['role_id', 'permission_id'],
    columns: `role_id uuid not null, permission_id uuid not null, created_at timestamptz(3) not null default now(),
      foreign key (tenant, role_id) references roles on delete cascade, foreign key (tenant, permission_id) references permissions`,
  });
  await run(db, 'create index role_permissions_permission on role_permissions (tenant, permission_id)');

  await createTenantTable(db, SERVICE, 'user_roles', {
    key: ['user_id', 'role_id'],
    columns: `user_id uuid not null, role_id uuid not null, created_at timestamptz(3) not null default now(),
      foreign key (tenant, user_id) references users on delete cascade, foreign key (tenant, role_id) references roles`,
  });
  await run(db, 'create index user_roles_role on user_roles (tenant, role_id)');
}

async function createApiKeys(db: MigrationDb): Promise<void> {
  await createTenantTable(db, SERVICE, 'api_keys', {
    key: ['api_key_id'],
    columns: `api_key_id uuid not null, user_id uuid not null, key_id text not null, description text, purpose text not null default 'general', metadata jsonb,
      usage_limit integer, usage_count integer not null default 0, last_used_at timestamptz(3), expires_at timestamptz(3), revoked_at timestamptz(3),
      version integer not null default 1, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
      foreign key (tenant, user_id) references users on delete cascade`,
    // The hourly round looks for keys at their end across tenants.
    workerGrants: 'select',
  });
  await run(db, 'create index api_keys_created on api_keys (tenant, created_at, api_key_id)');
  await run(db, 'create index api_keys_user on api_keys (tenant, user_id)');

  // Apart from the keys, so that no list of keys can bring a hash along; more than one while a rotation's grace lasts.
  await createTenantTable(db, SERVICE, 'api_key_secrets', {
    key: ['key_id'],
    columns: `key_id text not null, api_key_id uuid not null, hash text not null, valid_until timestamptz(3),
      created_at timestamptz(3) not null default now(), foreign key (tenant, api_key_id) references api_keys on delete cascade`,
  });
  await run(db, 'create index api_key_secrets_key on api_key_secrets (tenant, api_key_id)');

  // Says which tenant to look in for a key, and nothing else: read before a tenant is known, so without row-level security.
  await run(db, 'create table api_key_lookup (key_id text primary key, tenant_id uuid not null references tenants on delete cascade)');
  await run(db, 'grant select, insert, delete on api_key_lookup to psa_identity_app');

  await createTenantTable(db, SERVICE, 'rate_limits', {
    key: ['rate_limit_id'],
    columns: `rate_limit_id uuid not null, api_key_id uuid, max_tokens integer not null check (max_tokens > 0), refill_per_min integer not null check (refill_per_min > 0),
      created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
      foreign key (tenant) references tenants, foreign key (tenant, api_key_id) references api_keys on delete cascade`,
  });
  // The one without a key is the tenant's own.
  await run(db, 'create unique index rate_limits_subject on rate_limits (tenant, api_key_id) nulls not distinct');
}

async function run(db: MigrationDb, statement: string): Promise<void> {
  await sql.raw(statement).execute(db);
}
