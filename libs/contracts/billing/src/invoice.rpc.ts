import { rpcMethods } from '@psa/contract-kit';
import { z } from 'zod';

/** What the billing service answers over NATS about invoices. */
export const invoiceRpc = rpcMethods('billing', {
  countInvoicesOfClient: {
    summary: 'How many invoices a client has, drafts and void ones among them',
    request: z.object({ client_id: z.guid() }),
    response: z.object({ invoices: z.int() }),
  },
});
