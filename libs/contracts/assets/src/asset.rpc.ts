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
  linkNewTicket: {
    summary: 'Links an asset to a ticket that is about to be opened for it; a repetition changes nothing',
    request: z.object({ asset_id: z.guid(), client_id: z.guid().describe('Client of the ticket'), ticket_id: z.guid() }),
    response: z.object({
      outcome: z.enum(['linked', 'unknown_asset', 'other_client']).describe('Nothing was linked unless it is `linked`'),
    }),
  },
  unlinkUnopenedTicket: {
    summary: 'Takes back the link of a ticket that was not opened after all',
    request: z.object({ asset_id: z.guid(), ticket_id: z.guid() }),
    response: z.object({}),
  },
  getAssetFacts: {
    summary: 'An asset, for a service that keeps no copy of it',
    request: z.object({ asset_id: z.guid() }),
    response: z.object({ asset: AssetFacts.extend({ version: z.int() }).nullable().describe('null when the tenant has no such asset') }),
  },
});
