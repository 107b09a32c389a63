import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Who might be meant by what signs in, in a form that also runs before a Citus cluster: there SQL functions with parameters reach no table. */
export const candidatesOnNodesMigration: Migration = {
  async up(db: MigrationDb) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const head = `returns table (tenant_id uuid, user_id uuid, user_type text)
  language plpgsql stable security definer rows 20 set search_path = identity, pg_temp as $$
  #variable_conflict use_column
  begin return query`;

const statements = [
  `create or replace function sign_in_candidates(given_email text, given_tenant text) ${head}
    select users.tenant, users.user_id, users.user_type from users join tenants on tenants.tenant_id = users.tenant
    where users.email = given_email and not users.is_inactive and tenants.suspended_at is null
      and (given_tenant is null or tenants.slug = given_tenant
        or left(tenants.tenant_id::text, 6) || right(tenants.tenant_id::text, 6) = given_tenant)
    order by users.tenant, users.user_id limit 20;
  end $$`,
  `create or replace function oauth_candidates(given_provider text, given_issuer text, given_subject text, given_tenant text) ${head}
    select users.tenant, users.user_id, users.user_type from oauth_accounts linked
    join users on users.tenant = linked.tenant and users.user_id = linked.user_id
    join tenants on tenants.tenant_id = users.tenant
    where linked.provider = given_provider and linked.issuer = given_issuer and linked.subject = given_subject
      and not users.is_inactive and tenants.suspended_at is null
      and (given_tenant is null or tenants.slug = given_tenant
        or left(tenants.tenant_id::text, 6) || right(tenants.tenant_id::text, 6) = given_tenant)
    order by users.tenant, users.user_id limit 20;
  end $$`,
];
