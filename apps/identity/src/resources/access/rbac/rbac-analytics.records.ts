import type { RbacAnalytics } from '@psa/contracts-identity';
import type { Db } from '../../../identity-app.ts';

export type RbacCounts = Omit<RbacAnalytics, 'recent_changes'>;

const COUNT = `with
  given as (
    select roles.role_id, case when roles.msp then roles.role_name else roles.role_name || ' (client portal)' end as name,
      count(user_roles.user_id) as users, count(users.user_id) as active_users
    from roles
    left join user_roles on user_roles.tenant = roles.tenant and user_roles.role_id = roles.role_id
    left join users on users.tenant = user_roles.tenant and users.user_id = user_roles.user_id and not users.is_inactive
    where roles.tenant = $1 group by roles.role_id, roles.msp, roles.role_name),
  known as (
    select permissions.resource,
      exists (select from role_permissions held where held.tenant = $1 and held.permission_id = permissions.permission_id)
      or exists (select from team_permissions granted where granted.tenant = $1 and granted.permission_id = permissions.permission_id
        and granted.revoked_at is null and (granted.expires_at is null or granted.expires_at > now())) as used
    from permissions where permissions.tenant = $1)
  select (select count(*) from given) as total_roles,
    (select count(*) from known) as total_permissions,
    (select count(distinct user_id) from user_roles where tenant = $1) as total_users_with_roles,
    (select count(*) from given where active_users > 0) as active_roles,
    (select count(*) from given where users = 0) as unused_roles,
    (select count(*) from known where not used) as unused_permissions,
    (select coalesce(jsonb_object_agg(name, users), '{}') from (select name, sum(users) as users from given group by name) by_name) as role_distribution,
    (select coalesce(jsonb_object_agg(resource, permissions), '{}')
      from (select resource, count(*) as permissions from known group by resource) by_resource) as permission_distribution`;

/** Counts roles, permissions and who holds them. */
export async function countRbac(db: Db): Promise<RbacCounts> {
  const { rows } = await db.execute<RbacCounts>({ text: COUNT, name: 'psa_rbac_counts' }, [db.tenant]);
  return rows[0] as RbacCounts;
}
