import { Id, payload, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { AssetSummaryAnswer } from './asset-summary.schemas.ts';
import { flatAssetGroup } from './group.ts';

export const assetSummaryRoutes = routes(flatAssetGroup('Asset summary'), {
  getAssetSummary: {
    method: 'get',
    path: '/api/v1/assets/{id}/summary',
    permission: 'asset:read',
    mayUse: ['ticket_settings:update'],
    summary: 'How an asset is doing: health, security, warranty, open tickets',
    params: z.object({ id: Id.describe('Asset id') }),
    reply: payload(AssetSummaryAnswer),
    errors: ['NOT_FOUND'],
  },
});
