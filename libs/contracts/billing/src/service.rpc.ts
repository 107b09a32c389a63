import { rpcMethods } from '@psa/contract-kit';
import { z } from 'zod';
import { ServiceFacts } from './service.events.ts';

/** What the billing service answers over NATS about its services. */
export const serviceRpc = rpcMethods('billing', {
  getServiceFacts: {
    summary: 'A service, for another service whose copy has not arrived yet',
    request: z.object({ service_id: z.guid() }),
    response: z.object({
      service: ServiceFacts.extend({ version: z.int() }).nullable().describe('null when the tenant has no such service'),
    }),
  },
});
