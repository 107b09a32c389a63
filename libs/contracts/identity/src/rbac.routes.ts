import { many, one, page, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { identityGroup } from './group.ts';
import {
  Feature,
  FeatureAccess,
  FeatureAccessQuestion,
  PermissionCheckResults,
  PermissionChecks,
  RbacAnalytics,
  UpdateFeature,
  UserRolesQuery,
  UserWithRoles,
} from './rbac.schemas.ts';

export const rbacRoutes = routes(identityGroup('Roles'), {
  listUsersWithRoles: {
    method: 'get',
    path: '/api/v1/user-roles',
    permission: 'user:read',
    summary: 'List users with their roles',
    description: "In the client portal: the users of the caller's own client.",
    query: UserRolesQuery,
    reply: page(UserWithRoles),
  },
  getRbacAnalytics: {
    method: 'get',
    path: '/api/v1/rbac/analytics',
    permission: 'role:read',
    summary: 'Count roles, permissions and who holds them',
    reply: one(RbacAnalytics),
  },
});

export const permissionCheckRoutes = routes(identityGroup('Permissions'), {
  checkPermissions: {
    method: 'post',
    path: '/api/v1/permission-checks',
    permission: 'session',
    mayUse: ['permission:read'],
    summary: 'Ask whether a user may do something',
    description: 'Nobody needs a permission to ask about themselves. An unknown user may do nothing.',
    body: PermissionChecks,
    reply: one(PermissionCheckResults),
  },
  checkFeatureAccess: {
    method: 'post',
    path: '/api/v1/feature-access',
    permission: 'session',
    mayUse: ['permission:read'],
    summary: 'Ask whether a user may use a feature',
    description: 'A feature that is unknown or disabled may be used by nobody.',
    body: FeatureAccessQuestion,
    reply: one(FeatureAccess),
  },
  listFeatures: {
    method: 'get',
    path: '/api/v1/features',
    permission: 'system_settings:read',
    summary: 'List the features of the product',
    reply: many(Feature),
  },
  updateFeature: {
    method: 'put',
    path: '/api/v1/features/{name}',
    permission: 'system_settings:update',
    summary: 'Enable or disable a feature, or demand roles for it',
    params: z.object({ name: z.string().max(100).describe('Name of the feature') }),
    body: UpdateFeature,
    reply: one(Feature),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
});
