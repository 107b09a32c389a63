import { rpcMethods } from '@psa/contract-kit';
import { z } from 'zod';
import { AssetFacts } from './asset.events.ts';

/** What the assets service answers over NATS. */
export const assetRpc = rpcMethods('assets', {
  countOfClient: {
    summary: 'How many assets a client has, whatever their status',
    request: z.object({ client_id: z.guid() }),
    response: z.object({ assets: z.int() }),
  },
  countAssetsOfTicket: {
    summary: 'How many assets are linked to a ticket',
    request: z.object({ ticket_id: z.guid() }),
    response: z.object({ assets: z.int() }),
  },
  getAssetFacts: {
    summary: 'An asset, for a service that keeps no copy of it',
    request: z.object({ asset_id: z.guid() }),
    response: z.object({ asset: AssetFacts.extend({ version: z.int() }).nullable().describe('null when the tenant has no such asset') }),
  },
});
