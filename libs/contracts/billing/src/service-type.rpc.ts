import { rpcMethods } from '@psa/contract-kit';
import { z } from 'zod';
import { BillingMethod } from './service-type.schemas.ts';

/** Service types a tenant has at most, so that they are told in one answer. */
export const MAX_SERVICE_TYPES = 500;

/** What the billing service answers and does over NATS about service types. */
export const serviceTypeRpc = rpcMethods('billing', {
  listServiceTypes: {
    summary: 'The service types of the tenant, in order, the first 500',
    request: z.object({}),
    response: z.object({
      service_types: z
        .array(z.object({ service_type_id: z.guid(), name: z.string(), billing_method: BillingMethod, order_number: z.int() }))
        .max(MAX_SERVICE_TYPES),
    }),
  },
  importServiceTypes: {
    summary: 'Creates those service types whose names are not taken, all or none; a repetition changes nothing',
    request: z.object({
      service_types: z
        .array(z.object({ name: z.string().min(1).max(255), billing_method: BillingMethod, order_number: z.int().min(0).max(1_000_000) }))
        .max(100),
    }),
    response: z.object({
      service_types: z
        .array(z.object({ service_type_id: z.guid(), is_new: z.boolean().describe('Whether it was not there before') }))
        .describe('In the order they were asked for'),
    }),
  },
});
