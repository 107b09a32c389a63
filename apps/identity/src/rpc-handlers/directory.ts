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
      .select(['user_id', 'username', 'email', 'first_name', 'last_name', 'user_type', 'is_inactive', 'version'])
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
