import { ApiError } from '@psa/contract-kit';
import { apiKeyRoutes } from '@psa/contracts-identity';
import { demandPermissions, versioned } from '@psa/http-kit';
import { handlers } from '../../../identity-app.ts';
import { clearRateLimit, getRateLimit, setRateLimit } from './api-key-rate-limit.actions.ts';
import { demandTextOf, findPermitted } from './api-key.access.ts';
import { createApiKey, revokeApiKey, rotateApiKey } from './api-key.actions.ts';
import { listApiKeys } from './api-key.list.ts';
import { assertNotWider, boundsWithin } from './api-key.rules.ts';
import { findRestrictedKey } from './caller-key.access.ts';
import { toApiKey, toNewApiKey, toOwnedApiKey } from './api-key.view.ts';

export const apiKeyHandlers = handlers(apiKeyRoutes, {
  listApiKeys: async ({ db, principal, query }) => {
    if (query.all === true) demandPermissions(principal, ['security_settings:read']);
    const { rows, pagination } = await listApiKeys(db, query, query.all === true ? undefined : principal.userId);
    return { data: rows.map(query.all === true ? toOwnedApiKey : toApiKey), pagination };
  },

  createApiKey: async ({ db, principal, body: { user_id = principal.userId, ...input } }) => {
    if (principal.userType !== 'internal') throw new ApiError('FORBIDDEN', 'API keys are for internal users');
    const creator = await findRestrictedKey(db, principal);
    const bounds = creator === undefined ? input : boundsWithin(creator, input);
    await demandTextOf(db, principal, { user_id, permissions: bounds.permissions ?? null }, 'security_settings:create');
    const created = await createApiKey(db, { user_id, ...input, ...bounds });
    return versioned({ data: toNewApiKey(created) }, created.row.version, `/api/v1/api-keys/${created.row.api_key_id}`);
  },

  getApiKey: async ({ db, principal, params }) => {
    const key = await findPermitted(db, principal, params.id, 'security_settings:read');
    return versioned({ data: toApiKey(key) }, key.version);
  },

  revokeApiKey: async ({ db, principal, params, ifMatch }) => {
    await findPermitted(db, principal, params.id, 'security_settings:delete');
    await revokeApiKey(db, params.id, ifMatch);
  },

  rotateApiKey: async ({ db, principal, params, body, ifMatch }) => {
    const key = await findPermitted(db, principal, params.id, 'security_settings:update');
    await demandTextOf(db, principal, key, 'security_settings:update');
    const caller = await findRestrictedKey(db, principal);
    if (caller !== undefined && caller.api_key_id !== key.api_key_id) assertNotWider(caller, key);
    const rotated = await rotateApiKey(db, params.id, body.grace_seconds, ifMatch);
    return versioned({ data: toNewApiKey(rotated) }, rotated.row.version);
  },

  getApiKeyRateLimit: async ({ db, params }) => ({ data: await getRateLimit(db, params.id) }),

  setApiKeyRateLimit: async ({ db, params, body }) => {
    await setRateLimit(db, params.id, body);
    return { data: body };
  },

  clearApiKeyRateLimit: ({ db, params }) => clearRateLimit(db, params.id),
});
