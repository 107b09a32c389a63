import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Sessions, the counts by which guessing passwords ends, and the way from an e-mail address to the users that have it. */
export const sessionsMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'identity', 'auth_sessions', {
      key: ['session_id'],
      columns: `session_id uuid not null, user_id uuid not null, login_method text not null, ip_address text, user_agent text,
        device_fingerprint text not null, device_name text not null, device_type text not null,
        last_activity_at timestamptz(3) not null default now(), expires_at timestamptz(3) not null, revoked_at timestamptz(3),
        revoked_reason text
          check (revoked_reason in ('user_logout', 'user_logout_all', 'admin_revoke', 'max_sessions', 'security', 'scim', 'inactivity', 'expired')),
        version integer not null default 1, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
        check ((revoked_at is null) = (revoked_reason is null)), foreign key (tenant, user_id) references users on delete cascade`,
      // The daily round removes what ended long ago across tenants.
      workerGrants: 'select, delete',
    });
    await run(db, 'create index auth_sessions_active on auth_sessions (tenant, user_id, last_activity_at) where revoked_at is null');
    await run(db, 'create index auth_sessions_created on auth_sessions (tenant, created_at, session_id)');
    await run(db, 'create index auth_sessions_end on auth_sessions (coalesce(revoked_at, expires_at))');
    await createSignInAttempts(db);
    await createSignInCandidates(db);
  },
};

/**
 * What is counted of attempts to sign in, by a digest of what they have in common: an account may be nobody's, so the counts belong
 * to no tenant.
 */
async function createSignInAttempts(db: MigrationDb): Promise<void> {
  await run(
    db,
    'create table sign_in_attempts (subject text primary key, attempts integer not null, window_ends_at timestamptz(3) not null)',
  );
  await run(db, 'create index sign_in_attempts_end on sign_in_attempts (window_ends_at)');
  await run(db, 'grant select, insert, update, delete on sign_in_attempts to psa_identity_app');
  await run(db, 'grant select, delete on sign_in_attempts to psa_identity_worker');
}

/**
 * Who might be meant by an address before a tenant is known. It runs with the owner's rights, to whom row-level security shows all
 * tenants, and tells ids alone; a slug is the tenant's own, or the first and last six digits of its id.
 */
async function createSignInCandidates(db: MigrationDb): Promise<void> {
  await run(db, 'create index users_email_of_any_tenant on users (email) where not is_inactive');
  await run(
    db,
    `create function sign_in_candidates(given_email text, given_tenant text) returns table (tenant_id uuid, user_id uuid, user_type text)
    language sql stable security definer set search_path = identity, pg_temp as $$
      select users.tenant, users.user_id, users.user_type from users join tenants on tenants.tenant_id = users.tenant
      where users.email = given_email and not users.is_inactive and tenants.suspended_at is null
        and (given_tenant is null or tenants.slug = given_tenant
          or left(tenants.tenant_id::text, 6) || right(tenants.tenant_id::text, 6) = given_tenant)
      order by users.tenant, users.user_id limit 20
    $$`,
  );
  await run(db, 'revoke execute on function sign_in_candidates(text, text) from public');
  await run(db, 'grant execute on function sign_in_candidates(text, text) to psa_identity_app');
}

async function run(db: MigrationDb, statement: string): Promise<void> {
  await sql.raw(statement).execute(db);
}
