import { randomUUID } from 'node:crypto';
import type { financialRoutes, invoiceFiguresRoutes } from '@psa/contracts-billing';
import type { Fixture } from '@psa/test-kit/derived';
import { assignLine, JUNE, makeFinal, makeInvoice } from './invoice.fixtures.ts';

type Fixtures<Routes> = { readonly [K in keyof Routes]: Fixture };

const withInvoice: Fixture = async ({ api }) => {
  await makeFinal(api);
  return {};
};

export const financialFixtures: Fixtures<typeof financialRoutes> = {
  listPaymentTerms: () => ({}),
  calculateTax: () => ({ body: { client_id: randomUUID(), amount: 10_000 } }),
  calculateBilling: async ({ api }) => ({ body: { client_id: (await assignLine(api)).client_id, ...JUNE } }),
  getBalanceReport: async ({ api }) => ({ query: { client_id: (await makeFinal(api)).client_id } }),
  getAgingReport: withInvoice,
  getTimeReport: () => ({}),
  listUnbilledTime: () => ({}),
  bulkInvoiceOperation: async ({ api }) => ({ body: { invoice_ids: [(await makeInvoice(api)).invoice_id], operation: 'finalize' } }),
};

export const invoiceFiguresFixtures: Fixtures<typeof invoiceFiguresRoutes> = {
  getInvoiceAnalytics: withInvoice,
  bulkUpdateInvoices: async ({ api }) => ({ body: { invoice_ids: [(await makeInvoice(api)).invoice_id], status: 'sent' } }),
};
