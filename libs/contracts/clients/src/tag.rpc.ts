import { rpcMethods } from '@psa/contract-kit';
import { z } from 'zod';

/** What the clients service does over NATS for the service that keeps the tags of all entities. */
export const clientTagRpc = rpcMethods('clients', {
  changeTags: {
    summary: 'Add tags to a client or a contact, and remove others',
    request: z.object({
      entity_type: z.enum(['client', 'contact']),
      entity_id: z.guid(),
      add: z.array(z.string().min(1).max(50)).max(100),
      remove: z.array(z.string()).max(100),
      max_tags: z.int().describe('Refused when there would be more'),
    }),
    response: z.object({
      tagged: z
        .object({ tags: z.array(z.string()), version: z.int() })
        .nullable()
        .describe('The tags afterwards; null when the tenant has no such entity'),
    }),
  },
});
