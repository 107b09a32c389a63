import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Accounts at other providers that users sign in with, and what was used up in signing in. */
export const oauthAccountsMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'identity', 'oauth_accounts', {
      key: ['oauth_account_id'],
      columns: `oauth_account_id uuid not null, user_id uuid not null, provider text not null, issuer text not null, subject text not null, email text,
        sealed_tokens text not null, created_at timestamptz(3) not null default now(), last_used_at timestamptz(3) not null,
        unique (tenant, user_id, provider), foreign key (tenant, user_id) references users on delete cascade`,
    });
    // An account is that of one user of each portal; which tenant is meant is not known when it comes.
    await run(db, 'create index oauth_accounts_subject on oauth_accounts (subject, provider, issuer)');
    await run(
      db,
      `create function oauth_candidates(given_provider text, given_issuer text, given_subject text, given_tenant text)
      returns table (tenant_id uuid, user_id uuid, user_type text) language sql stable security definer set search_path = identity, pg_temp as $$
        select users.tenant, users.user_id, users.user_type from oauth_accounts linked
        join users on users.tenant = linked.tenant and users.user_id = linked.user_id
        join tenants on tenants.tenant_id = users.tenant
        where linked.provider = given_provider and linked.issuer = given_issuer and linked.subject = given_subject
          and not users.is_inactive and tenants.suspended_at is null
          and (given_tenant is null or tenants.slug = given_tenant
            or left(tenants.tenant_id::text, 6) || right(tenants.tenant_id::text, 6) = given_tenant)
        order by users.tenant, users.user_id limit 20
      $$`,
    );
    await run(db, 'revoke execute on function oauth_candidates(text, text, text, text) from public');
    await run(db, 'grant execute on function oauth_candidates(text, text, text, text) to psa_identity_app');

    await run(db, 'create table spent_nonces (nonce text primary key, expires_at timestamptz(3) not null)');
    await run(db, 'create index spent_nonces_end on spent_nonces (expires_at)');
    await run(db, 'grant select, insert on spent_nonces to psa_identity_app');
    await run(db, 'grant select, delete on spent_nonces to psa_identity_worker');
  },
};

async function run(db: MigrationDb, statement: string): Promise<void> {
  await sql.raw(statement).execute(db);
}
