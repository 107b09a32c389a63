import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, type TestApi, TestService } from '@psa/test-kit';
import { billingService } from '../../billing-service.ts';
import { fakes } from '../../testing/fakes.ts';
import { LINE, makeFinal, makeInvoice } from '../../testing/invoice.fixtures.ts';

const PATH = '/api/v1/invoices';

/** How an invoice comes into each state. */
const states = {
  draft: async (api) => (await makeInvoice(api)).invoice_id,
  pending: async (api) => {
    const { invoice_id } = await makeInvoice(api);
    await api.put(`${PATH}/${invoice_id}`, { approval_status: 'pending' });
    return invoice_id;
  },
  sent: async (api) => (await makeFinal(api)).invoice_id,
  partially_applied: async (api) => {
    const { invoice_id } = await makeFinal(api);
    await api.post(`${PATH}/${invoice_id}/payment`, { payment_amount: 4_000, payment_method: 'cash' });
    return invoice_id;
  },
  paid: async (api) => {
    const { invoice_id } = await makeFinal(api);
    await api.post(`${PATH}/${invoice_id}/payment`, { payment_amount: 10_000, payment_method: 'cash' });
    return invoice_id;
  },
  cancelled: async (api) => {
    const { invoice_id } = await makeFinal(api);
    await api.post(`${PATH}/${invoice_id}/void`, { reason: 'The wrong client' });
    return invoice_id;
  },
  credit_note: async (api) => {
    const { invoice_id } = await makeFinal(api);
    await api.post(`${PATH}/${invoice_id}/payment`, { payment_amount: 10_000, payment_method: 'cash' });
    return (await api.post(`${PATH}/${invoice_id}/credit-note`, { reason: 'It did not work' })).body.data.invoice_id as string;
  },
} satisfies Record<string, (api: TestApi) => Promise<string>>;

type State = keyof typeof states;

/** What can be done to an invoice, with the states it can be done in. */
const commands: Readonly<Record<string, { readonly in: readonly State[]; run(api: TestApi, id: string): ReturnType<TestApi['post']> }>> = {
  'change lines': { in: ['draft', 'pending'], run: (api, id) => api.put(`${PATH}/${id}`, { items: [{ ...LINE, quantity: 3 }] }) },
  'change currency': { in: ['draft', 'pending'], run: (api, id) => api.put(`${PATH}/${id}`, { currency_code: 'EUR' }) },
  'ask for approval': { in: ['draft', 'pending'], run: (api, id) => api.put(`${PATH}/${id}`, { approval_status: 'pending' }) },
  approve: { in: ['pending'], run: (api, id) => api.post(`${PATH}/${id}/approve`, {}) },
  reject: { in: ['pending'], run: (api, id) => api.post(`${PATH}/${id}/reject`, { reason: 'No' }) },
  finalize: { in: ['draft'], run: (api, id) => api.post(`${PATH}/${id}/finalize`, {}) },
  delete: { in: ['draft', 'pending'], run: (api, id) => api.delete(`${PATH}/${id}`) },
  pay: {
    in: ['sent', 'partially_applied'],
    run: (api, id) => api.post(`${PATH}/${id}/payment`, { payment_amount: 1_000, payment_method: 'cash' }),
  },
  refund: {
    in: ['partially_applied', 'paid'],
    run: (api, id) => api.post(`${PATH}/${id}/refund`, { amount: 1_000, reason: 'Too much' }),
  },
  'write off': { in: ['sent', 'partially_applied'], run: (api, id) => api.post(`${PATH}/${id}/write-off`, { reason: 'Bankrupt' }) },
  void: { in: ['sent', 'credit_note'], run: (api, id) => api.post(`${PATH}/${id}/void`, { reason: 'The wrong client' }) },
  'take back': {
    in: ['sent', 'partially_applied', 'paid'],
    run: (api, id) => api.post(`${PATH}/${id}/credit-note`, { reason: 'It did not work' }),
  },
  send: {
    in: ['sent', 'partially_applied', 'paid', 'credit_note'],
    run: (api, id) => api.post(`${PATH}/${id}/send`, { email_addresses: ['bills@acme.example'] }),
  },
};

describe('invoices', () => {
  let service: TestService;
  let api: TestApi;

  beforeAll(async () => {
    service = await TestService.start(billingService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    api = service.api(caller());
  });

  it.each(Object.keys(states) as State[])('that are %s take what that state allows, and nothing else changes anything', async (state) => {
    const seen: Record<string, number> = {};
    for (const [name, { run }] of Object.entries(commands)) {
      const id = await states[state](api);
      const shown = async () => [
        (await api.get(`${PATH}/${id}?include_items=true`)).text,
        (await api.get('/api/v1/financial/ledger')).text,
      ];
      const before = await shown();
      const { status } = await run(api, id);
      seen[name] = status < 300 ? 200 : status;
      if (status >= 300) expect({ name, shown: await shown() }).toEqual({ name, shown: before });
    }
    const allowed = Object.entries(commands).map(([name, command]) => [name, command.in.includes(state) ? 200 : 409]);
    expect(seen).toEqual(Object.fromEntries(allowed));
  });
});
