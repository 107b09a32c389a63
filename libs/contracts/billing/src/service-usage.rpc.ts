import { rpcMethods } from '@psa/contract-kit';
import { z } from 'zod';

/** What the billing service answers over NATS about the use of service categories. */
export const serviceUsageRpc = rpcMethods('billing', {
  countServicesByCategory: {
    summary: 'How many services are in each category, asked before a category is deleted',
    request: z.object({ category_id: z.guid().optional().describe('This category alone') }),
    response: z.object({ categories: z.array(z.object({ category_id: z.guid(), services: z.int() })).max(5000) }),
  },
});
