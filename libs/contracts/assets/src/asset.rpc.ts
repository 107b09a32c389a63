import { rpcMethods } from '@psa/contract-kit';
import { z } from 'zod';

/** What the assets service answers over NATS. */
export const assetRpc = rpcMethods('assets', {
  countOfClient: {
    summary: 'How many assets a client has, whatever their status',
    request: z.object({ client_id: z.guid() }),
    response: z.object({ assets: z.int() }),
  },
});
