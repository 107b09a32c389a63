import type { apiKeyRoutes, apiKeyValidationRoutes } from '@psa/contracts-identity';
import type { Fixture, World } from '@psa/test-kit/derived';
import { settleGranter } from './granter.ts';
import { settle } from './make.ts';

async function makeKey({ service, api, caller }: World): Promise<{ api_key_id: string; api_key: string }> {
  await settle(service, caller);
  const { body } = await api.post('/api/v1/api-keys', { description: 'Test' });
  return body.data as { api_key_id: string; api_key: string };
}

const onKey: Fixture = async (world) => ({ params: { id: (await makeKey(world)).api_key_id } });

export const apiKeyFixtures: { readonly [K in keyof typeof apiKeyRoutes | keyof typeof apiKeyValidationRoutes]: Fixture } = {
  listApiKeys: async (world) => {
    await makeKey(world);
    return {};
  },
  createApiKey: async (world) => {
    await settleGranter(world);
    return { body: { description: 'Test' } };
  },
  getApiKey: onKey,
  revokeApiKey: onKey,
  rotateApiKey: async (world) => ({ ...(await onKey(world)), body: { grace_seconds: 60 } }),
  getApiKeyRateLimit: onKey,
  setApiKeyRateLimit: async (world) => ({ ...(await onKey(world)), body: { max_tokens: 10, refill_per_min: 5 } }),
  clearApiKeyRateLimit: onKey,
  validateApiKey: async (world) => ({ headers: { 'x-api-key': (await makeKey(world)).api_key } }),
};
