import type { assetNotesRoutes } from '@psa/contracts-assets';
import type { Fixture } from '@psa/test-kit/derived';
import { onAsset } from './asset.fixtures.ts';

/** An asset with notes. */
const onNotes: Fixture = async (world) => {
  const request = await onAsset(world);
  await world.api.put(`/api/v1/assets/${request.params?.['id']}/notes`, { blockData: [{ type: 'paragraph' }] });
  return request;
};

export const assetNotesFixtures: { readonly [K in keyof typeof assetNotesRoutes]: Fixture } = {
  getAssetNotes: onNotes,
  writeAssetNotes: async (world) => ({ ...(await onNotes(world)), body: { blockData: [{ type: 'heading' }] } }),
  deleteAssetNotes: onNotes,
};
