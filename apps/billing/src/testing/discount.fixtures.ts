import { randomUUID } from 'node:crypto';
import type { discountRoutes } from '@psa/contracts-billing';
import type { Fixture } from '@psa/test-kit/derived';

/** The body of a discount of ten percent on whole invoices. */
export const aDiscount = (given: Record<string, unknown> = {}): Record<string, unknown> => ({
  discount_name: 'Loyalty',
  client_id: randomUUID(),
  discount_type: 'percentage',
  discount_percentage: 10,
  start_date: '2026-01-01',
  ...given,
});

const onDiscount: Fixture = async ({ api }) => {
  const { body } = await api.post('/api/v1/discounts', aDiscount());
  return { params: { id: body.data.discount_id as string } };
};

export const discountFixtures: { readonly [K in keyof typeof discountRoutes]: Fixture } = {
  listDiscounts: async (world) => {
    await onDiscount(world);
    return {};
  },
  createDiscount: () => ({ body: aDiscount() }),
  getDiscount: onDiscount,
  updateDiscount: async (world) => ({ ...(await onDiscount(world)), body: { discount_name: 'Second' } }),
  deleteDiscount: onDiscount,
};
