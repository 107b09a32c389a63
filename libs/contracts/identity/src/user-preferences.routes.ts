import { Id, one, payload, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { identityGroup } from './group.ts';
import { SetUserPreferences, Succeeded, UserPreferences } from './user-preferences.schemas.ts';

const params = z.object({ id: Id.describe('User id') });

export const userPreferencesRoutes = routes(identityGroup('Users'), {
  getUserPreferences: {
    method: 'get',
    path: '/api/v1/users/{id}/preferences',
    permission: 'session',
    mayUse: ['user:read'],
    summary: "Read a user's preferences",
    params,
    reply: one(UserPreferences),
    errors: ['NOT_FOUND'],
  },
  setUserPreferences: {
    method: 'put',
    path: '/api/v1/users/{id}/preferences',
    permission: 'session',
    mayUse: ['user:update'],
    summary: "Set some of a user's preferences",
    params,
    body: SetUserPreferences,
    reply: payload(one(Succeeded).body),
    errors: ['NOT_FOUND'],
  },
});
