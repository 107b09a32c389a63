import { Id, many, nothing, one, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { identityGroup } from './group.ts';
import { UserPermissions, UserRoleIds } from './user-role.schemas.ts';
import { RoleOfUser } from './user.schemas.ts';

const params = z.object({ id: Id.describe('User id') });

/** Nobody grants more than they hold, and the last administrator keeps the role. */
export const userRoleRoutes = routes(identityGroup('Users'), {
  listUserRoles: {
    method: 'get',
    path: '/api/v1/users/{id}/roles',
    permission: 'session',
    mayUse: ['user:read'],
    summary: "List a user's roles",
    params,
    reply: many(RoleOfUser),
    errors: ['NOT_FOUND'],
  },
  addUserRoles: {
    method: 'post',
    path: '/api/v1/users/{id}/roles',
    permission: 'user:update',
    summary: 'Give a user further roles',
    params,
    body: UserRoleIds,
    reply: many(RoleOfUser),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  setUserRoles: {
    method: 'put',
    path: '/api/v1/users/{id}/roles',
    permission: 'user:update',
    summary: 'Give a user these roles and no others',
    params,
    body: UserRoleIds,
    reply: many(RoleOfUser),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  removeUserRoles: {
    method: 'delete',
    path: '/api/v1/users/{id}/roles',
    permission: 'user:update',
    summary: 'Take roles from a user',
    params,
    body: UserRoleIds,
    reply: nothing(),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  getUserPermissions: {
    method: 'get',
    path: '/api/v1/users/{id}/permissions',
    permission: 'session',
    mayUse: ['user:read'],
    summary: 'Read what a user may do',
    params,
    reply: one(UserPermissions),
    errors: ['NOT_FOUND'],
  },
});
