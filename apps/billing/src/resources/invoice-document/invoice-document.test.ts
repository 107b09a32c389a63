import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { invoiceEvents } from '@psa/contracts-billing';
import { tenantId } from '@psa/contract-kit';
import { TenantDb } from '@psa/postgres-kit';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import type { Db } from '../../billing-app.ts';
import { billingService } from '../../billing-service.ts';
import { fakes, mails } from '../../testing/fakes.ts';
import { LINE, makeFinal, makeInvoice } from '../../testing/invoice.fixtures.ts';
import { findInvoice, findItems } from '../invoice/invoice.records.ts';
import { documentOf } from './invoice-document.rules.ts';

const PATH = '/api/v1/invoices';
const SELLER = {
  seller_name: 'Northwind IT',
  seller_address: '1 Front Street\nColumbus',
  seller_tax_id: 'US-12',
  payment_instructions: 'To account 1234',
};

describe('documents of invoices', () => {
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
    mails.length = 0;
  });

  const pdf = (id: string) => api.get(`${PATH}/${id}/pdf`);
  const send = (id: string, given: object = {}) => api.post(`${PATH}/${id}/send`, { email_addresses: ['accounts@example.com'], ...given });

  it('are PDF, of the same bytes for the same invoice', async () => {
    await api.put('/api/v1/billing-settings', SELLER);
    const { invoice_id } = await makeFinal(api, { notes: 'Thank you' });
    const first = await pdf(invoice_id);
    expect(first.headers.get('content-type')).toBe('application/pdf');
    expect(first.headers.get('content-disposition')).toContain('Invoice_INV-000001.pdf');
    expect(first.text).toMatch(/^%PDF-/);
    await api.put('/api/v1/billing-settings', { seller_name: 'Northwind Limited' });
    expect((await pdf(invoice_id)).text).toBe(first.text);
  });

  it('say what is billed, by whom, with each tax, and what is no invoice yet or any more', async () => {
    await api.put('/api/v1/billing-settings', SELLER);
    await api.post('/api/v1/financial/tax/rates', { region_code: 'DE', tax_percentage: 19, start_date: '2020-01-01' });
    const items = [
      { ...LINE, is_taxable: true, tax_region: 'DE' },
      { description: 'For friends', is_discount: true, unit_price: 500 },
    ];
    const { invoice_id } = await makeInvoice(api, { items, po_number: 'PO-7' });
    const definition = async () => {
      const actor = { id: me.userId, type: 'user' as const };
      const db: Db = new TenantDb(service.running.database, { tenant: tenantId(me.tenant), actor, correlationId: 'test' });
      const invoice = (await findInvoice(db, invoice_id))!;
      return JSON.stringify(
        documentOf({ invoice, items: await findItems(db, [invoice_id]), seller: invoice.seller ?? SELLER, corrects: null }),
      );
    };
    const draft = await definition();
    for (const text of [
      'DRAFT',
      'Northwind IT',
      'Acme',
      'PO-7',
      'Consulting',
      '$100.00',
      '-$5.00',
      '19 %',
      'Tax 19 % DE of $95.00',
      '$18.05',
      '$113.05',
    ])
      expect(draft).toContain(text);
    await api.post(`${PATH}/${invoice_id}/finalize`, {});
    expect(await definition()).not.toContain('DRAFT');
    await api.post(`${PATH}/${invoice_id}/void`, { reason: 'Wrong' });
    expect(await definition()).toContain('VOID');
  });

  it('are sent by mail with the PDF', async () => {
    await api.put('/api/v1/billing-settings', SELLER);
    const { invoice_id } = await makeFinal(api);
    const { status, body } = await send(invoice_id);
    expect({ status, data: body.data }).toMatchObject({ status: 200, data: { status: 'sent', sent_at: expect.any(String) } });
    expect(mails).toMatchObject([
      {
        to: ['accounts@example.com'],
        subject: 'Invoice INV-000001 from Northwind IT',
        text: expect.stringContaining('$100.00 is due by 2099-07-01'),
        attachments: [{ filename: 'Invoice_INV-000001.pdf', contentType: 'application/pdf' }],
      },
    ]);
    expect(mails[0]!.attachments![0]!.content.subarray(0, 5).toString()).toBe('%PDF-');
    const told = (await service.events(me.tenant)).filter(({ type }) => type === invoiceEvents.sent.type);
    expect(told.map(({ data }) => data)).toMatchObject([{ invoice_id, delivery_method: 'email', recipients: 1 }]);
    await send(invoice_id, { subject: 'Again', message: 'Please', include_pdf: false });
    expect(mails[1]).toMatchObject({ subject: 'Again', text: 'Please', attachments: [] });
    expect(mails[1]!.messageId).not.toBe(mails[0]!.messageId);
  });

  it('are not sent as drafts, to nobody, or to addresses that are refused', async () => {
    const { invoice_id } = await makeInvoice(api);
    expect((await send(invoice_id)).body.error.details).toEqual({ status: 'draft' });
    const final = await makeFinal(api);
    expect((await send(final.invoice_id, { email_addresses: [] })).status).toBe(400);
    const refused = await send(final.invoice_id, { email_addresses: ['refused@example.com'] });
    expect({ status: refused.status, path: refused.body.error.details[0].path }).toEqual({ status: 400, path: ['email_addresses'] });
    const ids = [final.invoice_id, invoice_id, randomUUID()];
    const bulk = await api.post(`${PATH}/bulk/send`, { invoice_ids: ids, email_addresses: ['accounts@example.com'] });
    expect(bulk.body.data).toMatchObject({ updated_count: 1, errors: [{ code: 'CONFLICT' }, { code: 'NOT_FOUND' }] });
  });

  it('are sent in bulk once under a key', async () => {
    const invoice_ids = [(await makeFinal(api)).invoice_id, (await makeFinal(api)).invoice_id];
    const body = { invoice_ids, email_addresses: ['accounts@example.com'] };
    const headers = { 'idempotency-key': randomUUID() };
    const answers = [];
    for (let time = 0; time < 2; time++) answers.push(await api.post(`${PATH}/bulk/send`, body, { headers }));
    expect(answers[0]?.body.data).toEqual({ updated_count: 2, errors: [] });
    expect(answers[1]?.text).toBe(answers[0]?.text);
    expect(mails).toHaveLength(2);
  });
});
