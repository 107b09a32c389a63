import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, type TestApi, TestService } from '@psa/test-kit';
import { billingService } from '../../billing-service.ts';
import { fakes } from '../../testing/fakes.ts';
import { makeFinal, makeInvoice } from '../../testing/invoice.fixtures.ts';
import { makeInvoiceTemplate, PIXEL } from '../../testing/invoice-template.fixtures.ts';

const PATH = '/api/v1/invoice-templates';

describe('invoice templates', () => {
  let service: TestService;
  let api: TestApi;

  beforeAll(async () => {
    service = await TestService.start(billingService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    api = service.api(caller());
  });

  const pdf = async (id: string) => (await api.get(`/api/v1/invoices/${id}/pdf`)).text;
  const shown = async (id: string) => (await api.get(`/api/v1/invoices/${id}`)).body.data as { invoice_template_id: string | null };

  it('have a name of their own, and one of them is the default', async () => {
    const first = await makeInvoiceTemplate(api, { template_name: 'Letter', is_default: true });
    expect((await api.post(PATH, { template_name: 'LETTER' })).status).toBe(409);
    const second = await makeInvoiceTemplate(api, { is_default: true });
    const { body } = await api.get(`${PATH}?is_default=true`);
    expect((body.data as { invoice_template_id: string }[]).map((template) => template.invoice_template_id)).toEqual([
      second.invoice_template_id,
    ]);
    expect((await api.delete(`${PATH}/${first.invoice_template_id}`)).status).toBe(204);
    expect((await api.post(PATH, { template_name: 'Letter' })).status).toBe(201);
  });

  it('take a logo that is a picture, and never show or keep anything else', async () => {
    const text = Buffer.from('<svg onload="alert(1)"/>').toString('base64');
    const truncated = Buffer.from(PIXEL, 'base64').subarray(0, 30).toString('base64');
    for (const logo of [text, truncated, 'not base64!']) {
      const { status, body } = await api.post(PATH, { template_name: 'Broken', logo });
      expect([status, body.error.details[0].path]).toEqual([400, ['logo']]);
    }
    const { invoice_template_id } = await makeInvoiceTemplate(api, { logo: PIXEL });
    const { body } = await api.get(`${PATH}/${invoice_template_id}`);
    expect(body.data).toMatchObject({ has_logo: true, paper_size: 'A4' });
    expect(body.data.logo).toBeUndefined();
    expect((await api.put(`${PATH}/${invoice_template_id}`, { logo: null })).body.data.has_logo).toBe(false);
  });

  it('give invoices their look, which stays once they are final', async () => {
    const plain = await makeFinal(api);
    const before = await pdf(plain.invoice_id);
    const client_id = randomUUID();
    await makeInvoice(api, { client_id });
    const mine = await makeInvoiceTemplate(api, { logo: PIXEL, accent_color: '#aa0000' });
    const standard = await makeInvoiceTemplate(api, { is_default: true, paper_size: 'LETTER' });
    await api.put(`/api/v1/clients/${client_id}/billing-settings`, { invoice_template_id: mine.invoice_template_id });
    const [own, other] = [await makeFinal(api, { client_id }), await makeFinal(api)];
    expect((await shown(own.invoice_id)).invoice_template_id).toBe(mine.invoice_template_id);
    expect((await shown(other.invoice_id)).invoice_template_id).toBe(standard.invoice_template_id);
    const [ownPdf, otherPdf] = [await pdf(own.invoice_id), await pdf(other.invoice_id)];
    expect(ownPdf).toContain('/Subtype /Image');
    expect(otherPdf).toContain('[0 0 612 792]');
    await api.put(`${PATH}/${mine.invoice_template_id}`, { logo: null, footer_text: 'Thank you' });
    await api.delete(`${PATH}/${standard.invoice_template_id}`);
    expect([await pdf(plain.invoice_id), await pdf(own.invoice_id), await pdf(other.invoice_id)]).toEqual([before, ownPdf, otherPdf]);
    const draft = await makeInvoice(api, { client_id });
    expect(await pdf(draft.invoice_id)).not.toContain('/Subtype /Image');
  });

  it('are of the tenant, as clients name them', async () => {
    const client_id = randomUUID();
    await makeInvoice(api, { client_id });
    const client = `/api/v1/clients/${client_id}/billing-settings`;
    const { status, body } = await api.put(client, { invoice_template_id: randomUUID() });
    expect([status, body.error.details[0].path]).toEqual([400, ['invoice_template_id']]);
  });
});
