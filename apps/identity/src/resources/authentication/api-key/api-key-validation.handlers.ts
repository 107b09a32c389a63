import { ApiError } from '@psa/contract-kit';
import { apiKeyValidationRoutes, parseApiKey } from '@psa/contracts-identity';
import { handlers } from '../../../identity-app.ts';
import { identifyApiKey } from './authenticate-api-key.actions.ts';

export const apiKeyValidationHandlers = handlers(apiKeyValidationRoutes, {
  validateApiKey: async ({ ports, request }) => {
    const text = request.headers['x-api-key'];
    if (typeof text !== 'string' || text === '') throw new ApiError('UNAUTHORIZED', 'API key missing');
    const parts = parseApiKey(text);
    const owner = parts === undefined ? undefined : await identifyApiKey(ports, parts);
    if (owner === undefined) throw new ApiError('UNAUTHORIZED', 'Invalid API key');
    return { isValid: true as const, userId: owner.user_id, tenant: owner.tenant };
  },
});
