import type { relationshipRoutes } from '@psa/contracts-assets';
import type { Fixture, World } from '@psa/test-kit/derived';
import { makeAsset, onAsset } from './asset.fixtures.ts';

/** Two related assets. */
async function makeRelationship(
  world: World,
  type = 'connected_to',
): Promise<{ relationship_id: string; asset_id: string; related_asset_id: string }> {
  const [one, other] = [await makeAsset(world), await makeAsset(world)];
  const { body } = await world.api.post(`/api/v1/assets/${one.asset_id}/relationships`, {
    related_asset_id: other.asset_id,
    relationship_type: type,
  });
  return body.data.data as Awaited<ReturnType<typeof makeRelationship>>;
}

export const relationshipFixtures: { readonly [K in keyof typeof relationshipRoutes]: Fixture } = {
  listAssetRelationships: async (world) => ({ params: { id: (await makeRelationship(world)).asset_id } }),
  createAssetRelationship: async (world) => ({
    ...(await onAsset(world)),
    body: { related_asset_id: (await makeAsset(world)).asset_id, relationship_type: 'connected_to' },
  }),
  deleteAssetRelationship: async (world) => ({ params: { relationshipId: (await makeRelationship(world)).relationship_id } }),
};
