import { events } from '@psa/contract-kit';
import { z } from 'zod';

const Facts = z.object({
  tax_rate_id: z.guid(),
  region_code: z.string(),
  tax_percentage: z.number(),
  start_date: z.string(),
  end_date: z.string().nullable(),
});

export const taxRateEvents = events('billing', {
  created: {
    name: 'tax_rate.created',
    permission: 'billing_settings:read',
    version: 1,
    key: 'tax_rate_id',
    summary: 'A tax rate was created',
    data: Facts,
  },
  updated: {
    name: 'tax_rate.updated',
    permission: 'billing_settings:read',
    version: 1,
    key: 'tax_rate_id',
    summary: 'A tax rate was changed',
    data: Facts.extend({ changed: z.array(z.string()) }),
  },
  deleted: {
    name: 'tax_rate.deleted',
    permission: 'billing_settings:read',
    version: 1,
    key: 'tax_rate_id',
    summary: 'A tax rate was deleted',
    data: z.object({ tax_rate_id: z.guid() }),
  },
});
