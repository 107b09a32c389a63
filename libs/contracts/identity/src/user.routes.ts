import { created, Id, many, nothing, one, page, routes, syncRoutes } from '@psa/contract-kit';
import { z } from 'zod';
import { identityGroup } from './group.ts';
import { UserActivity, UserActivityQuery } from './user-activity.schemas.ts';
import { UserHierarchy } from './user-hierarchy.schemas.ts';
import { CreateUser, UpdateUser, User, UserListQuery, UserSearchQuery, UserStats } from './user.schemas.ts';

const params = z.object({ id: Id.describe('User id') });

/** Callers of the client portal see and change the users of their own client only. */
export const userRoutes = routes(identityGroup('Users'), {
  listUsers: {
    method: 'get',
    path: '/api/v1/users',
    permission: 'user:read',
    summary: 'List users',
    query: UserListQuery,
    reply: page(User),
  },
  createUser: {
    method: 'post',
    path: '/api/v1/users',
    permission: 'user:create',
    summary: 'Create a user',
    description: 'Internal users take a licence seat. Who is created without a password is invited by e-mail to choose one.',
    body: CreateUser,
    reply: created(User),
    versioned: true,
    errors: ['BAD_REQUEST', 'CONFLICT', 'SERVICE_UNAVAILABLE'],
  },
  searchUsers: {
    method: 'get',
    path: '/api/v1/users/search',
    permission: 'user:read',
    summary: 'Look for users by a text',
    query: UserSearchQuery,
    reply: many(User),
  },
  getUserStats: {
    method: 'get',
    path: '/api/v1/users/stats',
    permission: 'user:read',
    summary: 'Count users',
    reply: one(UserStats),
  },
  listUsersActivity: {
    method: 'get',
    path: '/api/v1/users/activity',
    permission: 'user:read',
    summary: 'List what users did and what was done to their accounts',
    query: UserActivityQuery,
    reply: page(UserActivity),
  },
  getUser: {
    method: 'get',
    path: '/api/v1/users/{id}',
    permission: 'session',
    mayUse: ['user:read'],
    summary: 'Read one user',
    description: 'Everybody may read themselves; others take user:read.',
    params,
    reply: one(User),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  updateUser: {
    method: 'put',
    path: '/api/v1/users/{id}',
    permission: 'session',
    mayUse: ['user:update', 'user:reset_password'],
    summary: 'Change a user',
    description: 'Absent members stay as they are. Without user:update users may change their own names, telephone number and time zone.',
    params,
    body: UpdateUser,
    reply: one(User),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  deleteUser: {
    method: 'delete',
    path: '/api/v1/users/{id}',
    permission: 'user:delete',
    summary: 'Delete a user',
    description:
      'The person is forgotten: names, address and everything personal. What they did stays, as done by somebody without a name.',
    params,
    reply: nothing(),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT', 'SERVICE_UNAVAILABLE'],
  },
  getUserHierarchy: {
    method: 'get',
    path: '/api/v1/users/{id}/hierarchy',
    permission: 'session',
    mayUse: ['user:read'],
    summary: 'Read whom a user reports to and who reports to them',
    params,
    reply: one(UserHierarchy),
    errors: ['NOT_FOUND'],
  },
  listUserActivity: {
    method: 'get',
    path: '/api/v1/users/{id}/activity',
    permission: 'session',
    mayUse: ['user:read'],
    summary: 'List what a user did and what was done to their account',
    params,
    query: UserActivityQuery,
    reply: page(UserActivity),
    errors: ['NOT_FOUND'],
  },
});

/** Users by their ids in other systems. */
export const userSyncRoutes = syncRoutes(userRoutes, {
  name: 'User',
  plural: 'Users',
  called: 'a user',
  create: 'createUser',
  read: 'getUser',
  update: 'updateUser',
  list: 'listUsers',
  separately: true,
  id: 'user_id',
  permissions: ['user:create', 'user:update'],
});
