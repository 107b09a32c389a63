import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addDays } from '@psa/calendar';
import { caller, everyPermission, type TestApi, type TestCaller, TestService, UNKNOWN } from '@psa/test-kit';
import { billingService } from '../../billing-service.ts';
import { aDiscount } from '../../testing/discount.fixtures.ts';
import { clientFacts, fakes } from '../../testing/fakes.ts';
import { assignLine, JUNE, LINE, makeFinal, makeInvoice } from '../../testing/invoice.fixtures.ts';

const FINANCIAL = '/api/v1/financial';
const today = new Date().toISOString().slice(0, 10);

describe('financial figures', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;

  beforeAll(async () => {
    service = await TestService.start(billingService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    me = caller();
    api = service.api(me);
  });

  const pay = (id: string, payment_amount: number, given: Record<string, unknown> = {}) =>
    api.post(`/api/v1/invoices/${id}/payment`, { payment_amount, payment_method: 'bank_transfer', ...given });

  it('tell what a client owes by currency, at the end of any day', async () => {
    const client_id = randomUUID();
    const first = await makeFinal(api, { client_id, invoice_date: '2026-01-10', due_date: '2026-02-10' });
    await makeFinal(api, { client_id, invoice_date: '2026-03-01', currency_code: 'EUR' });
    await makeInvoice(api, { client_id });
    const voided = await makeFinal(api, { client_id });
    await api.post(`/api/v1/invoices/${voided.invoice_id}/void`, { reason: 'x' });
    await pay(first.invoice_id, 4_000, { payment_date: '2026-02-01' });
    await pay(first.invoice_id, 6_500, { payment_date: '2026-02-20', allow_overpayment: true });
    const report = async (as_of_date?: string) => {
      const query = `client_id=${client_id}${as_of_date === undefined ? '' : `&as_of_date=${as_of_date}`}`;
      return (await api.get(`${FINANCIAL}/reports/balance?${query}`)).body.data.balances as Record<string, unknown>[];
    };
    expect(await report('2026-01-01')).toEqual([]);
    expect(await report('2026-02-15')).toMatchObject([
      {
        currency_code: 'USD',
        current_balance: 6_000,
        overdue_amount: 6_000,
        open_invoices: 1,
        last_payment_date: '2026-02-01',
        last_payment_amount: 4_000,
      },
    ]);
    expect(await report()).toMatchObject([
      { currency_code: 'EUR', current_balance: 10_000, open_invoices: 1, overdue_amount: 0, last_payment_date: null },
      { currency_code: 'USD', current_balance: -500, unapplied_cash: 500, open_invoices: 0, last_payment_amount: 6_500 },
    ]);
    const unknown = await api.get(`${FINANCIAL}/reports/balance?client_id=${UNKNOWN}0000-4000-8000-000000000000`);
    expect(unknown.status).toBe(400);
  });

  it('tell how late it is', async () => {
    const client_id = randomUUID();
    const late = (days: number) =>
      makeFinal(api, {
        client_id,
        invoice_date: '2020-01-01',
        due_date: addDays(today, -days),
        items: [{ ...LINE, unit_price: 50, quantity: days + 2 }],
      });
    for (const days of [-1, 0, 1, 30, 31, 60, 61, 90, 91]) await late(days);
    const partly = await late(400);
    await pay(partly.invoice_id, 100);
    const expected = {
      current: 50 + 100,
      days_30: 150 + 1_600,
      days_60: 1_650 + 3_100,
      days_90: 3_150 + 4_600,
      days_over_90: 4_650 + 20_000,
    };
    const total_outstanding = Object.values(expected).reduce((sum, amount) => sum + amount, 0);
    const { body } = await api.get(`${FINANCIAL}/reports/aging`);
    expect(body.data).toEqual({
      report_date: today,
      summary: [{ currency_code: 'USD', ...expected, total_outstanding }],
      clients: [{ client_id, client_name: 'Acme', currency_code: 'USD', ...expected, total_outstanding }],
    });
    expect((await api.get(`${FINANCIAL}/reports/aging?client_id=${randomUUID()}`)).body.data.clients).toEqual([]);
  });

  it('count invoices by state, month, currency and client', async () => {
    const first = await makeFinal(api, { invoice_date: '2026-01-10', due_date: '2026-02-10' });
    await makeFinal(api, { client_id: first.client_id, invoice_date: '2026-02-01' });
    await makeFinal(api, { invoice_date: '2026-02-01', currency_code: 'EUR' });
    await makeInvoice(api, { invoice_date: '2026-02-01' });
    const { body } = await api.get('/api/v1/invoices/analytics');
    expect(body.data).toMatchObject({
      status_breakdown: { draft: { count: 1, total: 10_000 }, overdue: { count: 1, total: 10_000 }, sent: { count: 2, total: 20_000 } },
      by_currency: { EUR: { count: 1, total: 10_000 }, USD: { count: 2, total: 20_000 } },
      monthly_trends: [
        { month: '2026-01', currency_code: 'USD', count: 1, total: 10_000 },
        { month: '2026-02', currency_code: 'EUR', count: 1 },
        { month: '2026-02', currency_code: 'USD', count: 1 },
      ],
    });
    expect(body.data.top_clients[0]).toMatchObject({ client_id: first.client_id, total_revenue: 20_000, invoice_count: 2 });
    expect((await api.get('/api/v1/invoices/analytics?from=2026-01-01&to=2026-01-31')).body.data.by_currency).toEqual({
      USD: { count: 1, total: 10_000 },
    });
  });

  it('finalize and void in bulk, each by itself', async () => {
    const [draft, final, empty] = [await makeInvoice(api), await makeFinal(api), await makeInvoice(api, { items: [] })];
    const ids = [draft.invoice_id, final.invoice_id, empty.invoice_id, randomUUID()];
    const { body } = await api.post('/api/v1/invoices/bulk', { invoice_ids: ids, status: 'sent' });
    expect(body.data).toMatchObject({
      updated_count: 1,
      errors: [{ invoice_id: final.invoice_id, code: 'CONFLICT' }, { invoice_id: empty.invoice_id }, { code: 'NOT_FOUND' }],
    });
    const cancel = { invoice_ids: [draft.invoice_id, empty.invoice_id], operation: 'cancel' };
    expect((await api.post(`${FINANCIAL}/bulk/invoices`, cancel)).body.error.details[0].path).toEqual(['reason']);
    const limited = service.api({ ...me, permissions: everyPermission.filter((name) => name !== 'invoice:void') });
    expect((await limited.post(`${FINANCIAL}/bulk/invoices`, { ...cancel, reason: 'x' })).status).toBe(403);
    expect((await api.post(`${FINANCIAL}/bulk/invoices`, { ...cancel, reason: 'x' })).body.data).toMatchObject({
      total_requested: 2,
      successful: 1,
      failed: 1,
      results: [{ success: true }, { success: false, code: 'CONFLICT' }],
    });
  });

  it('send in bulk, each to where its client wants invoices', async () => {
    const [draft, final, unreachable] = [await makeInvoice(api), await makeFinal(api), await makeFinal(api)];
    await api.put(`/api/v1/clients/${final.client_id}/billing-settings`, { invoice_emails: ['bills@acme.example'] });
    await api.put(`/api/v1/clients/${draft.client_id}/billing-settings`, { invoice_emails: ['bills@globex.example'] });
    const send = { invoice_ids: [draft.invoice_id, final.invoice_id, unreachable.invoice_id, randomUUID()], operation: 'send' };
    const limited = service.api({ ...me, permissions: everyPermission.filter((name) => name !== 'invoice:send') });
    expect((await limited.post(`${FINANCIAL}/bulk/invoices`, send)).status).toBe(403);
    expect((await api.post(`${FINANCIAL}/bulk/invoices`, send)).body.data).toMatchObject({
      successful: 1,
      failed: 3,
      results: [{ code: 'CONFLICT' }, { success: true }, { code: 'CONFLICT' }, { code: 'NOT_FOUND' }],
    });
    expect((await api.get(`/api/v1/invoices/${final.invoice_id}`)).body.data.sent_at).not.toBeNull();
  });

  it('tell discounts apart in what is due', async () => {
    const client_id = randomUUID();
    const { contract_line_id } = await assignLine(api, { billing_timing: 'advance' }, { client_id });
    await api.post('/api/v1/discounts', aDiscount({ client_id, contract_line_id }));
    const { body } = await api.post(`${FINANCIAL}/billing/calculate`, { client_id, ...JUNE });
    expect(body.data).toMatchObject({ total_amount: 10_800, discounts: [{ net_amount: -1_200, is_discount: true }], adjustments: [] });
    expect(body.data.charges).toHaveLength(2);
  });

  it('compute tax and what is due without billing it', async () => {
    const client_id = randomUUID();
    clientFacts.set(client_id, { region_code: 'DE' });
    const tax = (given: Record<string, unknown> = {}) => api.post(`${FINANCIAL}/tax/calculate`, { client_id, amount: 1_050, ...given });
    expect((await tax()).status).toBe(409);
    await api.post(`${FINANCIAL}/tax/rates`, { region_code: 'DE', tax_percentage: 19, start_date: '2020-01-01' });
    expect((await tax()).body.data).toEqual({ taxAmount: 200, taxRate: 19, tax_region: 'DE' });
    await assignLine(api, { billing_timing: 'advance' }, { client_id });
    const { body } = await api.post(`${FINANCIAL}/billing/calculate`, { client_id, ...JUNE });
    expect(body.data).toMatchObject({ total_amount: 12_000, tax_amount: 2_280, final_amount: 14_280, charges: [{ net_amount: 12_000 }] });
    expect((await api.get(`${FINANCIAL}/invoices`)).body.pagination.total).toBe(0);
    expect((await api.get(`${FINANCIAL}/billing/payment-terms`)).body.data).toHaveLength(3);
  });
});
