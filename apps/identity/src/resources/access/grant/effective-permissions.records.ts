import { lockInTenant, statement } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Db } from '../../../identity-app.ts';
import type { Tables } from '../../../tables.ts';
import type { Held } from './grant.rules.ts';

/**
 * The permission a row names. `offset 0` has it looked up by its key for each row: joined freely, Postgres has been seen to read
 * all of the tenant's for each while it knew little of the table, which took 30 ms for an administrator.
 */
function permissionOf(row: string) {
  return sql`(select named.resource, named.action, named.msp, named.client from permissions named
    where named.tenant = ${sql.ref(`${row}.tenant`)} and named.permission_id = ${sql.ref(`${row}.permission_id`)} offset 0)`;
}

/**
 * Where a user's permissions come from, a row for each: roles and permissions of the portal the user enters by, and what the
 * teams of the MSP's own people were granted. An expression in a query that has the users.
 * @param user alias of the users
 */
function sourcesOf(user: string) {
  const at = (column: string) => sql.ref(`${user}.${column}`);
  return sql`(
    select permissions.resource || ':' || permissions.action as name, null::timestamptz as until, roles.role_name, null::text as team_name
    from user_roles
    join roles on roles.tenant = user_roles.tenant and roles.role_id = user_roles.role_id
    join role_permissions on role_permissions.tenant = roles.tenant and role_permissions.role_id = roles.role_id
    cross join lateral ${permissionOf('role_permissions')} as permissions
    where user_roles.tenant = ${at('tenant')} and user_roles.user_id = ${at('user_id')}
      and case ${at('user_type')} when 'client' then roles.client and permissions.client else roles.msp and permissions.msp end
    union all
    select permissions.resource || ':' || permissions.action, granted.expires_at, null, teams.team_name
    from team_members
    join teams on teams.tenant = team_members.tenant and teams.team_id = team_members.team_id
    join team_permissions granted on granted.tenant = teams.tenant and granted.team_id = teams.team_id
      and granted.revoked_at is null and (granted.expires_at is null or granted.expires_at > now())
    cross join lateral ${permissionOf('granted')} as permissions
    where team_members.tenant = ${at('tenant')} and team_members.user_id = ${at('user_id')} and ${at('user_type')} <> 'client' and permissions.msp
  )`;
}

/** Names of everything a user may do, in order. @param user alias of the users in the query */
export function effectivePermissionsOf(user: string) {
  return sql<string[]>`array(select distinct source.name from ${sourcesOf(user)} as source order by source.name)`;
}

const permissionsStatement = statement<Tables>()((db, p: { user_id: string }) =>
  db.selectFrom('users').select(effectivePermissionsOf('users').as('permissions')).where('user_id', '=', p.user_id),
);

/** What a user may do; nothing when there is no such user. Whether they may sign in at all is another question. */
export async function readEffectivePermissions(db: Db, userId: string): Promise<string[]> {
  return (await db.first(permissionsStatement, { user_id: userId }))?.permissions ?? [];
}

/** A permission a user has, from whom and for how long. */
export interface PermissionSource extends Held {
  /** Role it comes from; null when it comes from a team. */
  readonly role_name: string | null;
  readonly team_name: string | null;
}

/** A user with all their permissions come from. */
export interface UserAccess {
  readonly user_id: string;
  readonly user_type: string;
  readonly is_inactive: boolean;
  readonly sources: PermissionSource[];
}

const UNTIL = `to_char(source.until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const accessStatement = statement<Tables>()((db, p: { user_id: string }) =>
  db
    .selectFrom('users')
    .select([
      'users.user_id',
      'users.user_type',
      'users.is_inactive',
      sql<PermissionSource[]>`(
    select coalesce(jsonb_agg(jsonb_build_object('name', source.name, 'until', ${sql.raw(UNTIL)}, 'role_name', source.role_name, 'team_name', source.team_name)
      order by source.name, source.role_name nulls last, source.team_name), '[]')
    from ${sourcesOf('users')} as source)`.as('sources'),
    ])
    .where('users.user_id', '=', p.user_id),
);

/** What a user may do and why. */
export function findUserAccess(db: Db, userId: string): Promise<UserAccess | undefined> {
  return db.first(accessStatement, { user_id: userId });
}

/**
 * Keeps others from changing who may do what in the tenant until the transaction ends: what was checked of the one who grants
 * still holds when the grant is made, and two halves of a circle of teams are not joined side by side.
 */
export function lockAccess(db: Db): Promise<void> {
  return lockInTenant(db, 'access');
}
