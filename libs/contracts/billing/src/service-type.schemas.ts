import { Id, listQuery, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

/** How what is sold is counted. */
export const BillingMethod = z.enum(['fixed', 'hourly', 'usage']);

const writable = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(255)
    .describe('Name, of one service type alone whatever its case')
    .meta({ example: 'Managed services' }),
  billing_method: BillingMethod.describe('How services of this type are counted'),
  order_number: z.int().min(0).max(1_000_000).describe('Place among the service types'),
};

export const ServiceType = z
  .object({
    service_type_id: Id.describe('Identifies the service type'),
    ...writable,
    created_at: Timestamp.describe('When it was created'),
    updated_at: Timestamp.describe('When it was last changed'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'ServiceType' });
export type ServiceType = z.infer<typeof ServiceType>;

export const CreateServiceType = z
  .object({ ...writable, order_number: writable.order_number.default(0) })
  .meta({ id: 'CreateServiceType' });
export type CreateServiceType = z.infer<typeof CreateServiceType>;

export const UpdateServiceType = z.object(writable).partial().meta({ id: 'UpdateServiceType' });
export type UpdateServiceType = z.infer<typeof UpdateServiceType>;

export const ServiceTypeListQuery = listQuery({
  sort: ['created_at', 'updated_at', 'name', 'order_number'],
  defaultSort: 'created_at',
  filters: {
    name: z.string().max(255).optional().describe('Part of the name'),
    billing_method: BillingMethod.optional().describe('Only types counted so'),
  },
});
export type ServiceTypeListQuery = z.infer<typeof ServiceTypeListQuery>;
