import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, type TestApi, TestService } from '@psa/test-kit';
import { clientsService } from '../../clients-service.ts';
import { importForm } from '../../testing/contact-transfer.fixtures.ts';
import { makeClient } from '../../testing/make.ts';
import { fakes } from '../../testing/fakes.ts';

describe('the import of clients', () => {
  let service: TestService;
  let api: TestApi;

  beforeAll(async () => {
    service = await TestService.start(clientsService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    api = service.api(caller());
  });

  const send = (csv: string | Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}) =>
    api.send('POST', '/api/v1/clients/import', { body: importForm(csv, fields) });
  const clients = async () => (await api.get('/api/v1/clients?sort=client_name&order=asc')).body.data;

  it('creates clients with their addresses and external ids', async () => {
    const { status, body } = await send(
      [
        'Company,ID,Source,E-Mail,Phone,Website,Street,City,ZIP,Country,Tags,Shoe size',
        'Acme,7,connectwise,INFO@acme.example,(555) 010-0199 ext. 12,acme.example,1 Main St,Dublin,43016,USA,"vip, ohio",38',
        'Contoso,8,connectwise,,,,,,,,,',
      ].join('\n'),
    );
    expect({ status, data: body.data }).toEqual({
      status: 200,
      data: { dry_run: false, rows: 2, created: 2, updated: 0, skipped: 0, ignored_columns: ['Shoe size'], errors: [] },
    });
    const [acme] = await clients();
    expect(acme).toMatchObject({
      client_name: 'Acme',
      email: 'info@acme.example',
      url: 'https://acme.example',
      tags: ['vip', 'ohio'],
      billing_cycle: 'monthly',
    });
    expect((await api.get('/api/v1/clients?external_id=connectwise:8')).body.data).toMatchObject([{ client_name: 'Contoso' }]);
    expect((await api.get(`/api/v1/clients/${acme.client_id}/locations`)).body.data).toMatchObject([
      {
        address_line1: '1 Main St',
        city: 'Dublin',
        country_code: 'USA',
        country_name: 'United States',
        is_default: true,
        is_billing_address: true,
      },
    ]);
  });

  it.each([
    [
      'semicolons and Windows-1252',
      new Uint8Array(Buffer.from('client_name;city;address_line1;country_code\r\nM\xfcller;K\xf6ln;"Ring; 1";DE\r\n', 'latin1')),
    ],
    [
      'tabs and UTF-16',
      new Uint8Array(
        Buffer.concat([
          Buffer.from([0xff, 0xfe]),
          Buffer.from('client_name\tcity\taddress_line1\tcountry_code\nMüller\tKöln\tRing; 1\tDE\n', 'utf16le'),
        ]),
      ),
    ],
  ])('reads %s', async (_, bytes) => {
    expect((await send(bytes)).body.data).toMatchObject({ created: 1, errors: [] });
    const [{ client_name, client_id }] = await clients();
    expect(client_name).toBe('Müller');
    expect((await api.get(`/api/v1/clients/${client_id}/locations`)).body.data).toMatchObject([{ city: 'Köln', address_line1: 'Ring; 1' }]);
  });

  it('takes columns for what they are mapped to, and names those it found', async () => {
    const csv = 'Customer,Name\nAcme,Ignored\n';
    expect((await send(csv, { columns: JSON.stringify({ Customer: 'client_name', Name: '' }) })).body.data).toMatchObject({
      created: 1,
      ignored_columns: ['Name'],
    });
    const missing = await send('Customer,Town\nAcme,Berlin\n');
    expect(missing.body.error.details[0]).toMatchObject({
      code: 'missing_column',
      message: expect.stringContaining('it has "Customer", "Town"'),
    });
    expect((await send(csv, { columns: '{"Shop":"client_name"}' })).body.error.details[0].path).toEqual(['columns', 'Shop']);
    expect((await send(csv, { columns: '{"Customer":"boss"}' })).body.error.details[0].message).toContain('must be one of client_name');
    expect((await send(csv, { columns: 'Customer' })).body.error.details[0].path).toEqual(['columns']);
  });

  const faulty = 'client_name,billing_cycle,city\nAcme,,\n,,\nacme,,\nContoso,daily,\nFabrikam,,Berlin\n';
  const places = [
    [3, 'client_name'],
    [4, 'client_name'],
    [5, 'billing_cycle'],
    [6, 'address_line1'],
    [6, 'country_code'],
  ];

  it('stores nothing of a file with faults, and names each', async () => {
    const { status, body } = await send(faulty);
    expect(status).toBe(400);
    expect(body.error.details.map(({ path }: { path: unknown[] }) => path.slice(1))).toEqual(places);
    expect(await clients()).toEqual([]);
  });

  it('leaves rows at fault out when it is told to', async () => {
    const { body } = await send(faulty, { on_error: 'skip' });
    expect(body.data).toMatchObject({ rows: 5, created: 1 });
    expect(body.data.errors.map(({ row, field }: { row: number; field: string }) => [row, field])).toEqual(places);
    expect(await clients()).toMatchObject([{ client_name: 'Acme' }]);
  });

  it('finds clients by external id and then by name, and skips or changes them', async () => {
    await makeClient(api, { client_name: 'Contoso', notes: 'Old' });
    expect((await send('client_name,external_id\nAcme,7\n')).body.data).toMatchObject({ created: 1 });
    const again = 'client_name,external_id,notes\nAcme Ltd.,7,New\nCONTOSO,8,New\nFabrikam,9,New\n';
    expect((await send(again)).status).toBe(400);
    expect((await send(again, { dry_run: 'true', on_duplicate: 'update' })).body.data).toMatchObject({ created: 1, updated: 2 });
    expect((await send(again, { on_duplicate: 'skip' })).body.data).toMatchObject({ created: 1, skipped: 2 });
    expect((await send(again, { on_duplicate: 'update' })).body.data).toMatchObject({ updated: 3, errors: [] });
    expect((await clients()).map(({ client_name, notes }: { client_name: string; notes: string }) => [client_name, notes])).toEqual([
      ['Acme Ltd.', 'New'],
      ['CONTOSO', 'New'],
      ['Fabrikam', 'New'],
    ]);
  });

  it('reports what only storing shows, and goes on', async () => {
    await send('client_name,external_id\nAcme,7\nContoso,8\n');
    const { body } = await send('client_name,external_id\nContoso,7\nFabrikam,9\n', { on_duplicate: 'update' });
    expect(body.data).toMatchObject({ created: 1, updated: 0, errors: [{ row: 2, field: 'client_name', code: 'duplicate' }] });
  });
});
