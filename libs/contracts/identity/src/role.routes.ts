import { created, Id, many, nothing, one, page, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { identityGroup } from './group.ts';
import { Permission } from './permission.schemas.ts';
import {
  BulkRoleResult, BulkRoles, CloneRole, CreateRole, Role, RoleListQuery, RolePermissionIds, RoleTemplate, RoleWithPermissions, UpdateRole,
} from './role.schemas.ts';

const params = z.object({ id: Id.describe('Role id') });

/** Nobody grants more than they hold: what a route would add and the caller lacks is a 403 that names it. */
export const roleRoutes = routes(identityGroup('Roles'), {
  listRoles: {
    method: 'get', path: '/api/v1/roles', permission: 'role:read', summary: 'List roles', query: RoleListQuery, reply: page(Role),
  },
  createRole: {
    method: 'post', path: '/api/v1/roles', permission: 'role:create', summary: 'Create a role',
    body: CreateRole, reply: created(RoleWithPermissions), versioned: true, errors: ['CONFLICT', 'NOT_FOUND'],
  },
  bulkCreateRoles: {
    method: 'post', path: '/api/v1/roles/bulk', permission: 'role:create', summary: 'Create up to 20 roles, each for itself',
    body: BulkRoles, reply: many(BulkRoleResult), errors: ['CONFLICT', 'NOT_FOUND'],
  },
  listRoleTemplates: {
    method: 'get', path: '/api/v1/roles/templates', permission: 'role:read', summary: 'List what roles may be made from', reply: many(RoleTemplate),
  },
  getRole: {
    method: 'get', path: '/api/v1/roles/{id}', permission: 'role:read', summary: 'Read one role with its permissions',
    params, reply: one(RoleWithPermissions), versioned: true, errors: ['NOT_FOUND'],
  },
  updateRole: {
    method: 'put', path: '/api/v1/roles/{id}', permission: 'role:update', summary: 'Change a role',
    description: 'The Admin roles keep their names and hold every permission of their portal: another name or fewer permissions is a 409.',
    params, body: UpdateRole, reply: one(RoleWithPermissions), versioned: true, errors: ['NOT_FOUND', 'CONFLICT'],
  },
  deleteRole: {
    method: 'delete', path: '/api/v1/roles/{id}', permission: 'role:delete', summary: 'Delete a role',
    description: 'A role that a user has, or that a feature demands, is a 409, as is the role named Admin.',
    params, reply: nothing(), versioned: true, errors: ['NOT_FOUND', 'CONFLICT'],
  },
  listRolePermissions: {
    method: 'get', path: '/api/v1/roles/{id}/permissions', permission: 'role:read', summary: 'List what a role allows',
    params, reply: many(Permission), errors: ['NOT_FOUND'],
  },
  addRolePermissions: {
    method: 'post', path: '/api/v1/roles/{id}/permissions', permission: 'role:update', summary: 'Let a role allow more',
    params, body: RolePermissionIds, reply: one(RoleWithPermissions), versioned: true, errors: ['NOT_FOUND', 'CONFLICT'],
  },
  replaceRolePermissions: {
    method: 'put', path: '/api/v1/roles/{id}/permissions', permission: 'role:update', summary: 'Say what a role allows',
    params, body: RolePermissionIds, reply: one(RoleWithPermissions), versioned: true, errors: ['NOT_FOUND', 'CONFLICT'],
  },
  removeRolePermissions: {
    method: 'delete', path: '/api/v1/roles/{id}/permissions', permission: 'role:update', summary: 'Let a role allow less',
    params, body: RolePermissionIds, reply: one(RoleWithPermissions), versioned: true, errors: ['NOT_FOUND', 'CONFLICT'],
  },
  cloneRole: {
    method: 'post', path: '/api/v1/roles/{id}/clone', permission: 'role:create', mayUse: ['user:update'], summary: 'Copy a role',
    description: 'To take the users over as well takes user:update.',
    params, body: CloneRole, reply: created(RoleWithPermissions), versioned: true, errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
