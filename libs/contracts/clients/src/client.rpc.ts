import { rpcMethods } from '@psa/contract-kit';
import { z } from 'zod';
import { LocationAddress } from './client.events.ts';

/** What the clients service answers over NATS. */
export const clientRpc = rpcMethods('clients', {
  getClientFacts: {
    summary: 'A client with its locations, for a service whose copy has not arrived yet',
    request: z.object({ client_id: z.guid() }),
    response: z.object({
      client: z
        .object({
          client_id: z.guid(),
          client_name: z.string(),
          is_inactive: z.boolean(),
          region_code: z.string().nullable().optional(),
          is_tax_exempt: z.boolean().optional(),
          payment_terms: z.string().nullable().optional(),
          billing_cycle: z.string().optional(),
          auto_invoice: z.boolean().optional(),
          email: z.string().nullable().optional(),
          phone_no: z.string().nullable().optional(),
          version: z.int(),
          locations: z.array(
            LocationAddress.partial().extend({ location_id: z.guid(), location_name: z.string().nullable(), is_active: z.boolean() }),
          ),
        })
        .nullable()
        .describe('null when the tenant has no such client'),
    }),
  },
  listUnknownClients: {
    summary: 'Which of the ids are of no client of the tenant',
    request: z.object({ client_ids: z.array(z.guid()).max(1_000) }),
    response: z.object({ client_ids: z.array(z.guid()) }),
  },
});
