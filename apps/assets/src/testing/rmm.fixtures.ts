import { randomUUID } from 'node:crypto';
import type { rmmIntegrationRoutes, rmmRoutes } from '@psa/contracts-assets';
import { eventually } from '@psa/test-kit';
import type { Fixture, World } from '@psa/test-kit/derived';
import { makeAsset } from './asset.fixtures.ts';

const INTEGRATION = '/api/v1/integrations/rmm/tacticalrmm';

async function connect({ api }: World, apiKey: string): Promise<void> {
  await api.put(INTEGRATION, { instance_url: 'https://rmm.example.com', api_key: apiKey });
}

/** An asset that a provider manages. */
const onManaged: Fixture = async (world) => {
  const serial_number = randomUUID();
  const { asset_id } = await makeAsset(world, { serial_number });
  await connect(world, serial_number);
  await world.api.post(`${INTEGRATION}/sync`, { syncType: 'full' });
  await eventually(async () => (await world.api.get(INTEGRATION)).body.data.sync_status === 'completed');
  return { params: { id: asset_id } };
};

const onIntegration: Fixture = async (world) => {
  await connect(world, randomUUID());
  return { params: { provider: 'tacticalrmm' } };
};

export const rmmFixtures: { readonly [K in keyof typeof rmmRoutes | keyof typeof rmmIntegrationRoutes]: Fixture } = {
  getRmmData: onManaged,
  refreshRmmData: onManaged,
  rebootAsset: onManaged,
  runAssetScript: async (world) => ({ ...(await onManaged(world)), body: { scriptId: '3' } }),
  getRemoteControl: onManaged,
  listRmmActions: onManaged,
  listRmmIntegrations: async (world) => {
    await onIntegration(world);
    return {};
  },
  getRmmIntegration: onIntegration,
  saveRmmIntegration: async (world) => ({
    ...(await onIntegration(world)),
    body: { instance_url: 'https://rmm.example.com', settings: { create_assets: false } },
  }),
  deleteRmmIntegration: onIntegration,
  listRmmScopes: onIntegration,
  startRmmSync: async (world) => ({ ...(await onIntegration(world)), body: { syncType: 'incremental' } }),
};
