import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { invoiceEvents, invoiceRpc, paymentEvents } from '@psa/contracts-billing';
import { callRpc } from '@psa/events-kit';
import { caller, type TestApi, type TestCaller, TestService, UNKNOWN } from '@psa/test-kit';
import { billingService } from '../../billing-service.ts';
import { clientFacts, fakes } from '../../testing/fakes.ts';
import { anInvoice, LINE, makeFinal, makeInvoice } from '../../testing/invoice.fixtures.ts';
import { makeService } from '../../testing/service.fixtures.ts';

const PATH = '/api/v1/invoices';

describe('invoices', () => {
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

  const create = (given: Record<string, unknown> = {}) => api.post(PATH, anInvoice(given));
  const act = (id: string, action: string, body: Record<string, unknown> = {}) => api.post(`${PATH}/${id}/${action}`, body);
  const told = async (type: string) => (await service.events(me.tenant)).filter((event) => event.type === type).map(({ data }) => data);
  const pay = (id: string, payment_amount: number, given: Record<string, unknown> = {}) =>
    act(id, 'payment', { payment_amount, payment_method: 'bank_transfer', ...given });

  async function taxIn(region_code: string, tax_percentage: number, start_date = '2020-01-01'): Promise<string> {
    const { status, body, text } = await api.post('/api/v1/financial/tax/rates', { region_code, tax_percentage, start_date });
    if (status !== 201) throw new Error(text);
    return body.data.tax_rate_id as string;
  }

  function aClient(facts: { region_code?: string; is_tax_exempt?: boolean; payment_terms?: string }): string {
    const client_id = randomUUID();
    clientFacts.set(client_id, facts);
    return client_id;
  }

  it('are drafts without a number, whose sums the service computes', async () => {
    await taxIn('DE', 19);
    const client_id = aClient({ region_code: 'DE' });
    const item_id = randomUUID();
    const { status, body } = await create({
      client_id,
      items: [
        { ...LINE, item_id },
        { description: 'Travel', quantity: 0.333333, unit_price: 100, is_taxable: false },
        { description: 'Discount', is_discount: true, discount_type: 'percentage', discount_percentage: 10, applies_to_item_id: item_id },
        { description: 'Thanks', is_discount: true, unit_price: 33 },
      ],
    });
    expect({ status, data: body.data }).toMatchObject({
      status: 201,
      data: { invoice_number: null, status: 'draft', client_name: 'Acme', subtotal: 9_000, tax: 1_710 - 6, balance_due: 0 },
    });
    expect(body.data.subtotal + body.data.tax).toBe(body.data.total_amount);
    const items = body.data.line_items as { net_amount: number; tax_amount: number; total_price: number; discount_amount: number }[];
    expect(items.map(({ net_amount }) => net_amount)).toEqual([10_000, 33, -1_000, -33]);
    expect(await told(invoiceEvents.created.type)).toMatchObject([{ client_id, total_amount: body.data.total_amount }]);
  });

  it('refuse lines that cannot be', async () => {
    const unknown = `${UNKNOWN}0000-4000-8000-000000000000`;
    const refusals: [Record<string, unknown>, (string | number)[]][] = [
      [{ client_id: unknown }, ['client_id']],
      [{ currency_code: 'XQX' }, ['currency_code']],
      [{ due_date: '2026-05-01' }, ['due_date']],
      [{ items: [{ description: 'Nothing' }] }, ['items', 0, 'unit_price']],
      [{ items: [{ ...LINE, service_id: unknown }] }, ['items', 0, 'service_id']],
      [{ items: [LINE, { description: 'Off', is_discount: true, unit_price: 10_001 }] }, ['items', 1]],
      [
        { items: [LINE, { description: 'Off', is_discount: true, unit_price: 1, applies_to_item_id: unknown }] },
        ['items', 1, 'applies_to_item_id'],
      ],
      [{ items: [LINE, { description: 'Off', is_discount: true, discount_type: 'percentage' }] }, ['items', 1, 'discount_percentage']],
    ];
    for (const [given, path] of refusals) {
      const { status, body } = await create(given);
      expect({ status, path: body.error.details[0].path }).toEqual({ status: 400, path });
    }
    expect((await api.get(PATH)).body.pagination.total).toBe(0);
  });

  it('are taxed by the rate of the region on their day, and refused without one', async () => {
    await taxIn('CA', 5);
    await taxIn('CA-QC', 9.975, '2026-01-01');
    const client_id = aClient({ region_code: 'CA' });
    expect((await create({ client_id })).body.data).toMatchObject({ tax: 500, line_items: [{ tax_region: 'CA', tax_rate: 5 }] });
    const quebec = { client_id, items: [{ ...LINE, tax_region: 'CA-QC' }] };
    expect((await create(quebec)).body.data.tax).toBe(998);
    const early = await create({ ...quebec, invoice_date: '2025-06-01' });
    expect({ status: early.status, details: early.body.error.details }).toEqual({
      status: 409,
      details: { tax_region: 'CA-QC', date: '2025-06-01' },
    });
    expect((await create({ client_id: aClient({ region_code: 'CA', is_tax_exempt: true }) })).body.data.tax).toBe(0);
  });

  it('are taxed on each line where the tenant has it so, which electronic invoices do not allow', async () => {
    await taxIn('CH', 8.1);
    const client_id = aClient({ region_code: 'CH' });
    const items = [33, 33, 34].map((unit_price) => ({ ...LINE, quantity: 1, unit_price }));
    expect((await create({ client_id, items })).body.data.tax).toBe(8);
    await api.put('/api/v1/billing-settings', { tax_rounding: 'line' });
    expect((await create({ client_id, items })).body.data.tax).toBe(9);
    const { status, body } = await api.put('/api/v1/billing-settings', { e_invoice: 'xrechnung' });
    expect({ status, path: body.error.details[0].path }).toEqual({ status: 400, path: ['tax_rounding'] });
  });

  it('are due by the terms of the client', async () => {
    const due = async (payment_terms?: string) => {
      const client_id = aClient({ ...(payment_terms !== undefined && { payment_terms }) });
      return (await create({ client_id, due_date: undefined })).body.data.due_date as string;
    };
    expect([await due('due_on_receipt'), await due('net_15'), await due('net_30'), await due('whenever'), await due()]).toEqual([
      '2026-06-01',
      '2026-06-16',
      '2026-07-01',
      '2026-07-01',
      '2026-07-01',
    ]);
  });

  it('take the price of their services in their currency', async () => {
    const { service_id } = await makeService(api, { default_rate: 9_000, prices: [{ currency_code: 'JPY', rate: 1_200 }] });
    const items = [{ description: 'Support', quantity: 2, service_id }];
    expect((await create({ items })).body.data.subtotal).toBe(18_000);
    expect((await create({ items, currency_code: 'JPY' })).body.data.subtotal).toBe(2_400);
    const manual = await api.post(`${PATH}/manual`, {
      clientId: randomUUID(),
      items: [
        { description: 'Support', quantity: 2, service_id, rate: 5_000 },
        { description: 'Off', is_discount: true, discount_type: 'percentage', rate: 25 },
      ],
    });
    expect(manual.body.data).toMatchObject({ subtotal: 7_500, is_manual: true });
    const unknown = `${UNKNOWN}0000-4000-8000-000000000000`;
    const line = { description: 'Support', rate: 1 };
    expect((await api.post(`${PATH}/manual`, { clientId: unknown, items: [line] })).status).toBe(404);
    expect((await api.post(`${PATH}/manual`, { clientId: randomUUID(), items: [{ ...line, service_id: unknown }] })).status).toBe(404);
  });

  it('change as long as they are drafts, and are computed anew', async () => {
    const { invoice_id } = await makeInvoice(api);
    const path = `${PATH}/${invoice_id}`;
    expect((await api.put(path, { items: [LINE, LINE] })).body.data).toMatchObject({ subtotal: 20_000, line_items: [{}, {}] });
    expect((await api.put(path, { notes: 'For June', approval_status: 'pending' })).body.data).toMatchObject({
      notes: 'For June',
      approval_status: 'pending',
      subtotal: 20_000,
    });
    await act(invoice_id, 'approve');
    expect((await act(invoice_id, 'finalize')).status).toBe(200);
    for (const change of [{ items: [LINE] }, { invoice_date: '2026-06-02' }, { currency_code: 'EUR' }])
      expect((await api.put(path, change)).status).toBe(409);
    expect((await api.put(path, { due_date: '2099-08-01', po_number: 'PO-1', notes: 'For May' })).status).toBe(200);
    expect((await api.delete(path)).status).toBe(409);
  });

  it('get their numbers when they become final, without gaps however many at once', async () => {
    const drafts = await Promise.all(Array.from({ length: 12 }, () => makeInvoice(api)));
    const empty = await makeInvoice(api, { items: [] });
    const replies = await Promise.all([...drafts, empty, drafts[0]!].map(({ invoice_id }) => act(invoice_id, 'finalize')));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(12);
    const { body } = await api.get(`${PATH}?sort=invoice_number&order=asc&status=sent&limit=100`);
    expect((body.data as { invoice_number: string }[]).map(({ invoice_number }) => invoice_number)).toEqual(
      Array.from({ length: 12 }, (_, index) => `INV-${String(index + 1).padStart(6, '0')}`),
    );
    expect(await told(invoiceEvents.finalized.type)).toHaveLength(12);
  });

  it('get their numbers without gaps also when a thousand become final at once and every tenth is refused', async () => {
    const [drafts, client_id]: [string[], string] = [[], randomUUID()];
    while (drafts.length < 1_000) {
      // A draft without lines cannot become final.
      const items = Array.from({ length: 100 }, (_, index) => ({
        operation: 'create',
        data: anInvoice({ client_id, ...(index % 10 === 0 ? { items: [] } : {}) }),
      }));
      const { results } = (await api.post(`${PATH}/batch`, { items })).body.data as { results: { id: string }[] };
      drafts.push(...results.map(({ id }) => id));
    }
    // They wait for each other's numbers: those that wait longest for a connection are told to come again, and do so
    // until they have an answer. How long this takes depends on the machine.
    const finalize = async (id: string): Promise<number> => {
      const { status, headers } = await act(id, 'finalize');
      if (status !== 503) return status;
      await sleep(Number(headers.get('retry-after')) * 1_000);
      return finalize(id);
    };
    const statuses = await Promise.all(drafts.map((id) => finalize(id)));
    const answered = (status: number) => statuses.filter((other) => other === status).length;
    expect({ final: answered(200), refused: answered(409) }).toEqual({ final: 900, refused: 100 });
    const numbers = await service.sql<{ number: string }>(
      'select invoice_number as number from invoices where tenant = $1 and invoice_number is not null order by invoice_number',
      [me.tenant],
    );
    expect(numbers.map(({ number }) => number)).toEqual(
      Array.from({ length: 900 }, (_, index) => `INV-${String(index + 1).padStart(6, '0')}`),
    );
  }, 120_000);

  it('are not finalized while they wait for approval or were rejected', async () => {
    const { invoice_id } = await makeInvoice(api);
    expect((await act(invoice_id, 'reject', { reason: 'Nobody asked' })).status).toBe(409);
    await api.put(`${PATH}/${invoice_id}`, { approval_status: 'pending' });
    expect((await act(invoice_id, 'finalize')).status).toBe(409);
    expect((await act(invoice_id, 'reject', { reason: 'The wrong client' })).body.data).toMatchObject({
      approval_status: 'rejected',
      approval_reason: 'The wrong client',
    });
    expect((await act(invoice_id, 'finalize')).status).toBe(409);
    await api.put(`${PATH}/${invoice_id}`, { items: [LINE] });
    expect((await act(invoice_id, 'finalize')).status).toBe(200);
    expect((await act(invoice_id, 'approve')).status).toBe(409);
  });

  it('are taxed by the rate of the day they are finalized for', async () => {
    await api.post('/api/v1/financial/tax/rates', {
      region_code: 'FI',
      tax_percentage: 19,
      start_date: '2020-01-01',
      end_date: '2026-07-01',
    });
    await taxIn('FI', 10, '2026-07-01');
    const client_id = aClient({ region_code: 'FI' });
    const { invoice_id } = await makeInvoice(api, { client_id });
    expect((await act(invoice_id, 'finalize', { finalized_at: '2026-07-02' })).body.data).toMatchObject({
      invoice_date: '2026-07-02',
      tax: 1_000,
      total_amount: 11_000,
    });
    const approved = await makeInvoice(api, { client_id });
    await api.put(`${PATH}/${approved.invoice_id}`, { approval_status: 'pending' });
    await act(approved.invoice_id, 'approve');
    expect((await act(approved.invoice_id, 'finalize', { finalized_at: '2026-07-02' })).status).toBe(409);
    expect((await act(approved.invoice_id, 'finalize')).body.data).toMatchObject({ tax: 1_900 });
  });

  it('are rejected for a reason in the query or the body', async () => {
    const { invoice_id } = await makeInvoice(api);
    await api.put(`${PATH}/${invoice_id}`, { approval_status: 'pending' });
    const refused = await act(invoice_id, 'reject');
    expect({ status: refused.status, path: refused.body.error.details[0].path }).toEqual({ status: 400, path: ['reason'] });
    expect((await act(invoice_id, 'reject?reason=No')).body.data).toMatchObject({ approval_status: 'rejected', approval_reason: 'No' });
  });

  it.each([
    [[{ description: 'A', quantity: 999_999_999, unit_price: 1_000_000_000_000 }], ['items', 0, 'unit_price']],
    [
      [
        { ...LINE, quantity: 1, unit_price: 600_000_000_000 },
        { ...LINE, quantity: 1, unit_price: 600_000_000_000 },
      ],
      ['items'],
    ],
  ])('come to no more than a document may', async (items, path) => {
    const { status, body } = await create({ items });
    expect({ status, path: body.error.details[0].path }).toEqual({ status: 400, path });
  });

  it('are in the currency of their client, and name its purchase order', async () => {
    const { client_id } = await makeInvoice(api);
    await api.put(`/api/v1/clients/${client_id}/billing-settings`, { currency_code: 'CHF', po_number: 'PO-7' });
    expect((await create({ client_id })).body.data).toMatchObject({ currency_code: 'CHF', po_number: 'PO-7' });
    expect((await create({ client_id, currency_code: 'EUR', po_number: null })).body.data).toMatchObject({
      currency_code: 'EUR',
      po_number: null,
    });
  });

  it('made by hand may be payments in advance, also as copies; credit notes are not copied', async () => {
    const manual = { client_id: randomUUID(), items: [{ description: 'Ten hours', rate: 90_000 }], isPrepayment: true };
    const { body } = await api.post(`${PATH}/manual`, { ...manual, expirationDate: '2099-01-01' });
    expect(body.data).toMatchObject({ invoice_type: 'prepayment', tax: 0, credit_expires_on: '2099-01-01' });
    expect((await act(body.data.invoice_id, 'duplicate')).body.data).toMatchObject({ invoice_type: 'prepayment', total_amount: 90_000 });
    const taxed = await api.post(`${PATH}/manual`, { ...manual, items: [{ description: 'Ten hours', rate: 1, is_taxable: true }] });
    expect({ status: taxed.status, path: taxed.body.error.details[0].path }).toEqual({ status: 400, path: ['items', 0, 'is_taxable'] });
    expect((await api.post(`${PATH}/manual`, { ...manual, isPrepayment: false, expirationDate: '2099-01-01' })).status).toBe(400);
    const { invoice_id } = await makeFinal(api);
    const note = await act(invoice_id, 'credit-note', { reason: 'A mistake' });
    expect((await act(note.body.data.invoice_id, 'duplicate')).status).toBe(409);
  });

  it('are paid in parts, and not more than is due unless it is allowed', async () => {
    const { invoice_id } = await makeFinal(api);
    expect((await pay(invoice_id, 4_000)).body.data).toMatchObject({ status: 'partially_applied', amount_paid: 4_000, balance_due: 6_000 });
    const over = await pay(invoice_id, 6_001);
    expect({ status: over.status, details: over.body.error.details }).toEqual({ status: 409, details: { balance_due: 6_000 } });
    expect((await pay(invoice_id, 0)).status).toBe(400);
    expect((await pay(invoice_id, 7_000, { allow_overpayment: true, reference_number: 'R-1' })).body.data).toMatchObject({
      status: 'paid',
      balance_due: 0,
    });
    expect((await api.get(`${PATH}/${invoice_id}/transactions`)).body.data).toMatchObject([
      { amount: 7_000, applied_amount: 6_000, reference_number: 'R-1', recorded_by: me.userId },
      { amount: 4_000, applied_amount: 4_000 },
    ]);
    expect(await told(paymentEvents.recorded.type)).toHaveLength(2);
    expect(await told(invoiceEvents.paid.type)).toHaveLength(1);
    expect((await pay((await makeInvoice(api)).invoice_id, 1)).status).toBe(409);
  });

  it('take each payment once when many come at once', async () => {
    const { invoice_id } = await makeFinal(api);
    const replies = await Promise.all(Array.from({ length: 8 }, () => pay(invoice_id, 3_000)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
    expect((await api.get(`${PATH}/${invoice_id}`)).body.data).toMatchObject({ amount_paid: 9_000, balance_due: 1_000 });
  });

  it('are voided with a reason, keep their number, and are not once something was paid', async () => {
    const { invoice_id } = await makeFinal(api);
    expect((await act(invoice_id, 'void', {})).status).toBe(400);
    const { body } = await act(invoice_id, 'void', { reason: 'The wrong client' });
    expect(body.data).toMatchObject({ status: 'cancelled', invoice_number: 'INV-000001', void_reason: 'The wrong client', balance_due: 0 });
    expect((await pay(invoice_id, 1)).status).toBe(409);
    expect((await act(invoice_id, 'void', { reason: 'Again' })).status).toBe(409);
    const paid = await makeFinal(api);
    await pay(paid.invoice_id, 1);
    expect((await act(paid.invoice_id, 'void', { reason: 'x' })).status).toBe(409);
    const draft = await makeInvoice(api);
    expect((await act(draft.invoice_id, 'void', { reason: 'x' })).status).toBe(409);
    expect((await api.delete(`${PATH}/${draft.invoice_id}`)).status).toBe(204);
  });

  it('are overdue by the day they are looked at', async () => {
    await makeFinal(api, { invoice_date: '2020-01-01', due_date: '2020-01-31' });
    await makeFinal(api, { due_date: new Date().toISOString().slice(0, 10) });
    const statuses = async (query = '') =>
      ((await api.get(`${PATH}?${query}`)).body.data as { status: string }[]).map(({ status }) => status);
    expect(await statuses()).toEqual(['sent', 'overdue']);
    expect(await statuses('status=overdue')).toEqual(['overdue']);
    expect(await statuses('status=sent')).toEqual(['sent']);
  });

  it('are filtered, searched and exported', async () => {
    const first = await makeFinal(api, { po_number: 'PO-77', items: [{ ...LINE, description: 'Firewall' }] });
    await makeInvoice(api, { invoice_date: '2026-05-01', currency_code: 'EUR', items: [{ ...LINE, unit_price: 1 }] });
    const found = async (query: string) =>
      ((await api.get(`${PATH}?${query}`)).body.data as { invoice_id: string }[]).map(({ invoice_id }) => invoice_id);
    const queries = [
      'status=sent',
      `client_id=${first.client_id}`,
      'invoice_number=000001',
      'invoice_date_from=2026-05-02',
      'min_amount=100',
      'currency_code=USD',
      'search=po-77',
    ];
    for (const query of queries) expect([query, await found(query)]).toEqual([query, [first.invoice_id]]);
    for (const q of ['firewall', 'PO-77', 'inv-0'])
      expect((await api.get(`${PATH}/search?q=${q}`)).body.data).toMatchObject([{ invoice_id: first.invoice_id }]);
    const csv = (await api.get(`${PATH}/export?format=csv&status=sent`)).text.trim().split('\r\n');
    expect(csv).toHaveLength(2);
    expect((await api.get(`${PATH}/export`)).body.data).toHaveLength(2);
    expect((await api.get(`${PATH}?include_items=true`)).body.data[1].line_items).toHaveLength(1);
  });

  it('are duplicated as drafts at the taxes of today', async () => {
    await taxIn('DE', 19);
    const source = await makeFinal(api, { client_id: aClient({ region_code: 'DE' }), po_number: 'PO-1' });
    const { status, body } = await act(source.invoice_id, 'duplicate');
    expect({ status, data: body.data }).toMatchObject({
      status: 201,
      data: {
        status: 'draft',
        invoice_number: null,
        po_number: 'PO-1',
        subtotal: 10_000,
        tax: 1_900,
        invoice_date: new Date().toISOString().slice(0, 10),
      },
    });
    expect(body.data.line_items[0].item_id).not.toBe(source.line_items[0]!.item_id);
  });

  it('answer the tax of an amount, and are brought up to the rates of their day as drafts', async () => {
    const client_id = aClient({ region_code: 'DE' });
    const rate = await taxIn('DE', 16);
    const { invoice_id } = await makeInvoice(api, { client_id });
    await api.put(`/api/v1/financial/tax/rates/${rate}`, { tax_percentage: 19 });
    expect((await act(invoice_id, 'tax', { amount: 1_050 })).body.data).toEqual({
      tax_amount: 200,
      tax_rate: 19,
      tax_region: 'DE',
      calculation_date: '2026-06-01',
    });
    expect((await api.get(`${PATH}/${invoice_id}`)).body.data).toMatchObject({ tax: 1_900, total_amount: 11_900 });
  });

  it('are counted for the clients service before it deletes a client', async () => {
    const { client_id } = await makeInvoice(api);
    const asked = (tenant: string) =>
      callRpc(
        service.running.broker,
        invoiceRpc.countInvoicesOfClient,
        { client_id },
        { tenant, actor: { id: 'test', type: 'system' }, correlationId: 'test' },
      );
    expect(await asked(me.tenant)).toEqual({ invoices: 1 });
    expect(await asked(caller().tenant)).toEqual({ invoices: 0 });
  });

  it('are taxed anew only for who may change them', async () => {
    const rate = await taxIn('AT', 20);
    const { invoice_id } = await makeInvoice(api, { client_id: aClient({ region_code: 'AT' }), items: [{ ...LINE, is_taxable: true }] });
    expect((await api.put(`/api/v1/financial/tax/rates/${rate}`, { tax_percentage: 10 })).status).toBe(200);
    const tax = async (as: TestApi) => {
      expect((await as.post(`${PATH}/${invoice_id}/tax`, { amount: 100 })).body.data.tax_amount).toBe(10);
      return (await api.get(`${PATH}/${invoice_id}`)).body.data.tax;
    };
    expect(await tax(service.api({ ...me, permissions: ['billing:read'] }))).toBe(2_000);
    expect(await tax(api)).toBe(1_000);
  });
});
