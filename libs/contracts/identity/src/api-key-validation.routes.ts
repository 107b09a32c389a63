import { Id, payload, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { flatIdentityGroup } from './group.ts';

export const ValidatedApiKey = z
  .object({
    isValid: z.literal(true),
    userId: Id.describe('User the key acts as'),
    tenant: Id.describe('Tenant the key belongs to'),
  })
  .meta({ id: 'ValidatedApiKey' });

export const apiKeyValidationRoutes = routes(flatIdentityGroup('Authentication'), {
  validateApiKey: {
    method: 'post',
    path: '/api/auth/validate-api-key',
    permission: 'public',
    summary: 'Whose API key the header x-api-key holds',
    description: 'Asking is no use: the count of a key with a usage_limit stays as it is. Every invalid key gets the same 401.',
    reply: payload(ValidatedApiKey),
  },
});
