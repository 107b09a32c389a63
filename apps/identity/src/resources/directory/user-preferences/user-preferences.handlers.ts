import { userPreferencesRoutes } from '@psa/contracts-identity';
import { handlers } from '../../../identity-app.ts';
import { demandSelfOr, requireUser, userScopeOf } from '../user/user-scope.access.ts';
import { findUser } from '../user/user.records.ts';
import { setPreferences } from './user-preferences.actions.ts';
import { readPreferences } from './user-preferences.records.ts';

export const userPreferencesHandlers = handlers(userPreferencesRoutes, {
  getUserPreferences: async ({ db, params, principal }) => {
    demandSelfOr(principal, params.id, 'user:read');
    requireUser(await findUser(db, params.id, userScopeOf(principal)));
    return { data: await readPreferences(db, params.id) };
  },

  setUserPreferences: async ({ db, params, principal, body }) => {
    demandSelfOr(principal, params.id, 'user:update');
    await setPreferences(db, principal, params.id, body);
    return { data: { success: true as const, message: 'The preferences were saved' } };
  },
});
