import { events } from '@psa/contract-kit';
import { z } from 'zod';

const Facts = z.object({ service_type_id: z.guid(), name: z.string(), billing_method: z.string() });

export const serviceTypeEvents = events('billing', {
  created: {
    name: 'service_type.created',
    permission: 'service:read',
    version: 1,
    key: 'service_type_id',
    summary: 'A service type was created',
    data: Facts,
  },
  updated: {
    name: 'service_type.updated',
    permission: 'service:read',
    version: 1,
    key: 'service_type_id',
    summary: 'A service type was changed',
    data: Facts.extend({ changed: z.array(z.string()) }),
  },
  deleted: {
    name: 'service_type.deleted',
    permission: 'service:read',
    version: 1,
    key: 'service_type_id',
    summary: 'A service type was deleted',
    data: z.object({ service_type_id: z.guid() }),
  },
});
