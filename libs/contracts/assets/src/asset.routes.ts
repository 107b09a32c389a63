import { created, download, Id, many, nothing, one, page, payload, routes, syncRoutes } from '@psa/contract-kit';
import { z } from 'zod';
import {
  Asset,
  AssetDetails,
  AssetExportQuery,
  AssetListQuery,
  AssetSearchQuery,
  AssetStats,
  BulkAssets,
  BulkAssetStatus,
  BulkUpdateAssets,
  CreateAsset,
  UpdateAsset,
} from './asset.schemas.ts';
import { assetGroup } from './group.ts';

const params = z.object({ id: Id.describe('Asset id') });

export const assetRoutes = routes(assetGroup('Assets'), {
  listAssets: {
    method: 'get',
    path: '/api/v1/assets',
    permission: 'asset:read',
    summary: 'List assets',
    query: AssetListQuery,
    reply: page(Asset),
  },
  createAsset: {
    method: 'post',
    path: '/api/v1/assets',
    permission: 'asset:create',
    summary: 'Create an asset',
    body: CreateAsset,
    reply: created(AssetDetails),
    versioned: true,
  },
  searchAssets: {
    method: 'get',
    path: '/api/v1/assets/search',
    permission: 'asset:read',
    summary: 'Find assets by text',
    query: AssetSearchQuery,
    reply: many(Asset),
  },
  exportAssets: {
    method: 'get',
    path: '/api/v1/assets/export',
    permission: 'asset:read',
    summary: 'Export assets as CSV or JSON',
    query: AssetExportQuery,
    reply: { ...many(Asset.partial()), ...download('text/csv') },
  },
  getAssetStats: {
    method: 'get',
    path: '/api/v1/assets/stats',
    permission: 'asset:read',
    summary: 'Count assets by what they are and need',
    reply: one(AssetStats),
  },
  bulkUpdateAssets: {
    method: 'put',
    path: '/api/v1/assets/bulk-update',
    permission: 'asset:update',
    summary: 'Change up to 50 assets, all or none',
    body: BulkUpdateAssets,
    reply: payload(BulkAssets),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  bulkSetAssetStatus: {
    method: 'put',
    path: '/api/v1/assets/bulk-status',
    permission: 'asset:update',
    summary: 'Set the status of up to 50 assets, all or none',
    body: BulkAssetStatus,
    reply: payload(BulkAssets),
    errors: ['NOT_FOUND'],
  },
  getAsset: {
    method: 'get',
    path: '/api/v1/assets/{id}',
    permission: 'asset:read',
    summary: 'Read one asset with its details',
    mayUse: ['document:read'],
    params,
    reply: one(AssetDetails),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  updateAsset: {
    method: 'put',
    path: '/api/v1/assets/{id}',
    permission: 'asset:update',
    summary: 'Change an asset',
    mayUse: ['document:read'],
    params,
    body: UpdateAsset,
    reply: one(AssetDetails),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  deleteAsset: {
    method: 'delete',
    path: '/api/v1/assets/{id}',
    permission: 'asset:delete',
    summary: 'Delete an asset and all that belongs to it',
    params,
    reply: nothing(),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
});

/** Assets by their ids in other systems. */
export const assetSyncRoutes = syncRoutes(assetRoutes, {
  name: 'Asset',
  plural: 'Assets',
  called: 'an asset',
  create: 'createAsset',
  read: 'getAsset',
  update: 'updateAsset',
  list: 'listAssets',
  id: 'asset_id',
});
