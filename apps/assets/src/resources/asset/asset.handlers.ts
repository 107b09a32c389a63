import { notFound } from '@psa/contract-kit';
import { assetExportColumns, assetRoutes } from '@psa/contracts-assets';
import { csvLines, Download, versioned } from '@psa/http-kit';
import { handlers } from '../../assets-app.ts';
import { updateAssets } from './asset-bulk.actions.ts';
import { createAsset, deleteAsset, updateAsset } from './asset.actions.ts';
import { findAssetDetails } from './details/asset-details.records.ts';
import { exportedAssets, jsonExport } from './asset.export.ts';
import { listAssets } from './asset.list.ts';
import { searchAssets } from './asset-search.list.ts';
import { assetStats } from './details/asset-stats.records.ts';
import { collectionLinks, nothingBelongs, toAsset, toAssetDetails } from './asset.view.ts';

const changed = (count: number) => `${count} ${count === 1 ? 'asset' : 'assets'} updated`;

export const assetHandlers = handlers(assetRoutes, {
  listAssets: async ({ db, query }) => {
    const { rows, pagination } = await listAssets(db, query);
    const now = Date.now();
    return { data: rows.map((row) => toAsset(row, now)), pagination, _links: collectionLinks };
  },

  createAsset: async ({ db, ports, body }) => {
    const row = await createAsset(db, ports, body);
    return versioned({ data: toAssetDetails(row, nothingBelongs) }, row.version, `/api/v1/assets/${row.asset_id}`);
  },

  searchAssets: async ({ db, query }) => ({ data: (await searchAssets(db, query)).map((row) => toAsset(row)) }),

  exportAssets: ({ db, query }) => {
    const columns = query.fields ?? assetExportColumns;
    const pages = exportedAssets(db, query);
    return query.format === 'csv'
      ? new Download('text/csv; charset=utf-8', csvLines(columns, pages), 'assets.csv')
      : new Download('application/json; charset=utf-8', jsonExport(columns, pages));
  },

  getAssetStats: async ({ db }) => ({ data: await assetStats(db) }),

  bulkUpdateAssets: async ({ db, ports, principal, body: { assets } }) => {
    // External ids are for staff, as in the body of one asset.
    const isStaff = principal.userType !== 'client';
    const items = isStaff ? assets : assets.map(({ asset_id, data }) => ({ asset_id, data: { ...data, external_ids: undefined } }));
    const rows = await updateAssets(db, ports, items, { name: 'assets', id: 'asset_id' });
    return { data: rows.map((row) => toAsset(row)), message: changed(rows.length) };
  },

  bulkSetAssetStatus: async ({ db, ports, body: { asset_ids, status } }) => {
    const rows = await updateAssets(
      db,
      ports,
      asset_ids.map((asset_id) => ({ asset_id, data: { status } })),
      { name: 'asset_ids' },
    );
    return { data: rows.map((row) => toAsset(row)), message: changed(rows.length) };
  },

  getAsset: async ({ db, params, principal }) => {
    const found = await findAssetDetails(db, params.id, principal);
    if (found === undefined) throw notFound('Asset');
    return versioned({ data: toAssetDetails(found.row, found.belongings) }, found.row.version);
  },

  updateAsset: async ({ db, ports, params, body, principal, ifMatch }) =>
    db.transaction(async (tx) => {
      await updateAsset(tx, ports, params.id, body, ifMatch);
      const found = await findAssetDetails(tx, params.id, principal);
      if (found === undefined) throw notFound('Asset');
      return versioned({ data: toAssetDetails(found.row, found.belongings) }, found.row.version);
    }),

  deleteAsset: ({ db, params, ifMatch }) => deleteAsset(db, params.id, ifMatch),
});
