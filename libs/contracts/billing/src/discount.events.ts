import { events } from '@psa/contract-kit';
import { z } from 'zod';

const Facts = z.object({
  discount_id: z.guid(),
  discount_name: z.string(),
  client_id: z.guid(),
  contract_line_id: z.guid().nullable(),
  discount_type: z.enum(['percentage', 'fixed']),
  is_active: z.boolean(),
});

export const discountEvents = events('billing', {
  created: {
    name: 'discount.created',
    permission: 'billing:read',
    version: 1,
    key: 'discount_id',
    summary: 'A discount of a client was created',
    data: Facts,
  },
  updated: {
    name: 'discount.updated',
    permission: 'billing:read',
    version: 1,
    key: 'discount_id',
    summary: 'A discount of a client was changed',
    data: Facts.extend({ changed: z.array(z.string()) }),
  },
  deleted: {
    name: 'discount.deleted',
    permission: 'billing:read',
    version: 1,
    key: 'discount_id',
    summary: 'A discount of a client was deleted',
    data: z.object({ discount_id: z.guid() }),
  },
});
