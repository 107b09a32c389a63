import { notFound } from '@psa/contract-kit';
import { type AssetChange, assetChangeRoutes } from '@psa/contracts-assets';
import { handlers } from '../../assets-app.ts';
import { findAsset } from '../asset/asset.records.ts';
import { type AssetChangeRecord, listChanges } from './asset-change.list.ts';

export const assetChangeHandlers = handlers(assetChangeRoutes, {
  listAssetChanges: async ({ db, params, query }) => {
    const { rows, pagination } = await listChanges(db, params.id, query);
    if (rows.length === 0 && (await findAsset(db, params.id)) === undefined) throw notFound('Asset');
    return { data: rows.map(toAssetChange), pagination };
  },
});

function toAssetChange({ change_id, asset_id, changed_by, changes, changed_at, tenant }: AssetChangeRecord): AssetChange {
  return { change_id, asset_id, changed_by, changes, changed_at, tenant };
}
