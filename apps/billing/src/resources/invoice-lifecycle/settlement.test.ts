import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { invoiceEvents, paymentEvents } from '@psa/contracts-billing';
import { caller, everyPermission, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { billingService } from '../../billing-service.ts';
import { clientFacts, fakes } from '../../testing/fakes.ts';
import { LINE, makeFinal, makeInvoice } from '../../testing/invoice.fixtures.ts';

const PATH = '/api/v1/invoices';
const FINANCIAL = '/api/v1/financial';

describe('what settles an invoice', () => {
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

  const pay = (id: string, payment_amount: number, given: object = {}) =>
    api.post(`${PATH}/${id}/payment`, { payment_amount, payment_method: 'bank_transfer', ...given });
  const refund = (id: string, given: object = {}) => api.post(`${PATH}/${id}/refund`, { reason: 'Paid twice', ...given });
  const told = async (type: string) => (await service.events(me.tenant)).filter((event) => event.type === type).map(({ data }) => data);
  const accounts = async (client_id?: string) => {
    const { body } = await api.get(`${FINANCIAL}/ledger${client_id === undefined ? '' : `?client_id=${client_id}`}`);
    for (const { debit, credit } of body.data.totals as { debit: number; credit: number }[]) expect(debit).toBe(credit);
    const rows = body.data.accounts as { account: string; balance: number }[];
    return Object.fromEntries(rows.filter(({ balance }) => balance !== 0).map(({ account, balance }) => [account, balance]));
  };
  /** A taxed client with an invoice of 100.00 less a tenth, and 19 % tax. */
  const makeTaxed = async () => {
    const client_id = randomUUID();
    clientFacts.set(client_id, { region_code: 'DE' });
    await api.post(`${FINANCIAL}/tax/rates`, { region_code: 'DE', tax_percentage: 19, start_date: '2020-01-01' });
    const discount = { description: 'For friends', is_discount: true, discount_type: 'percentage', discount_percentage: 10 };
    return makeFinal(api, { client_id, items: [{ ...LINE, is_taxable: true }, discount] });
  };

  it('goes to the accounts it is of', async () => {
    const { invoice_id, client_id } = await makeTaxed();
    expect(await accounts(client_id)).toEqual({ ar: 10_710, discount: 1_000, revenue: -10_000, tax_payable: -1_710 });
    await pay(invoice_id, 11_000, { allow_overpayment: true });
    expect(await accounts()).toEqual({
      cash: 11_000,
      discount: 1_000,
      revenue: -10_000,
      tax_payable: -1_710,
      unapplied_cash: -290,
    });
  });

  it('becomes no credit where it was given up', async () => {
    const { invoice_id } = await makeFinal(api);
    await api.post(`${PATH}/${invoice_id}/write-off`, { amount: 6_000, reason: 'Bankrupt' });
    const note = (given: object) => api.post(`${PATH}/${invoice_id}/credit-note`, { reason: 'A mistake', ...given });
    const refused = await note({});
    expect({ status: refused.status, details: refused.body.error.details }).toMatchObject({ status: 409, details: { left: 4_000 } });
    expect((await note({ amount: 4_000 })).status).toBe(201);
    expect((await note({ amount: 1 })).status).toBe(409);
    expect((await api.get(`${PATH}/${invoice_id}`)).body.data).toMatchObject({ status: 'paid', balance_due: 0 });
  });

  it('leaves every account as it was once it is refunded and voided', async () => {
    const { invoice_id } = await makeTaxed();
    await pay(invoice_id, 5_000);
    await pay(invoice_id, 6_000, { allow_overpayment: true });
    expect((await api.post(`${PATH}/${invoice_id}/void`, { reason: 'Wrong' })).status).toBe(409);
    expect((await refund(invoice_id, { amount: 11_001 })).body.error.details).toEqual({ amount_paid: 11_000 });
    expect((await refund(invoice_id, { amount: 300 })).body.data).toMatchObject({
      amount_paid: 10_700,
      balance_due: 10,
      status: 'partially_applied',
    });
    expect((await refund(invoice_id)).body.data).toMatchObject({ amount_paid: 0, balance_due: 10_710, status: 'sent' });
    expect((await refund(invoice_id)).status).toBe(409);
    expect(await told(paymentEvents.refunded.type)).toMatchObject([{ amount: 300 }, { amount: 10_700 }]);
    await api.post(`${PATH}/${invoice_id}/void`, { reason: 'Wrong' });
    expect(await accounts()).toEqual({});
    expect((await api.get(`${PATH}/${invoice_id}/transactions`)).body.data).toMatchObject([
      { type: 'refund', amount: -10_700 },
      { type: 'refund', amount: -300, applied_amount: -10 },
      { type: 'payment', amount: 6_000 },
      { type: 'payment', amount: 5_000 },
    ]);
  });

  it('can be a payment that is reversed, once', async () => {
    const { invoice_id } = await makeFinal(api);
    await pay(invoice_id, 10_000);
    const [payment] = (await api.get(`${FINANCIAL}/transactions?type=payment`)).body.data as { transaction_id: string; amount: number }[];
    expect(payment?.amount).toBe(-10_000);
    const reverse = () => api.post(`${FINANCIAL}/bulk/transactions`, { transaction_ids: [payment?.transaction_id], operation: 'reverse' });
    expect((await reverse()).body.data).toMatchObject({ successful: 1 });
    expect((await api.get(`${PATH}/${invoice_id}`)).body.data).toMatchObject({ status: 'sent', balance_due: 10_000 });
    await pay(invoice_id, 10_000);
    expect((await reverse()).body.data).toMatchObject({ successful: 0, results: [{ code: 'CONFLICT' }] });
  });

  it('can be that it is given up', async () => {
    const { invoice_id } = await makeFinal(api);
    await pay(invoice_id, 4_000);
    const writeOff = (given: object = {}) => api.post(`${PATH}/${invoice_id}/write-off`, { reason: 'Out of business', ...given });
    expect((await writeOff({ amount: 6_001 })).body.error.details).toEqual({ balance_due: 6_000 });
    expect((await writeOff()).body.data).toMatchObject({ amount_written_off: 6_000, balance_due: 0, status: 'paid' });
    expect((await writeOff()).status).toBe(409);
    expect(await told(invoiceEvents.writtenOff.type)).toMatchObject([{ invoice_id, amount_written_off: 6_000, reason: 'Out of business' }]);
    expect(await accounts()).toEqual({ bad_debt: 6_000, cash: 4_000, revenue: -10_000 });
  });

  it('can be a credit note, of which the rest is credit', async () => {
    const { invoice_id, client_id, line_items } = await makeTaxed();
    const item_id = line_items[0]!.item_id;
    await pay(invoice_id, 9_000);
    const credit = (items?: object[]) => api.post(`${PATH}/${invoice_id}/credit-note`, { reason: 'It did not work', items });
    const half = await credit([{ item_id, quantity: 1 }]);
    expect({ status: half.status, data: half.body.data }).toMatchObject({
      status: 201,
      data: {
        invoice_number: 'CM-000001',
        invoice_type: 'credit_note',
        corrects_invoice_id: invoice_id,
        subtotal: 4_500,
        tax: 855,
        total_amount: 5_355,
        status: 'paid',
        line_items: [{ corrects_item_id: item_id, quantity: 1 }],
      },
    });
    expect((await api.get(`${PATH}/${invoice_id}`)).body.data).toMatchObject({ status: 'paid', credit_applied: 1_710, balance_due: 0 });
    expect((await api.get(`${PATH}/${invoice_id}/creditable-items`)).body.data).toMatchObject([{ item_id, quantity: 1, amount: 5_355 }]);
    expect((await credit([{ item_id, quantity: 1.5 }])).body.error.details[0]).toMatchObject({ path: ['items', 0, 'quantity'] });
    expect((await credit()).body.data).toMatchObject({ subtotal: 4_500, tax: 855 });
    expect((await credit()).status).toBe(409);
    expect(await accounts(client_id)).toEqual({ cash: 9_000, client_credit: -9_000, discount: 1_000, revenue: -1_000 });
    expect(await told(invoiceEvents.credited.type)).toMatchObject([{ amount_credited: 5_355 }, { amount_credited: 5_355 }]);
    const limited = service.api({ ...me, permissions: everyPermission.filter((name) => name !== 'invoice:void') });
    expect((await limited.post(`${PATH}/${invoice_id}/credit-note`, { reason: 'x' })).status).toBe(403);
  });

  it('can be a credit note of an amount, beside others of quantities', async () => {
    const { invoice_id, client_id, line_items } = await makeTaxed();
    const item_id = line_items[0]!.item_id;
    const credit = async (given: object) => api.post(`${PATH}/${invoice_id}/credit-note`, { reason: 'Goodwill', ...given });
    expect((await credit({ amount: 10_711 })).body.error.details[0]).toMatchObject({ path: ['amount'], message: 'must be at most 10710' });
    expect((await credit({ amount: 1, items: [{ item_id }] })).body.error.details[0].path).toEqual(['amount']);
    expect((await credit({ items: [{ item_id, amount: 1, quantity: 1 }] })).body.error.details[0].path).toEqual(['items', 0, 'amount']);
    const note = (await credit({ amount: 1_190 })).body.data;
    expect(note).toMatchObject({ subtotal: 1_000, tax: 190, line_items: [{ quantity: 1, unit_price: 1_000, is_by_amount: true }] });
    expect((await credit({ items: [{ item_id, quantity: 1 }] })).body.data).toMatchObject({ subtotal: 4_500, tax: 855 });
    expect((await credit({ items: [{ item_id, amount: 4_166 }] })).body.error.details[0].path).toEqual(['items', 0, 'amount']);
    expect((await credit({})).body.data).toMatchObject({ subtotal: 3_500, tax: 665 });
    expect((await credit({ amount: 1 })).status).toBe(400);
    expect(await accounts(client_id)).toEqual({ discount: 1_000, revenue: -1_000 });
  });

  it('gives a credit note a number of its own without gaps, and takes it back while its credit is whole', async () => {
    const { invoice_id, client_id } = await makeFinal(api);
    await pay(invoice_id, 10_000);
    const note = (await api.post(`${PATH}/${invoice_id}/credit-note`, { reason: 'x' })).body.data as { invoice_id: string };
    expect((await api.post(`${PATH}/${invoice_id}/void`, { reason: 'x' })).status).toBe(409);
    expect((await api.post(`${PATH}/${note.invoice_id}/void`, { reason: 'A mistake' })).body.data).toMatchObject({ status: 'cancelled' });
    expect(await accounts(client_id)).toEqual({ cash: 10_000, revenue: -10_000 });
    const again = (await api.post(`${PATH}/${invoice_id}/credit-note`, { reason: 'x' })).body.data as { invoice_id: string };
    expect(again).toMatchObject({ invoice_number: 'CM-000002' });
    await makeFinal(api, { client_id });
    expect((await api.post(`${PATH}/${again.invoice_id}/void`, { reason: 'A mistake' })).status).toBe(409);
    expect((await api.post(`${FINANCIAL}/reconciliation/run`, {})).body.data).toMatchObject({
      totalClients: 1,
      balanceValidCount: 1,
      errorCount: 0,
    });
  });

  it('waits for approval where the tenant has it so', async () => {
    await api.put('/api/v1/billing-settings', { require_approval: true });
    const { invoice_id } = await makeInvoice(api);
    const finalize = () => api.post(`${PATH}/${invoice_id}/finalize`, {});
    const askAndApprove = async () => {
      await api.put(`${PATH}/${invoice_id}`, { approval_status: 'pending' });
      await api.post(`${PATH}/${invoice_id}/approve`);
    };
    expect((await finalize()).body.error.details).toEqual({ approval_status: 'none' });
    await askAndApprove();
    await api.post(`${PATH}/${invoice_id}/items`, { items: [LINE] });
    expect((await finalize()).status).toBe(409);
    await askAndApprove();
    expect((await finalize()).body.data).toMatchObject({ status: 'sent', total_amount: 20_000 });
  });

  it('never changes in the journal, whoever asks', async () => {
    const { invoice_id } = await makeFinal(api);
    const [entry] = (await api.get(`${FINANCIAL}/transactions?invoice_id=${invoice_id}`)).body.data as { transaction_id: string }[];
    const put = (body: object) => api.put(`${FINANCIAL}/transactions/${entry?.transaction_id}`, body);
    expect((await put({ amount: 1, status: 'failed' })).body.error.details).toEqual({ fields: ['amount', 'status'] });
    expect((await put({ description: 'June', metadata: { batch: 7 } })).body.data).toMatchObject({
      amount: 10_000,
      description: 'June',
      metadata: { batch: 7 },
    });
    const asService = (text: string) => service.running.database.transaction((client) => client.query(text));
    await expect(asService(`update journal_entries set amount = 1 where tenant = '${me.tenant}'`)).rejects.toThrow('permission denied');
    await expect(asService(`delete from journal_transfers where tenant = '${me.tenant}'`)).rejects.toThrow('permission denied');
  });

  it('shows in revenue by month', async () => {
    await makeFinal(api, { invoice_date: '2026-01-10' });
    const { invoice_id } = await makeFinal(api, { invoice_date: '2026-02-10' });
    await api.post(`${PATH}/${invoice_id}/void`, { reason: 'Wrong' });
    const { body } = await api.get(`${FINANCIAL}/reports/analytics?date_from=2026-01-01&date_to=2026-03-01&metrics=revenue`);
    expect(body.data).toMatchObject({
      credits: [],
      revenue: [
        { period: '2026-01-01', currency_code: 'USD', total_revenue: 10_000, one_time_revenue: 10_000, invoice_count: 1 },
        { period: '2026-02-01', total_revenue: 10_000 },
      ],
    });
  });
});
