import { rpcMethods } from '@psa/contract-kit';
import { z } from 'zod';

/** What the billing service answers over NATS about contracts. */
export const contractRpc = rpcMethods('billing', {
  countContractsOfClient: {
    summary: 'How many contracts and assigned contract lines a client has, ended ones among them',
    request: z.object({ client_id: z.guid() }),
    response: z.object({ contracts: z.int(), contract_lines: z.int() }),
  },
});
