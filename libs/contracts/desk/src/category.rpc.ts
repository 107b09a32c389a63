import { rpcMethods } from '@psa/contract-kit';
import { z } from 'zod';
import { ServiceCategoryFacts } from './category.events.ts';

/** What the desk service answers over NATS about categories. */
export const serviceCategoryRpc = rpcMethods('desk', {
  getServiceCategoryFacts: {
    summary: 'A service category, for a service whose copy has not arrived yet',
    request: z.object({ category_id: z.guid() }),
    response: z.object({
      category: ServiceCategoryFacts.extend({ version: z.int() }).nullable().describe('null when the tenant has no such category'),
    }),
  },
});
