import { randomUUID } from 'node:crypto';
import type {
  billingSettingsRoutes,
  creditRoutes,
  invoiceDocumentRoutes,
  invoiceSettlementRoutes,
  paymentMethodRoutes,
  transactionRoutes,
} from '@psa/contracts-billing';
import { clientEvents } from '@psa/contracts-clients';
import type { TestApi } from '@psa/test-kit';
import type { Fixture } from '@psa/test-kit/derived';
import { LINE, makeFinal, makeInvoice } from './invoice.fixtures.ts';

type Fixtures<Routes> = { readonly [K in keyof Routes]: Fixture };

export interface MadeCredit {
  readonly transaction_id: string;
  readonly credit_id: string;
  readonly client_id: string;
}

/** Gives a client of its own, unless one is given, credit of 50.00. */
export async function makeCredit(api: TestApi, given: Record<string, unknown> = {}): Promise<MadeCredit> {
  const body = { client_id: randomUUID(), type: 'credit_issuance', amount: 5_000, ...given };
  const { status, body: reply, text } = await api.post('/api/v1/financial/transactions', body);
  if (status !== 201) throw new Error(text);
  return reply.data as MadeCredit;
}

/** The body of a card that is complete. */
export const aCard = (given: Record<string, unknown> = {}): Record<string, unknown> => ({
  client_id: randomUUID(),
  type: 'credit_card',
  provider: 'stripe',
  provider_token: 'pm_1PqX',
  last4: '4242',
  exp_month: '04',
  exp_year: '2031',
  ...given,
});

/** An open invoice whose client has credit that was given afterwards. */
async function openWithCredit(api: TestApi): Promise<{ invoice_id: string; client_id: string }> {
  const invoice = await makeFinal(api);
  await makeCredit(api, { client_id: invoice.client_id });
  return invoice;
}

const onTransaction: Fixture = async ({ api }) => ({ params: { id: (await makeCredit(api, { description: 'Goodwill' })).transaction_id } });
const onMethod: Fixture = async ({ api }) => {
  const { body } = await api.post('/api/v1/financial/payment-methods', aCard());
  return { params: { id: body.data.payment_method_id as string } };
};
const onFinal: Fixture = async ({ api }) => ({ params: { id: (await makeFinal(api)).invoice_id } });

export const transactionFixtures: Fixtures<typeof transactionRoutes> = {
  listTransactions: async (world) => {
    await onTransaction(world);
    return { query: { search: 'goodwill' } };
  },
  createTransaction: () => ({ body: { client_id: randomUUID(), type: 'credit_issuance', amount: 5_000 } }),
  getTransaction: onTransaction,
  updateTransaction: async (world) => ({ ...(await onTransaction(world)), body: { description: 'For the outage' } }),
  bulkTransactions: async ({ api }) => ({ body: { transaction_ids: [(await makeCredit(api)).transaction_id], operation: 'reverse' } }),
  getTrialBalance: async ({ api }) => {
    await makeFinal(api);
    return {};
  },
  runReconciliation: async ({ api }) => ({ body: { client_id: (await makeFinal(api)).client_id } }),
  getFinancialAnalytics: async ({ api }) => {
    await makeFinal(api);
    return {};
  },
};

export const creditFixtures: Fixtures<typeof creditRoutes> = {
  listCredits: async ({ api }) => ({ query: { client_id: (await makeCredit(api)).client_id } }),
  applyCredit: async ({ api }) => {
    const { invoice_id, client_id } = await openWithCredit(api);
    return { body: { client_id, invoice_id, requested_amount: 4_000 } };
  },
  createPrepayment: () => ({ body: { client_id: randomUUID(), amount: 5_000 } }),
  transferCredit: async ({ api }) => ({
    body: { source_credit_id: (await makeCredit(api)).credit_id, target_client_id: randomUUID(), amount: 1_000, reason: 'The same group' },
  }),
  validateCredit: async ({ api }) => ({ body: { client_id: (await makeCredit(api)).client_id } }),
  bulkCredits: async ({ api }) => ({ body: { credit_ids: [(await makeCredit(api)).credit_id], operation: 'expire' } }),
};

export const paymentMethodFixtures: Fixtures<typeof paymentMethodRoutes> = {
  listPaymentMethods: async (world) => {
    await onMethod(world);
    return {};
  },
  createPaymentMethod: () => ({ body: aCard() }),
  getPaymentMethod: onMethod,
  updatePaymentMethod: async (world) => ({ ...(await onMethod(world)), body: { exp_year: '2033' } }),
  deletePaymentMethod: onMethod,
};

export const billingSettingsFixtures: Fixtures<typeof billingSettingsRoutes> = {
  getBillingSettings: () => ({}),
  updateBillingSettings: () => ({ body: { credit_application_order: 'oldest_first' } }),
};

export const invoiceSettlementFixtures: Fixtures<typeof invoiceSettlementRoutes> = {
  addInvoiceItems: async ({ api }) => ({ params: { id: (await makeInvoice(api)).invoice_id }, body: { items: [LINE] } }),
  creditInvoice: async ({ api }) => ({ params: { id: (await openWithCredit(api)).invoice_id }, body: { credit_amount: 4_000 } }),
  refundInvoice: async ({ api }) => {
    const { invoice_id } = await makeFinal(api);
    await api.post(`/api/v1/invoices/${invoice_id}/payment`, { payment_amount: 4_000, payment_method: 'bank_transfer' });
    return { params: { id: invoice_id }, body: { amount: 1_000, reason: 'Paid twice' } };
  },
  writeOffInvoice: async (world) => ({ ...(await onFinal(world)), body: { reason: 'Out of business' } }),
  createCreditNote: async (world) => ({ ...(await onFinal(world)), body: { reason: 'It did not work' } }),
  bulkCreditInvoices: async ({ api }) => ({
    body: { invoice_ids: [(await openWithCredit(api)).invoice_id], credit_amount_per_invoice: 1_000 },
  }),
  bulkDeleteInvoices: async ({ api }) => ({ body: { ids: [(await makeInvoice(api)).invoice_id] } }),
  listCreditableItems: onFinal,
};

const onEInvoice: Fixture = async ({ api, service, caller: { tenant } }) => {
  const seller = { seller_name: 'Northwind IT', seller_tax_id: 'DE123456789', seller_country_code: 'DE' };
  await api.put('/api/v1/billing-settings', seller);
  const client_id = randomUUID();
  const flags = { is_active: true, is_billing_address: true, is_default: true };
  const place = {
    address_line1: 'Ring 2',
    address_line2: null,
    address_line3: null,
    city: 'Bern',
    postal_code: '3011',
    country_code: 'CH',
  };
  const location = { client_id, location_id: randomUUID(), location_name: null, ...flags, ...place, state_province: null };
  await service.publish(tenant, clientEvents.locationCreated, { ...location, region_code: null, email: null }, 2);
  await service.settled();
  return { params: { id: (await makeFinal(api, { client_id })).invoice_id } };
};

const MAIL = { email_addresses: ['accounts@example.com'] };

export const invoiceDocumentFixtures: Fixtures<typeof invoiceDocumentRoutes> = {
  getInvoicePdf: onFinal,
  makeInvoicePdf: onFinal,
  getEInvoice: onEInvoice,
  explainInvoice: onFinal,
  sendInvoice: async (world) => ({ ...(await onFinal(world)), body: MAIL }),
  bulkSendInvoices: async ({ api }) => ({ body: { invoice_ids: [(await makeFinal(api)).invoice_id], ...MAIL } }),
};
