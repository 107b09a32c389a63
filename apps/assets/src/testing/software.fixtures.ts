import type { assetSoftwareRoutes, softwareRoutes } from '@psa/contracts-assets';
import type { Fixture } from '@psa/test-kit/derived';
import { onAsset } from './asset.fixtures.ts';

const software = [
  { name: 'Mozilla Firefox', publisher: 'Mozilla', version: '140.0' },
  { name: 'Contoso Ledger', version: '1' },
];

/** An asset with software. */
const onSoftware: Fixture = async (world) => {
  const request = await onAsset(world);
  await world.api.put(`/api/v1/assets/${request.params?.['id']}/software`, { software });
  return request;
};

export const softwareFixtures: { readonly [K in keyof typeof assetSoftwareRoutes | keyof typeof softwareRoutes]: Fixture } = {
  listAssetSoftware: onSoftware,
  replaceAssetSoftware: async (world) => ({ ...(await onSoftware(world)), body: { software: [{ name: 'Contoso Ledger', version: '2' }] } }),
  searchSoftware: async (world) => {
    await onSoftware(world);
    return { query: { search: 'firefox' } };
  },
};
