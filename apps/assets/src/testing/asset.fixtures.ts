import type { assetRoutes } from '@psa/contracts-assets';
import type { Fixture, World } from '@psa/test-kit/derived';
import { aClient, anAsset } from './make.ts';

/** An asset of the world's tenant. */
export async function makeAsset(
  { service, api, caller }: World,
  given: Record<string, unknown> = {},
): Promise<{ asset_id: string; client_id: string }> {
  const client = await aClient(service, caller.tenant);
  const { status, body, text } = await api.post('/api/v1/assets', anAsset(client, given));
  if (status !== 201) throw new Error(text);
  return body.data.data as { asset_id: string; client_id: string };
}

/** A path with the id of a new asset. */
export const onAsset: Fixture = async (world) => ({ params: { id: (await makeAsset(world)).asset_id } });

export const assetFixtures: { readonly [K in keyof typeof assetRoutes]: Fixture } = {
  listAssets: async (world) => {
    await makeAsset(world);
    return {};
  },
  createAsset: async ({ service, caller }) => ({ body: anAsset(await aClient(service, caller.tenant)) }),
  searchAssets: async (world) => {
    await makeAsset(world);
    return { query: { query: 'Work' } };
  },
  exportAssets: async (world) => {
    await makeAsset(world);
    return {};
  },
  getAssetStats: async (world) => {
    await makeAsset(world);
    return {};
  },
  bulkUpdateAssets: async (world) => ({ body: { assets: [{ asset_id: (await makeAsset(world)).asset_id, data: { name: 'Renamed' } }] } }),
  bulkSetAssetStatus: async (world) => ({ body: { asset_ids: [(await makeAsset(world)).asset_id], status: 'retired' } }),
  getAsset: onAsset,
  updateAsset: async (world) => ({ ...(await onAsset(world)), body: { name: 'Renamed' } }),
  deleteAsset: onAsset,
};
