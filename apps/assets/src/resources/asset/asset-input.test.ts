import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { caller, type TestApi, type TestResponse, TestService } from '@psa/test-kit';
import { assetsService } from '../../assets-service.ts';
import { aClient, anAsset, type MadeClient } from '../../testing/make.ts';
import { fakes } from '../../testing/fakes.ts';

const PATH = '/api/v1/assets';
const MISSING = Symbol('not in the body');

describe('the input of asset routes', () => {
  let service: TestService;
  let api: TestApi;
  let tenant: string;
  let client: MadeClient;

  beforeAll(async () => {
    service = await TestService.start(assetsService, { ports: fakes });
    const me = caller();
    ({ tenant } = me);
    api = service.api(me);
    client = await aClient(service, tenant);
  });
  afterAll(() => service.stop());

  const outcome = ({ status, body }: TestResponse) => ({
    status,
    code: body.error?.code,
    fields: body.error?.details?.errors?.map(({ field }: { field: string }) => field),
  });
  const refused = (...fields: string[]) => ({ status: 400, code: 'VALIDATION_ERROR', fields });
  const howMany = async () => Number((await service.sql('select count(*) from assets where tenant = $1', [tenant]))[0].count);

  /** A new asset with one member changed or left out. */
  const post = (member: string, value: unknown) => {
    const { [member]: _, ...rest } = anAsset(client);
    return api.post(PATH, value === MISSING ? rest : { ...rest, [member]: value });
  };

  it.each<[string, unknown]>([
    ['asset_tag', 'x'],
    ['asset_tag', 'x'.repeat(255)],
    ['name', 'x'.repeat(255)],
    ['name', '🖨️'.repeat(85)],
    ['name', 'مكتب الاستقبال'],
    ['name', "Robert'); drop table assets;--"],
    ['name', '<script>alert(1)</script>'],
    ['name', '%_\\'],
    ['status', 'x'.repeat(100)],
    ['location', ''],
    ['location', 'x'.repeat(255)],
    ['serial_number', null],
    ['serial_number', MISSING],
    ['asset_type', 'unknown'],
    ['purchase_date', '0001-01-01T00:00:00Z'],
    ['purchase_date', '9999-12-31T23:59:59.999Z'],
    ['purchase_date', '2024-02-29T23:59:59Z'],
    ['warranty_end_date', '2026-01-01T00:00:00.123456Z'],
    ['warranty_end_date', '2026-06-15T12:00:00+05:30'],
    ['extension_data', {}],
  ])('takes %s as %j', async (member, value) => {
    const created = await post(member, value);
    expect({ status: created.status, text: created.text }).toMatchObject({ status: 201 });
    const { asset_id, [member]: stored } = created.body.data.data;
    expect((await api.get(`${PATH}/${asset_id}`)).body.data.data[member]).toEqual(stored);
    if (typeof value === 'string' && !member.endsWith('_date')) expect(stored).toBe(value);
    if (typeof value === 'string' && member.endsWith('_date')) expect(stored).toBe(new Date(value).toISOString());
  });

  it.each<[string, unknown]>([
    ['client_id', MISSING],
    ['client_id', null],
    ['client_id', 'acme'],
    ['client_id', ''],
    ['client_id', "' or 1=1"],
    ['client_id', 7],
    ['asset_type', MISSING],
    ['asset_type', 'toaster'],
    ['asset_type', 'Server'],
    ['asset_type', ''],
    ['asset_type', ['server']],
    ['asset_tag', MISSING],
    ['asset_tag', ''],
    ['asset_tag', '   '],
    ['asset_tag', 'x'.repeat(256)],
    ['asset_tag', 7],
    ['asset_tag', { $ne: null }],
    ['name', MISSING],
    ['name', ''],
    ['name', 'x'.repeat(256)],
    ['name', true],
    ['status', MISSING],
    ['status', ''],
    ['status', 'x'.repeat(101)],
    ['location_id', 'HQ'],
    ['location', 'x'.repeat(256)],
    ['serial_number', 'x'.repeat(256)],
    ['serial_number', 42],
    ['purchase_date', '2023-02-29T00:00:00Z'],
    ['purchase_date', '2024-01-31T25:00:00Z'],
    ['purchase_date', '2024-01-31T00:00:00'],
    ['purchase_date', '0000-01-01T00:00:00Z'],
    ['purchase_date', '10000-01-01T00:00:00Z'],
    ['purchase_date', '9999-12-31T23:59:59-01:00'],
    ['purchase_date', 1_700_000_000],
    ['warranty_end_date', 'tomorrow'],
    ['warranty_end_date', 'infinity'],
    ['warranty_end_date', ''],
    ['extension_data', []],
    ['extension_data', 'x'],
  ])('refuses %s as %p by name', async (member, value) => {
    const before = await howMany();
    expect(outcome(await post(member, value))).toEqual(refused(member));
    expect(await howMany()).toBe(before);
  });

  it('names every fault at once', async () => {
    expect(outcome(await api.post(PATH, { name: '', asset_type: 'toaster' }))).toEqual(
      refused('client_id', 'asset_type', 'asset_tag', 'name', 'status'),
    );
  });

  it.each([
    ['NUL in a text', JSON.stringify({ name: 'a\0b' })],
    ['half a character', '{"name":"\\ud800"}'],
    ['NUL in the name of a member', '{"extension_data":{"a\\u0000":1}}'],
    ['NUL deep in the extension data', '{"extension_data":{"a":[{"b":"\\u0000"}]}}'],
    ['33 levels', `{"extension_data":${'{"a":'.repeat(33)}1${'}'.repeat(33)}}`],
    ['broken JSON', '{"name":"x"'],
    ['two values', '{}{}'],
    ['JSON with a comment', '{/* */}'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['a number', '7'],
    ['null', 'null'],
  ])('refuses a body with %s', async (_, body) => {
    const { asset_id } = (await api.post(PATH, anAsset(client))).body.data.data;
    expect(outcome(await api.put(`${PATH}/${asset_id}`, body))).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
    expect((await api.get(`${PATH}/${asset_id}`)).headers.get('etag')).toMatch(/^"1-/);
  });

  it('refuses a body of 2 MB, and serves on', async () => {
    const before = await howMany();
    const answer = await api.post(PATH, anAsset(client, { extension_data: { filler: 'x'.repeat(2 * 1024 * 1024) } }));
    expect(outcome(answer)).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' });
    expect(await howMany()).toBe(before);
  });

  it('takes names of members that JavaScript has a meaning for as data or not at all', async () => {
    const body = JSON.stringify(anAsset(client, { extension_data: {} })).replace(
      '"extension_data":{}',
      '"extension_data":{"__proto__":{"x":1},"constructor":"c","os_type":"Linux"},"__proto__":{"name":"evil"}',
    );
    const { status, body: created } = await api.post(PATH, body);
    expect(status).toBe(201);
    expect(created.data.data).toMatchObject({ name: 'Workstation', extension_data: { constructor: 'c', os_type: 'Linux' } });
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it.each([
    'x',
    '1',
    '0199aa00-0000-7000-8000-00000000000',
    '0199aa00-0000-7000-8000-00000000000g',
    "0199aa00-0000-7000-8000-000000000001' or '1'='1",
    '%00',
    '{id}',
    'null',
  ])('refuses the id %s of a path', async (id) => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await api.send(method, `${PATH}/${encodeURIComponent(id)}`, method === 'PUT' ? { body: {} } : {});
      expect(outcome(answer)).toEqual(refused('id'));
    }
  });

  it.each<[string, string]>([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=abc', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=1e2', 'limit'],
    ['limit=%2B5', 'limit'],
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=x', 'page'],
    ['page=1000001', 'page'],
    ['page=99999999999999999999', 'page'],
    ['sort=tenant', 'sort'],
    ['sort=name%3B%20drop%20table', 'sort'],
    ['sort=extension_data', 'sort'],
    ['order=up', 'order'],
    ['order=DESC', 'order'],
    ['client_id=x', 'client_id'],
    ['location_id=null', 'location_id'],
    ['asset_type=toaster', 'asset_type'],
    ['is_active=1', 'is_active'],
    ['is_active=TRUE', 'is_active'],
    ['has_warranty=yes', 'has_warranty'],
    ['warranty_expired=0', 'warranty_expired'],
    ['maintenance_due=on', 'maintenance_due'],
    ['include_total=no', 'include_total'],
    ['created_from=2026-02-30', 'created_from'],
    ['created_to=yesterday', 'created_to'],
    ['updated_from=2026-13-01', 'updated_from'],
    ['updated_to=01.01.2026', 'updated_to'],
    ['purchase_date_from=2026-1-1', 'purchase_date_from'],
    ['purchase_date_to=2026-01-01T00:00', 'purchase_date_to'],
    ['warranty_end_from=0000-01-01', 'warranty_end_from'],
    ['warranty_end_to=infinity', 'warranty_end_to'],
    ['limit=5&limit=6', 'limit'],
    ['client_id=a&client_id=b', 'client_id'],
    ['name=a&name=b', 'name'],
    ['sort=name&sort=status', 'sort'],
    ['search=a&search=b', 'search'],
    ['name=%00', 'name'],
    [`search=${'x'.repeat(256)}`, 'search'],
    [`name=${'x'.repeat(256)}`, 'name'],
    [`asset_tag=${'x'.repeat(256)}`, 'asset_tag'],
    [`location=${'x'.repeat(256)}`, 'location'],
    [`client_name=${'x'.repeat(256)}`, 'client_name'],
    [`status=${'x'.repeat(101)}`, 'status'],
    [`cursor=${'x'.repeat(1001)}`, 'cursor'],
  ])('refuses a list by ?%s, naming the parameter', async (query, parameter) => {
    expect(outcome(await api.get(`${PATH}?${query}`))).toEqual(refused(parameter));
  });

  it.each([
    'limit=100',
    'limit=1',
    'page=1000000',
    `search=${'x'.repeat(255)}`,
    `status=${'x'.repeat(100)}`,
    'created_from=2026-02-28',
    'created_from=2026-01-01T00:00:00%2B05:30',
    'limit=&page=&sort=&order=&client_id=&is_active=&created_from=&search=&cursor=&fields=',
    'no_such_parameter=1&utm_source=mail',
    'name=%20',
    '',
    '&&',
    '__proto__=1&constructor=2&toString=3',
  ])('lists by ?%s', async (query) => {
    const { status, text } = await api.get(`${PATH}?${query}`);
    expect({ status, text }).toMatchObject({ status: 200 });
  });

  it('names a parameter nobody knows to a caller that asks for strictness', async () => {
    const answer = await api.get(`${PATH}?name=a&nmae=b`, { headers: { prefer: 'handling=strict' } });
    expect(outcome(answer)).toEqual(refused('nmae'));
  });
});
