import { randomUUID } from 'node:crypto';
import type { taxRateRoutes } from '@psa/contracts-billing';
import type { Fixture } from '@psa/test-kit/derived';

const onTaxRate: Fixture = async ({ api }) => {
  const { body } = await api.post('/api/v1/financial/tax/rates', {
    region_code: randomUUID(),
    tax_percentage: 8.1,
    start_date: '2026-01-01',
  });
  return { params: { id: body.data.tax_rate_id as string } };
};

export const taxRateFixtures: { readonly [K in keyof typeof taxRateRoutes]: Fixture } = {
  listTaxRates: async (world) => {
    await onTaxRate(world);
    return {};
  },
  createTaxRate: () => ({ body: { region_code: randomUUID(), tax_percentage: 8.1, start_date: '2026-01-01' } }),
  getTaxRate: onTaxRate,
  updateTaxRate: async (world) => ({ ...(await onTaxRate(world)), body: { tax_percentage: 7.7 } }),
  deleteTaxRate: onTaxRate,
};
