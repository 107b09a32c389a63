import { Id, page, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { AssetChange, AssetChangeQuery } from './asset-change.schemas.ts';
import { assetGroup } from './group.ts';

export const assetChangeRoutes = routes(assetGroup('Assets'), {
  listAssetChanges: {
    method: 'get',
    path: '/api/v1/assets/{id}/changes',
    permission: 'asset:read',
    summary: 'List what was changed on an asset, by whom and when',
    params: z.object({ id: Id.describe('Asset id') }),
    query: AssetChangeQuery,
    reply: page(AssetChange),
    errors: ['NOT_FOUND'],
  },
});
