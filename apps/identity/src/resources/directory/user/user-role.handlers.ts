import { userRoleRoutes } from '@psa/contracts-identity';
import type { Principal } from '@psa/http-kit';
import { type Db, handlers } from '../../../identity-app.ts';
import { readEffectivePermissions } from '../../access/grant/effective-permissions.records.ts';
import { findGrantablesOfRoles } from '../../access/grant/role-permission.records.ts';
import { nameOf } from '../../access/grant/grant.rules.ts';
import { demandSelfOr, requireUser, userScopeOf } from './user-scope.access.ts';
import { changeUserRoles } from './user-role.actions.ts';
import { listRolesOf } from './user-role.records.ts';
import { findUser } from './user.records.ts';
import { portalOfUserType } from './user.rules.ts';

export const userRoleHandlers = handlers(userRoleRoutes, {
  listUserRoles: async ({ db, params, principal }) => ({ data: (await readUser(db, principal, params.id)).roles }),

  addUserRoles: async ({ db, params, principal, body }) => {
    await changeUserRoles(db, principal, params.id, 'add', body.role_ids);
    return { data: await listRolesOf(db, params.id) };
  },

  setUserRoles: async ({ db, params, principal, body }) => {
    await changeUserRoles(db, principal, params.id, 'set', body.role_ids);
    return { data: await listRolesOf(db, params.id) };
  },

  removeUserRoles: ({ db, params, principal, body }) => changeUserRoles(db, principal, params.id, 'remove', body.role_ids),

  getUserPermissions: async ({ db, params, principal }) => {
    const { user_id, user_type, roles } = await readUser(db, principal, params.id);
    const [effective_permissions, held] = await Promise.all([
      readEffectivePermissions(db, user_id),
      findGrantablesOfRoles(
        db,
        roles.map(({ role_id }) => role_id),
      ),
    ]);
    const permissions = held
      .filter((permission) => permission[portalOfUserType(user_type)])
      .map(nameOf)
      .sort();
    return { data: { user_id, permissions, roles, effective_permissions } };
  },
});

/** @throws FORBIDDEN, NOT_FOUND */
async function readUser(db: Db, principal: Principal, userId: string) {
  demandSelfOr(principal, userId, 'user:read');
  return requireUser(await findUser(db, userId, userScopeOf(principal)));
}
