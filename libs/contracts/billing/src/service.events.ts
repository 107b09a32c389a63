import { events } from '@psa/contract-kit';
import { z } from 'zod';

/** What other services keep of a service. */
export const ServiceFacts = z.object({
  service_id: z.guid(),
  service_name: z.string(),
  item_kind: z.string(),
  billing_method: z.string(),
  category_id: z.guid().nullable(),
  default_rate: z.number(),
  is_active: z.boolean(),
});

export const serviceEvents = events('billing', {
  created: { name: 'service.created', version: 1, key: 'service_id', summary: 'A service was created', data: ServiceFacts },
  updated: {
    name: 'service.updated',
    version: 1,
    key: 'service_id',
    summary: 'A service was changed',
    data: ServiceFacts.extend({ changed: z.array(z.string()) }),
  },
  deleted: {
    name: 'service.deleted',
    version: 1,
    key: 'service_id',
    summary: 'A service was deleted',
    data: z.object({ service_id: z.guid() }),
  },
});
