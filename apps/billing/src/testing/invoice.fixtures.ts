import { randomUUID } from 'node:crypto';
import type { invoiceGenerationRoutes, invoiceLifecycleRoutes, invoiceRoutes } from '@psa/contracts-billing';
import type { TestApi } from '@psa/test-kit';
import type { Fixture } from '@psa/test-kit/derived';
import { makeContract, makeLine } from './contract.fixtures.ts';
import { makeService } from './service.fixtures.ts';

type Fixtures<Routes> = { readonly [K in keyof Routes]: Fixture };

/** A line of 100.00. */
export const LINE = { description: 'Consulting', quantity: 2, unit_price: 5_000 };

export function anInvoice(given: Record<string, unknown> = {}): Record<string, unknown> {
  return { client_id: randomUUID(), invoice_date: '2026-06-01', due_date: '2099-07-01', items: [LINE], ...given };
}

export interface MadeInvoice {
  readonly invoice_id: string;
  readonly client_id: string;
  readonly line_items: { readonly item_id: string }[];
}

/** Makes a draft. */
export async function makeInvoice(api: TestApi, given: Record<string, unknown> = {}): Promise<MadeInvoice> {
  const { status, body, text } = await api.post('/api/v1/invoices', anInvoice(given));
  if (status !== 201) throw new Error(text);
  return body.data as MadeInvoice;
}

/** Makes a final invoice. */
export async function makeFinal(api: TestApi, given: Record<string, unknown> = {}): Promise<MadeInvoice> {
  const invoice = await makeInvoice(api, given);
  const { status, text } = await api.post(`/api/v1/invoices/${invoice.invoice_id}/finalize`, {});
  if (status !== 200) throw new Error(text);
  return invoice;
}

const onDraft: Fixture = async ({ api }) => ({ params: { id: (await makeInvoice(api)).invoice_id } });
const onPending: Fixture = async ({ api }) => {
  const { invoice_id } = await makeInvoice(api);
  await api.put(`/api/v1/invoices/${invoice_id}`, { approval_status: 'pending' });
  return { params: { id: invoice_id } };
};
const onFinal: Fixture = async ({ api }) => ({ params: { id: (await makeFinal(api)).invoice_id } });

const withInvoices =
  (query: Record<string, string> = {}): Fixture =>
  async ({ api }) => {
    await makeFinal(api, { notes: 'For June' });
    return { query };
  };

export const invoiceFixtures: Fixtures<typeof invoiceRoutes> = {
  listInvoices: withInvoices({ include_items: 'true' }),
  createInvoice: () => ({ body: anInvoice() }),
  createManualInvoice: async ({ api }) => {
    const { service_id } = await makeService(api);
    return { body: { clientId: randomUUID(), items: [{ service_id, description: 'Support', quantity: 1.5, rate: 12_000 }] } };
  },
  searchInvoices: withInvoices({ q: 'june' }),
  exportInvoices: withInvoices(),
  getInvoice: onDraft,
  updateInvoice: async (world) => ({ ...(await onDraft(world)), body: { notes: 'For May' } }),
  deleteInvoice: onDraft,
  listInvoiceItems: onDraft,
};

export const invoiceLifecycleFixtures: Fixtures<typeof invoiceLifecycleRoutes> = {
  duplicateInvoice: onFinal,
  approveInvoice: onPending,
  rejectInvoice: async (world) => ({ ...(await onPending(world)), body: { reason: 'The wrong client' } }),
  finalizeInvoice: async (world) => ({ ...(await onDraft(world)), body: { finalized_at: '2026-06-15' } }),
  voidInvoice: async (world) => ({ ...(await onFinal(world)), body: { reason: 'The wrong client' } }),
  calculateInvoiceTax: async (world) => ({ ...(await onDraft(world)), body: { amount: 10_000 } }),
  recordInvoicePayment: async (world) => ({ ...(await onFinal(world)), body: { payment_amount: 4_000, payment_method: 'bank_transfer' } }),
  listInvoiceTransactions: async ({ api }) => {
    const { invoice_id } = await makeFinal(api);
    await api.post(`/api/v1/invoices/${invoice_id}/payment`, { payment_amount: 4_000, payment_method: 'bank_transfer' });
    return { params: { id: invoice_id } };
  },
};

/** Assigns a line to a client. @returns the client */
export async function assignLine(
  api: TestApi,
  line: Record<string, unknown> = {},
  assignment: { client_id?: string } & Record<string, unknown> = {},
): Promise<{ client_id: string; contract_line_id: string }> {
  const client_id = assignment.client_id ?? randomUUID();
  const [{ contract_line_id }, { id: client_contract_id }] = [await makeLine(api, line), await makeContract(api, { client_id })];
  const body = { contract_line_id, client_contract_id, start_date: '2026-01-01', ...assignment, client_id };
  const { status, text } = await api.post('/api/v1/company-contract-lines', body);
  if (status !== 201) throw new Error(text);
  return { client_id, contract_line_id };
}

export const JUNE = { period_start: '2026-06-01', period_end: '2026-07-01' };

export const invoiceGenerationFixtures: Fixtures<typeof invoiceGenerationRoutes> = {
  generateInvoice: async ({ api }) => ({ body: { client_id: (await assignLine(api)).client_id, ...JUNE } }),
  previewInvoice: async ({ api }) => ({ body: { client_id: (await assignLine(api)).client_id, ...JUNE } }),
};
