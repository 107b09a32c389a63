import { created, Id, nothing, one, page, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { identityGroup } from './group.ts';
import { CreatePermission, Permission, PermissionCategories, PermissionListQuery, UpdatePermission } from './permission.schemas.ts';
import { Role, RoleListQuery } from './role.schemas.ts';

const params = z.object({ id: Id.describe('Permission id') });

export const permissionRoutes = routes(identityGroup('Permissions'), {
  listPermissions: {
    method: 'get',
    path: '/api/v1/permissions',
    permission: 'permission:read',
    summary: 'List permissions',
    query: PermissionListQuery,
    reply: page(Permission),
  },
  createPermission: {
    method: 'post',
    path: '/api/v1/permissions',
    permission: 'permission:create',
    summary: 'Create a permission of the tenant itself',
    description: 'The Admin role of each portal that has it holds it at once.',
    body: CreatePermission,
    reply: created(Permission),
    versioned: true,
    errors: ['CONFLICT'],
  },
  listPermissionCategories: {
    method: 'get',
    path: '/api/v1/permissions/categories',
    permission: 'permission:read',
    summary: 'List permissions by what may be acted on',
    reply: one(PermissionCategories),
  },
  getPermission: {
    method: 'get',
    path: '/api/v1/permissions/{id}',
    permission: 'permission:read',
    summary: 'Read one permission',
    params,
    reply: one(Permission),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  updatePermission: {
    method: 'put',
    path: '/api/v1/permissions/{id}',
    permission: 'permission:update',
    summary: 'Change a permission of the tenant itself',
    description: 'Permissions of the product are a 409.',
    params,
    body: UpdatePermission,
    reply: one(Permission),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  deletePermission: {
    method: 'delete',
    path: '/api/v1/permissions/{id}',
    permission: 'permission:delete',
    summary: 'Delete a permission of the tenant itself',
    description: 'Permissions of the product are a 409, as are those that a role other than Admin or a team holds.',
    params,
    reply: nothing(),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  listRolesOfPermission: {
    method: 'get',
    path: '/api/v1/permissions/{id}/roles',
    permission: 'permission:read',
    summary: 'List the roles that hold a permission',
    params,
    query: RoleListQuery,
    reply: page(Role),
    errors: ['NOT_FOUND'],
  },
});
