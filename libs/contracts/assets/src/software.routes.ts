import { Id, page, payload, type RouteGroup, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { flatAssetGroup } from './group.ts';
import {
  AssetSoftware,
  AssetSoftwareQuery,
  FleetSoftware,
  FleetSoftwareQuery,
  InstalledSoftware,
  ReplaceAssetSoftware,
  ReplacedAssetSoftware,
} from './software.schemas.ts';

const params = z.object({ id: Id.describe('Asset id') });

export const assetSoftwareRoutes = routes(flatAssetGroup('Asset software'), {
  listAssetSoftware: {
    method: 'get',
    path: '/api/v1/assets/{id}/software',
    permission: 'asset:read',
    summary: 'List the software of an asset, with figures',
    params,
    query: AssetSoftwareQuery,
    reply: { ...payload(AssetSoftware), item: InstalledSoftware },
    errors: ['NOT_FOUND'],
  },
  replaceAssetSoftware: {
    method: 'put',
    path: '/api/v1/assets/{id}/software',
    permission: 'asset:update',
    summary: 'Report all software of an asset',
    description: 'For inventories that do not come from remote monitoring: an addition to the published description.',
    params,
    body: ReplaceAssetSoftware,
    bodyLimit: 4 * 1024 * 1024,
    reply: payload(ReplacedAssetSoftware),
    errors: ['NOT_FOUND'],
  },
});

const fleet: RouteGroup = { service: 'assets', form: 'data', tag: 'Software' };

export const softwareRoutes = routes(fleet, {
  searchSoftware: {
    method: 'get',
    path: '/api/v1/software/search',
    permission: 'asset:read',
    summary: 'Find installed software on all assets',
    query: FleetSoftwareQuery,
    reply: page(FleetSoftware),
  },
});
