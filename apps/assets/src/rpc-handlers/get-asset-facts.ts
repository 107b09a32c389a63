import { assetRpc } from '@psa/contracts-assets';
import { tenantRpcHandler } from '@psa/events-kit';
import type { Ports } from '../assets-app.ts';
import { findAsset } from '../resources/asset/asset.records.ts';
import type { Tables } from '../tables.ts';

/** Asked by services that are given the id of an asset. */
export const getAssetFacts = tenantRpcHandler<typeof assetRpc.getAssetFacts, Tables, Ports>(
  assetRpc.getAssetFacts,
  async ({ asset_id: assetId }, db) => {
    const row = await findAsset(db, assetId);
    if (row === undefined) return { asset: null };
    const { asset_id, client_id, asset_type, asset_tag, name, status, serial_number, version } = row;
    return { asset: { asset_id, client_id, asset_type, asset_tag, name, status, serial_number, version } };
  },
);
