import { randomUUID } from 'node:crypto';
import type { categoryRoutes, serviceCategoryRoutes, ticketCategoryRoutes, TicketCategory } from '@psa/contracts-desk';
import type { TestApi } from '@psa/test-kit';
import type { Fixture, World } from '@psa/test-kit/derived';
import { makeChannel } from './make-ticket.ts';

type Fixtures<Routes> = { readonly [K in keyof Routes]: Fixture };

/** A channel that categories can be made for. */
export async function aChannel({ api }: Pick<World, 'api' | 'service' | 'caller'>): Promise<string> {
  return (await makeChannel(api)).channel_id;
}

/** Creates a ticket category. */
export async function makeCategory(api: TestApi, given: Record<string, unknown>): Promise<TicketCategory> {
  const { status, text, body } = await api.post('/api/v1/categories/ticket', {
    category_name: `Printing ${randomUUID().slice(0, 8)}`,
    ...given,
  });
  if (status !== 201) throw new Error(`${status} ${text}`);
  return body.data as TicketCategory;
}

async function makeServiceCategory(api: TestApi): Promise<string> {
  const { body } = await api.post('/api/v1/categories/service', { category_name: 'Managed network', description: 'Switches and more' });
  return body.data.category_id as string;
}

const onServiceCategory: Fixture = async ({ api }) => ({ params: { id: await makeServiceCategory(api) } });

export const serviceCategoryFixtures: Fixtures<typeof serviceCategoryRoutes> = {
  listServiceCategories: async ({ api }) => {
    await makeServiceCategory(api);
    return {};
  },
  createServiceCategory: () => ({ body: { category_name: 'Managed network' } }),
  getServiceCategory: onServiceCategory,
  updateServiceCategory: async (world) => ({ ...(await onServiceCategory(world)), body: { is_active: false } }),
  deleteServiceCategory: onServiceCategory,
};

async function twoCategories(world: World) {
  const channel_id = await aChannel(world);
  const parent = await makeCategory(world.api, { channel_id });
  const child = await makeCategory(world.api, { channel_id, parent_category: parent.category_id });
  return { channel_id, parent, child };
}

const onCategory: Fixture = async (world) => ({ params: { id: (await twoCategories(world)).child.category_id } });

const withCategories =
  (query: Record<string, string> = {}): Fixture =>
  async (world) => {
    await twoCategories(world);
    return { query };
  };

export const ticketCategoryFixtures: Fixtures<typeof ticketCategoryRoutes> = {
  listTicketCategories: withCategories(),
  createTicketCategory: async (world) => {
    const { channel_id, parent } = await twoCategories(world);
    return { body: { category_name: 'Toner', channel_id, parent_category: parent.category_id } };
  },
  getTicketCategoryTree: withCategories(),
  getTicketCategory: onCategory,
  updateTicketCategory: async (world) => ({ ...(await onCategory(world)), body: { category_name: 'Toner' } }),
  moveTicketCategory: async (world) => ({ ...(await onCategory(world)), body: { new_parent_id: null, position: 0 } }),
  deleteTicketCategory: onCategory,
};

export const categoryFixtures: Fixtures<typeof categoryRoutes> = {
  searchCategories: withCategories({ search_term: 'print' }),
  getCategoryAnalytics: withCategories(),
  bulkDeleteCategories: async (world) => ({
    body: { category_ids: [(await twoCategories(world)).child.category_id], category_type: 'ticket' },
  }),
};
