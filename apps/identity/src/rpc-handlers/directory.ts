import { directoryRpc } from '@psa/contracts-identity';
import { tenantRpcHandler } from '@psa/events-kit';
import { effectivePermissionsOf } from '../resources/access/grant/effective-permissions.records.ts';
import type { Ports } from '../identity-app.ts';
import type { Tables } from '../tables.ts';

/** Asked by services that are given the id of a user they have not heard of. */
export const getUserFacts = tenantRpcHandler<typeof directoryRpc.getUserFacts, Tables, Ports>(
  directoryRpc.getUserFacts,
  async ({ user_id }, db) => {
    const user = await db
      .selectFrom('users')
      .select(['user_id', 'username', 'email', 'first_name', 'last_name', 'user_type', 'is_inactive', 'timezone', 'version'])
      .where('user_id', '=', user_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    return { user: user ?? null };
  },
);

/** Asked by services that do something in the name of a user who is not there to be asked. */
export const getUserPermissions = tenantRpcHandler<typeof directoryRpc.getUserPermissions, Tables, Ports>(
  directoryRpc.getUserPermissions,
  async ({ user_id }, db) => {
    const user = await db
      .selectFrom('users')
      .select(effectivePermissionsOf('users').as('permissions'))
      .where('user_id', '=', user_id)
      .where('deleted_at', 'is', null)
      .where('is_inactive', '=', false)
      .executeTakeFirst();
    return { permissions: user?.permissions ?? null };
  },
);

/** Asked by services that have something to tell the people who can mend it. */
export const listUsersHolding = tenantRpcHandler<typeof directoryRpc.listUsersHolding, Tables, Ports>(
  directoryRpc.listUsersHolding,
  async ({ permission }, db) => ({
    users: await db
      .selectFrom('users')
      .select(['user_id', 'email'])
      .where('user_type', '<>', 'client')
      .where('deleted_at', 'is', null)
      .where('is_inactive', '=', false)
      .where((eb) => eb(eb.val(permission), '=', eb.fn.any(effectivePermissionsOf('users'))))
      .orderBy('created_at')
      .orderBy('user_id')
      .limit(50)
      .execute(),
  }),
);

export const listUserRoles = tenantRpcHandler<typeof directoryRpc.listUserRoles, Tables, Ports>(
  directoryRpc.listUserRoles,
  async ({ user_id }, db) => {
    const rows = await db
      .selectFrom('user_roles')
      .innerJoin('users', (join) => join.onRef('users.user_id', '=', 'user_roles.user_id'))
      .select('user_roles.role_id')
      .where('user_roles.user_id', '=', user_id)
      .where('users.deleted_at', 'is', null)
      .where('users.is_inactive', '=', false)
      .limit(1_000)
      .execute();
    return { role_ids: rows.map(({ role_id }) => role_id) };
  },
);

export const listKnownRoles = tenantRpcHandler<typeof directoryRpc.listKnownRoles, Tables, Ports>(
  directoryRpc.listKnownRoles,
  async ({ role_ids }, db) => {
    if (role_ids.length === 0) return { role_ids: [] };
    const rows = await db.selectFrom('roles').select('role_id').where('role_id', 'in', role_ids).execute();
    return { role_ids: rows.map(({ role_id }) => role_id) };
  },
);

/** Whose time a user looks after: reports of all levels, and members of the teams they manage with the teams below. */
const MANAGED = `with recursive line as (
    select user_id from users where tenant = $1 and reports_to = $2
    union
    select users.user_id from line join users on users.tenant = $1 and users.reports_to = line.user_id
  ), managed_team as (
    select team_id from teams where tenant = $1 and manager_id = $2
    union
    select teams.team_id from managed_team join teams on teams.tenant = $1 and teams.parent_team_id = managed_team.team_id
  )
  select user_id from line
  union
  select user_id from team_members where tenant = $1 and team_id in (select team_id from managed_team)
  limit 10000`;

/** Asked by the time service: whose time somebody may see and decide on. */
export const listManagedUsers = tenantRpcHandler<typeof directoryRpc.listManagedUsers, Tables, Ports>(
  directoryRpc.listManagedUsers,
  async ({ user_id }, db) => {
    const { rows } = await db.execute<{ user_id: string }>({ text: MANAGED, name: 'psa_managed_users' }, [db.tenant, user_id]);
    return { user_ids: rows.map((row) => row.user_id).filter((id) => id !== user_id) };
  },
);

/** Asked by services that are given the id of a team they have not heard of. */
export const getTeamFacts = tenantRpcHandler<typeof directoryRpc.getTeamFacts, Tables, Ports>(
  directoryRpc.getTeamFacts,
  async ({ team_id }, db) => {
    const team = await db
      .selectFrom('teams')
      .select(['team_id', 'team_name', 'manager_id', 'parent_team_id', 'version'])
      .where('team_id', '=', team_id)
      .executeTakeFirst();
    return { team: team ?? null };
  },
);
