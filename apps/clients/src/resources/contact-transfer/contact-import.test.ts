import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { contactEvents, MAX_IMPORT_ROWS } from '@psa/contracts-clients';
import { caller, everyPermission, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { clientsService } from '../../clients-service.ts';
import { importForm } from '../../testing/contact-transfer.fixtures.ts';
import { makeClient, makeContact, makeLocation } from '../../testing/make.ts';
import { fakes } from '../../testing/fakes.ts';

const IMPORT = '/api/v1/contacts/import';

describe('the import of contacts', () => {
  let service: TestService;
  let api: TestApi;
  let me: TestCaller;

  beforeAll(async () => {
    service = await TestService.start(clientsService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    me = caller();
    api = service.api(me);
  });

  const send = (csv: string | Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}, by = api) =>
    by.send('POST', IMPORT, { body: importForm(csv, fields) });
  const contacts = async () => (await api.get('/api/v1/contacts', { query: { sort: 'full_name', order: 'asc', limit: 100 } })).body.data;

  it('creates contacts with what the columns say, and tells of each', async () => {
    const { client_id, client_name } = await makeClient(api, { client_name: 'Acme, Inc.' });
    await makeLocation(api, client_id);
    const { status, body } = await send(
      [
        'Name,E-Mail,Phone,Phone Type,Client,Role,Tags,Inactive,Notes,Shoe size',
        'Ada Lovelace,ADA@acme.example,(614) 555-0100,Mobile,"ACME, inc.",Owner,"vip, ohio",TRUE,"two\nlines",38',
        'Grace Hopper,grace@acme.example,+49 30 901820,Pager,,,,,,',
        '',
      ].join('\r\n'),
    );
    expect(status).toBe(200);
    expect(body.data).toEqual({
      dry_run: false,
      rows: 2,
      created: 2,
      skipped: 0,
      created_clients: 0,
      ignored_columns: ['Shoe size'],
      errors: [],
    });
    expect(await contacts()).toMatchObject([
      {
        full_name: 'Ada Lovelace',
        email: 'ada@acme.example',
        client_name,
        role: 'Owner',
        tags: ['vip', 'ohio'],
        is_inactive: true,
        notes: 'two\nlines',
        default_phone_number: '(614) 555-0100',
        default_phone_type: 'mobile',
        phone_numbers: [{ normalized_phone_number: '+16145550100' }],
      },
      { full_name: 'Grace Hopper', client_id: null, role: null, tags: [], is_inactive: false, default_phone_type: 'Pager' },
    ]);
    expect((await service.events(me.tenant)).filter(({ type }) => type === contactEvents.created.type)).toHaveLength(2);
    expect((await api.get('/api/v1/contacts')).body.pagination.total).toBe(2);
  });

  const faulty = [
    'contact_name_id,full_name,email,is_inactive,created_at,client_name,default_phone_number,tags',
    ',Ada,ada@acme.example,,,,,',
    ',,nobody,maybe,yesterday,Nowhere,ask,[',
    ',Taken,TAKEN@acme.example,,,,,',
    ',Ada again,Ada@acme.example,,,,,',
    ',Too,many@acme.example,,,,,,,cells',
  ].join('\n');
  const faults = [
    [3, 'full_name'],
    [3, 'email'],
    [3, 'is_inactive'],
    [3, 'created_at'],
    [3, 'tags'],
    [4, 'email'],
    [5, 'email'],
    [6, ''],
  ];

  it('tries first: every faulty row and column is named, and nothing stored', async () => {
    await makeContact(api, { email: 'taken@acme.example' });
    const { status, body } = await send(faulty, { dry_run: 'true' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ dry_run: true, rows: 5, created: 0 });
    expect(body.data.errors.map(({ row, field }: { row: number; field: string }) => [row, field])).toEqual(faults);
    expect(await contacts()).toHaveLength(1);
  });

  it('stores nothing of a file with faults, and names them', async () => {
    await makeContact(api, { email: 'taken@acme.example' });
    const { status, body } = await send(faulty);
    expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'VALIDATION_ERROR' });
    expect(body.error.details.map(({ path }: { path: unknown[] }) => [path[1], path[2] ?? ''])).toEqual(faults);
    expect(await contacts()).toHaveLength(1);
    expect(await service.events(me.tenant)).toHaveLength(1);
  });

  it('says of a good file what it would do', async () => {
    const { body } = await send('full_name,email,client_name\nAda,ada@acme.example,New\nGrace,grace@acme.example,NEW\n', {
      dry_run: 'true',
      create_clients: 'true',
    });
    expect(body.data).toMatchObject({ created: 2, created_clients: 1, errors: [] });
    expect((await api.get('/api/v1/clients')).body.pagination.total).toBe(0);
    expect(await contacts()).toEqual([]);
  });

  it('names unknown clients, or creates them for who may', async () => {
    const csv = 'full_name,email,client_name\nAda,ada@acme.example,New\n';
    expect((await send(csv)).body.error.details).toMatchObject([{ path: ['rows', 2, 'client_name'], code: 'unknown_reference' }]);
    const without = service.api({ ...me, permissions: everyPermission.filter((name) => name !== 'client:create') });
    expect((await send(csv, { create_clients: 'true' }, without)).status).toBe(403);
    expect((await send(csv, { create_clients: 'true', billing_cycle: 'weekly' })).body.data).toMatchObject({
      created: 1,
      created_clients: 1,
    });
    expect((await api.get('/api/v1/clients')).body.data).toMatchObject([{ client_name: 'New', billing_cycle: 'weekly' }]);
    expect(await contacts()).toMatchObject([{ client_name: 'New' }]);
  });

  it('leaves out whose address is there when asked to', async () => {
    await makeContact(api, { full_name: 'Before', email: 'a@acme.example' });
    const { body } = await send('full_name,email\nAfter,A@acme.example\nNew,b@acme.example\n', { on_duplicate: 'skip' });
    expect(body.data).toMatchObject({ created: 1, skipped: 1, errors: [] });
    expect((await contacts()).map(({ full_name }: { full_name: string }) => full_name)).toEqual(['Before', 'New']);
  });

  it('refuses an id that is there', async () => {
    const { contact_name_id } = await makeContact(api);
    const { body } = await send(`contact_name_id,full_name,email\n${contact_name_id},Ada,new@acme.example\n`);
    expect(body.error.details).toMatchObject([{ path: ['rows', 2, 'contact_name_id'] }]);
  });

  it.each<[string, string | Uint8Array<ArrayBuffer>, string]>([
    ['an empty file', '', 'missing_header'],
    ['no address', 'full_name\nAda\n', 'missing_column'],
    ['the same column twice', 'full_name,Name,email\n', 'repeated_column'],
    ['an open quote', 'full_name,email\n"Ada,a@b.example\n', 'invalid_csv'],
    ['NUL', 'full_name,email\nA\0da,a@b.example\n', 'invalid_text'],
    ['too many rows', `full_name,email\n${'x,y\n'.repeat(MAX_IMPORT_ROWS + 1)}`, 'too_many_rows'],
  ])('refuses %s', async (_, csv, code) => {
    const { status, body } = await send(csv);
    expect({ status, code: body.error.details[0].code, path: body.error.details[0].path }).toEqual({ status: 400, code, path: ['file'] });
  });

  it('leaves rows at fault out when it is told to', async () => {
    const { body } = await send('full_name;email\nAda;ada@acme.example\n;nobody\nGrace;grace@acme.example\n', { on_error: 'skip' });
    expect(body.data).toMatchObject({
      rows: 3,
      created: 2,
      errors: [
        { row: 3, field: 'full_name' },
        { row: 3, field: 'email' },
      ],
    });
    expect((await contacts()).map(({ full_name }: { full_name: string }) => full_name)).toEqual(['Ada', 'Grace']);
  });

  it('happens to one of two at the same time', async () => {
    const csv = `full_name,email\n${Array.from({ length: 50 }, (_, index) => `P${index},p${index}@acme.example`).join('\n')}\n`;
    const answers = await Promise.all([send(csv), send(csv.split('\n').toSpliced(1, 0, 'Q,q@acme.example').join('\n'))]);
    const [first, second] = answers.map(({ status }) => status).sort();
    expect([first, [400, 409].includes(second ?? 0)]).toEqual([200, true]);
    expect([50, 51]).toContain((await api.get('/api/v1/contacts')).body.pagination.total);
  });

  describe('of an export', () => {
    const exported = async (by: TestApi, query: Record<string, string> = {}) =>
      (await by.get('/api/v1/contacts/export', { query: { include_inactive: 'true', ...query } })).text;

    beforeEach(async () => {
      const { client_id } = await makeClient(api, { client_name: '=Acme "Löwe", Inc.' });
      await makeLocation(api, client_id);
      await makeContact(api, {
        full_name: '=HYPERLINK("http://evil")',
        client_id,
        role: '@boss',
        notes: 'a "b"\r\nc',
        tags: ['x,y', '"z"'],
        phone_numbers: [{ phone_number: '(614) 555-0100', custom_type: '-Desk' }],
      });
      await makeContact(api, {
        full_name: "'=1+1",
        is_inactive: true,
        role: ' spaced ',
        phone_numbers: [
          { phone_number: '4711', canonical_type: 'fax' },
          { phone_number: '+49 30 901820', is_default: true },
        ],
      });
      for (const full_name of ['محمد بن سلمان', '👩🏽‍🚀 Zoë', "''+x", '＝1', 'ß'.repeat(255)])
        await makeContact(api, { full_name, client_id: full_name.startsWith("'") ? client_id : null });
    });

    it.each<Record<string, string>>([
      {},
      {
        fields:
          'contact_name_id,full_name,email,role,is_inactive,created_at,client_name,default_phone_number,default_phone_type,notes,tags',
      },
    ])('into an empty tenant gives the same bytes again: %o', async (query) => {
      const first = await exported(api, query);
      const other = service.api(caller());
      expect((await send(first, { create_clients: 'true' }, other)).body).toMatchObject({
        data: { rows: 7, created: 7, created_clients: 1, errors: [] },
      });
      expect(await exported(other, query)).toBe(first);
      const names = async (by: TestApi) =>
        (await by.get('/api/v1/contacts', { query: { sort: 'created_at' } })).body.data.map(
          ({ full_name }: { full_name: string }) => full_name,
        );
      expect(await names(other)).toEqual(await names(api));
    });

    it('has the columns that are asked for, active contacts unless told otherwise, and lets no spreadsheet run a cell', async () => {
      const { headers, text } = await api.get('/api/v1/contacts/export');
      expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(headers.get('content-disposition')).toContain('filename="contacts.csv"');
      const [header, ...rows] = text.split('\r\n');
      expect(header).toBe(
        'contact_name_id,full_name,email,role,is_inactive,created_at,client_name,default_phone_number,default_phone_type',
      );
      expect(rows.join('\n')).toContain(`"'=HYPERLINK(""http://evil"")"`);
      expect(rows.join('\n')).not.toContain("''=1+1");
      expect((await exported(api, { fields: 'role,full_name' })).split('\r\n').slice(0, 3)).toEqual([
        'role,full_name',
        `'@boss,"'=HYPERLINK(""http://evil"")"`,
        ` spaced ,''=1+1`,
      ]);
    });

    it('is JSON as well, of one client as well', async () => {
      const { body } = await api.get('/api/v1/contacts/export', { query: { format: 'json', fields: 'full_name,tags' } });
      expect(body.data).toHaveLength(6);
      expect(body.data[0]).toEqual({ full_name: '=HYPERLINK("http://evil")', tags: ['x,y', '"z"'] });
      expect((await api.get('/api/v1/contacts/export', { query: { format: 'json', client_id: randomUUID() } })).body).toEqual({ data: [] });
      expect((await api.get('/api/v1/contacts/export', { query: { fields: 'password' } })).status).toBe(400);
      expect((await api.get('/api/v1/contacts/export', { query: { format: 'xml' } })).status).toBe(400);
    });
  });

  it('takes as many rows as it says', async () => {
    const csv = `full_name,email\n${Array.from({ length: MAX_IMPORT_ROWS }, (_, index) => `Person ${index},p${index}@acme.example`).join('\n')}\n`;
    expect((await send(csv)).body.data).toMatchObject({ created: MAX_IMPORT_ROWS });
    expect((await api.get('/api/v1/contacts')).body.pagination.total).toBe(MAX_IMPORT_ROWS);
    const { text } = await api.get('/api/v1/contacts/export', { query: { fields: 'email' } });
    expect(new Set(text.split('\r\n')).size).toBe(MAX_IMPORT_ROWS + 2);
  }, 120_000);
});
