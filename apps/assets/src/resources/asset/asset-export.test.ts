import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { assetExportColumns } from '@psa/contracts-assets';
import { caller, eventually, signToken, type TestApi, type TestCaller, type TestRequest, TestService } from '@psa/test-kit';
import { assetsService } from '../../assets-service.ts';
import { aClient, anAsset, type MadeClient } from '../../testing/make.ts';
import { fakes } from '../../testing/fakes.ts';

type Query = NonNullable<TestRequest['query']>;

const PATH = '/api/v1/assets/export';

/** Reads RFC 4180: what any other program makes of the export. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  const row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  for (let match = cell.exec(text); match !== null; match = cell.exec(text)) {
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === '\r\n') rows.push(row.splice(0));
    if (cell.lastIndex === text.length) return rows;
  }
  throw new Error('not RFC 4180');
}

describe('the export of assets', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  let client: MadeClient;

  beforeAll(async () => {
    service = await TestService.start(assetsService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    me = caller();
    api = service.api(me);
    client = await aClient(service, me.tenant, 'Acme, Inc.');
  });

  const add = async (given: Record<string, unknown> = {}) => (await api.post('/api/v1/assets', anAsset(client, given))).body.data.data;
  /** Many assets, each with as many characters in its place. */
  const addMany = (count: number, characters = 0) =>
    service.sql(
      `insert into assets (tenant, asset_id, client_id, asset_type, asset_tag, name, status, location, created_at)
     select $1, gen_random_uuid(), $2, 'server', 'T' || n, 'Server ' || n, 'active', repeat('x', $4), '2026-01-01'::timestamptz + (n / 7) * interval '1 ms' from generate_series(1, $3::int) n`,
      [me.tenant, client.client_id, count, characters],
    );
  const csv = async (query: Query = {}) => readCsv((await api.get(PATH, { query })).text);
  const column = async (name: string, query: Query = {}) => (await csv({ ...query, fields: name })).slice(1).flat();

  it('is an attachment with the columns of the contract, a line for each asset, oldest first', async () => {
    const [first, second] = [
      await add({ name: 'first', warranty_end_date: '2020-01-01T00:00:00Z' }),
      await add({ name: 'second', location_id: client.location_id }),
    ];
    const { status, headers, text } = await api.get(PATH);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="assets.csv"/);
    const [head, ...rows] = readCsv(text);
    expect(head).toEqual([...assetExportColumns]);
    expect(rows).toEqual([first, second].map((asset) => assetExportColumns.map((name) => asset[name] ?? '')));
  });

  it('has its header also when there is nothing to export', async () => {
    expect((await api.get(PATH)).text).toBe(`${assetExportColumns.join(',')}\r\n`);
    expect((await api.get(PATH, { query: { format: 'json' } })).body).toMatchObject({
      success: true,
      data: { data: [] },
      meta: { version: '1.0.0' },
    });
  });

  it.each(['plain', 'a,b', 'say "hi"', 'two\nlines', 'two\r\nlines', '"', ',', 'غرفة 🖨️', "it's"])(
    'keeps %j as it is',
    async (location) => {
      await add({ location });
      expect(await column('location')).toEqual([location]);
    },
  );

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '=HYPERLINK("http://evil","x")'])(
    'lets no spreadsheet run %j',
    async (location) => {
      await add({ location });
      expect(await column('location')).toEqual([`'${location}`]);
    },
  );

  it('sends the fields asked for, in that order', async () => {
    const asset = await add({ name: 'one' });
    expect(await csv({ fields: 'name,asset_id' })).toEqual([
      ['name', 'asset_id'],
      ['one', asset.asset_id],
    ]);
    expect(await csv({ fields: ['status', 'name'] })).toEqual([
      ['status', 'name'],
      ['active', 'one'],
    ]);
  });

  it('keeps to kinds, statuses and clients', async () => {
    const other = await aClient(service, me.tenant, 'Other');
    await add({ name: 'a', asset_type: 'server' });
    await add({ name: 'b', asset_type: 'printer', status: 'retired' });
    await add({ name: 'c', status: 'in stock', client_id: other.client_id });
    const cases: [Query, string[]][] = [
      [{ asset_types: 'server,printer' }, ['a', 'b']],
      [{ asset_types: ['server', 'workstation'] }, ['a', 'c']],
      [{ statuses: 'retired,in stock' }, ['b', 'c']],
      [{ client_ids: client.client_id.toUpperCase() }, ['a', 'b']],
      [{ client_ids: client.client_id, statuses: 'active' }, ['a']],
      [{ asset_types: 'mobile_device' }, []],
      [{ asset_types: '', statuses: '', client_ids: '' }, ['a', 'b', 'c']],
    ];
    for (const [query, names] of cases) {
      expect({ query, names: await column('name', query) }).toEqual({ query, names });
      const { body } = await api.get(PATH, { query: { ...query, format: 'json' } });
      expect(body.data.data.map(({ name }: { name: string }) => name)).toEqual(names);
    }
  });

  it('is the success envelope as JSON, with the same rows', async () => {
    const asset = await add({ name: 'one "two"' });
    const { body, headers } = await api.get(PATH, { query: { format: 'json', fields: 'name,asset_id,serial_number' } });
    expect(headers.get('content-disposition')).toBeNull();
    expect(body).toEqual({
      success: true,
      data: { data: [{ name: 'one "two"', asset_id: asset.asset_id, serial_number: null }] },
      meta: { timestamp: expect.stringMatching(/^\d{4}-.*Z$/), version: '1.0.0' },
    });
    expect(Object.keys(body.data.data[0])).toEqual(['name', 'asset_id', 'serial_number']);
    expect(Object.keys((await api.get(PATH, { query: { format: 'json' } })).body.data.data[0])).toEqual([...assetExportColumns]);
  });

  it('has every one of 5,000 assets once, in order, and none of another tenant', async () => {
    await addMany(5000);
    const stranger = caller();
    await service.api(stranger).post('/api/v1/assets', anAsset(await aClient(service, stranger.tenant)));
    const expected = (
      await service.sql<{ asset_id: string }>('select asset_id from assets where tenant = $1 order by created_at, asset_id', [me.tenant])
    ).map(({ asset_id }) => asset_id);
    expect(expected).toHaveLength(5000);
    expect(await column('asset_id')).toEqual(expected);
    const { body } = await api.get(PATH, { query: { format: 'json', fields: 'asset_id' } });
    expect(body.data.data.map(({ asset_id }: { asset_id: string }) => asset_id)).toEqual(expected);
  });

  it('is read no further than the caller takes it, and ends when the caller goes away', async () => {
    const pages = 40;
    await addMany(pages * 1000, 2000);
    const reading = jest.spyOn(service.running.database, 'queryAs');
    const leaving = new AbortController();
    const response = await fetch(new URL(PATH, service.running.url), {
      headers: { authorization: `Bearer ${await signToken(me, 'assets')}` },
      signal: leaving.signal,
    });
    const reader = response.body?.getReader();
    await reader?.read();
    const settled = () =>
      eventually(async () => {
        const before = reading.mock.calls.length;
        await new Promise((resolve) => {
          setTimeout(resolve, 300);
        });
        return reading.mock.calls.length === before;
      });
    await settled();
    const taken = reading.mock.calls.length;
    expect(taken).toBeLessThan(pages);
    leaving.abort();
    await settled();
    expect(reading.mock.calls.length).toBeLessThanOrEqual(taken + 1);
    reading.mockRestore();
    expect(service.running.database.pool.idleCount).toBe(service.running.database.pool.totalCount);
  });

  it.each<[string, Query, string]>([
    ['a column that is none', { fields: 'name,secret' }, 'fields.1'],
    ['a column of the row that is not exported', { fields: 'tenant' }, 'fields.0'],
    ['another format', { format: 'xlsx' }, 'format'],
    ['two formats', { format: ['csv', 'json'] }, 'format'],
    ['a kind that is none', { asset_types: 'toaster' }, 'asset_types.0'],
    ['a client that is no id', { client_ids: 'x' }, 'client_ids.0'],
    [
      'more than 100 clients',
      { client_ids: Array.from({ length: 101 }, () => '00000000-0000-4000-8000-000000000000').join() },
      'client_ids',
    ],
  ])('refuses %s by name', async (_, query, field) => {
    const { status, body } = await api.get(PATH, { query });
    expect({ status, fields: body.error.details.errors.map((fault: { field: string }) => fault.field) }).toEqual({
      status: 400,
      fields: [field],
    });
  });
});
