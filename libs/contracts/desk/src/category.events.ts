import { events } from '@psa/contract-kit';
import { z } from 'zod';

const TicketCategoryFacts = z.object({
  category_id: z.guid(),
  category_name: z.string(),
  channel_id: z.guid(),
  parent_category: z.guid().nullable(),
});

export const ticketCategoryEvents = events('desk', {
  created: {
    name: 'category.created',
    version: 1,
    permission: 'ticket:read',
    key: 'category_id',
    summary: 'A ticket category was created',
    data: TicketCategoryFacts,
  },
  updated: {
    name: 'category.updated',
    version: 1,
    permission: 'ticket:read',
    key: 'category_id',
    summary: 'A ticket category was renamed or moved',
    data: TicketCategoryFacts,
  },
  deleted: {
    name: 'category.deleted',
    version: 1,
    permission: 'ticket:read',
    key: 'category_id',
    summary: 'A ticket category was deleted',
    data: z.object({ category_id: z.guid(), channel_id: z.guid() }),
  },
});

/** What billing keeps of a service category. */
export const ServiceCategoryFacts = z.object({ category_id: z.guid(), category_name: z.string(), is_active: z.boolean() });
export type ServiceCategoryFacts = z.infer<typeof ServiceCategoryFacts>;

export const serviceCategoryEvents = events('desk', {
  created: {
    name: 'service_category.created',
    version: 1,
    permission: 'billing_settings:read',
    key: 'category_id',
    summary: 'A service category was created',
    data: ServiceCategoryFacts,
  },
  updated: {
    name: 'service_category.updated',
    version: 1,
    permission: 'billing_settings:read',
    key: 'category_id',
    summary: 'A service category was changed',
    data: ServiceCategoryFacts,
  },
  deleted: {
    name: 'service_category.deleted',
    version: 1,
    permission: 'billing_settings:read',
    key: 'category_id',
    summary: 'A service category was deleted',
    data: z.object({ category_id: z.guid() }),
  },
});
