import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { caller, type TestApi, type TestRequest, TestService } from '@psa/test-kit';
import { assetsService } from '../../assets-service.ts';
import { aClient, anAsset, type MadeClient } from '../../testing/make.ts';
import { fakes } from '../../testing/fakes.ts';

type Query = NonNullable<TestRequest['query']>;

describe('the search of assets', () => {
  let service: TestService;
  let api: TestApi;
  let acme: MadeClient;
  let globex: MadeClient;

  const search = (query: Query) => api.get('/api/v1/assets/search', { query });
  const names = async (query: Query) => {
    const { status, body } = await search({ limit: 100, ...query });
    expect({ query, status }).toEqual({ query, status: 200 });
    return (body.data.data as { name: string }[]).map(({ name }) => name);
  };

  beforeAll(async () => {
    service = await TestService.start(assetsService, { ports: fakes });
    const me = caller();
    api = service.api(me);
    [acme, globex] = [await aClient(service, me.tenant, 'Acme'), await aClient(service, me.tenant, 'Globex')];
    const assets: [MadeClient, Record<string, unknown>][] = [
      [
        acme,
        {
          name: 'alpha',
          asset_tag: 'PC-1',
          serial_number: '100%',
          location: 'Room 1',
          extension_data: { os_type: 'Windows', cpu_cores: 16, gpu_model: 'C:\\GPU "X"' },
        },
      ],
      [
        acme,
        {
          name: 'beta',
          asset_tag: 'PC_2',
          asset_type: 'server',
          status: 'retired',
          serial_number: '1000',
          extension_data: { primary_ip: '10.0.0.7', network_interfaces: [{ mac: 'AA:BB' }] },
        },
      ],
      [
        globex,
        {
          name: 'gamma',
          asset_tag: 'طابعة',
          asset_type: 'printer',
          status: 'in stock',
          location: '🏢 Room 2',
          extension_data: { model: 'pc-maker' },
        },
      ],
      [globex, { name: 'delta', asset_tag: 'D-4', asset_type: 'unknown', serial_number: "o'4" }],
    ];
    for (const [client, given] of assets) await api.post('/api/v1/assets', anAsset(client, given));
    const stranger = caller();
    await service
      .api(stranger)
      .post('/api/v1/assets', anAsset(await aClient(service, stranger.tenant), { name: 'alpha', asset_tag: 'PC-1' }));
  });
  afterAll(() => service.stop());

  it('looks at tag, name, serial number and place, whatever the case, newest first', async () => {
    expect(await names({ query: 'pc' })).toEqual(['beta', 'alpha']);
    expect(await names({ query: 'ALPHA' })).toEqual(['alpha']);
    expect(await names({ query: '1000' })).toEqual(['beta']);
    expect(await names({ query: 'room' })).toEqual(['gamma', 'alpha']);
    expect(await names({ query: 'acme' })).toEqual([]);
  });

  it.each<[string, string[]]>([
    ['client_name', ['beta', 'alpha']],
    ['asset_tag,client_name', ['beta', 'alpha']],
    ['name', []],
    ['name,asset_tag,serial_number,location', []],
  ])('looks at no more than %s when told to', async (fields, found) => {
    expect(await names({ query: 'acme', fields })).toEqual(found);
  });

  it.each<[string, string, string[]]>([
    ['a percent sign', '0%', ['alpha']],
    ['an underscore', 'C_', ['beta']],
    ['a quote', "'", ['delta']],
    ['a backslash', '\\', []],
    ['text from right to left', 'طابعة', ['gamma']],
    ['an emoji', '🏢', ['gamma']],
    ['blanks around it', '  room 2 ', ['gamma']],
  ])('takes %s for itself', async (_, query, found) => {
    expect(await names({ query })).toEqual(found);
  });

  it('looks into the values of the extension data on request, and not at the names of its members', async () => {
    expect(await names({ query: 'windows' })).toEqual([]);
    const within = (query: string) => names({ query, include_extension_data: 'true' });
    expect(await within('WINDOWS')).toEqual(['alpha']);
    expect(await within('16')).toEqual(['alpha']);
    expect(await within('"x"')).toEqual(['alpha']);
    expect(await within('C:\\GPU')).toEqual(['alpha']);
    expect(await within('aa:bb')).toEqual(['beta']);
    expect(await within('os_type')).toEqual([]);
    expect(await within('pc-')).toEqual(['gamma', 'alpha']);
    expect(await names({ query: 'windows', include_extension_data: 'false' })).toEqual([]);
  });

  it.each<[string, Query, string[]]>([
    ['a kind', { asset_types: 'server' }, ['beta']],
    ['kinds separated by commas', { asset_types: 'server, workstation' }, ['beta', 'alpha']],
    ['kinds repeated', { asset_types: ['server', 'workstation'] }, ['beta', 'alpha']],
    ['a status', { statuses: 'retired' }, ['beta']],
    ['a kind and a status that do not go together', { asset_types: 'workstation', statuses: 'retired' }, []],
    ['no kind', { asset_types: '' }, ['beta', 'alpha']],
  ])('keeps to %s', async (_, selection, found) => {
    expect(await names({ query: 'pc', ...selection })).toEqual(found);
  });

  it('keeps to clients', async () => {
    expect(await names({ query: 'room', client_ids: acme.client_id })).toEqual(['alpha']);
    expect(await names({ query: 'room', client_ids: [acme.client_id.toUpperCase(), globex.client_id] })).toEqual(['gamma', 'alpha']);
  });

  it('gives rows as the list does, as many as asked for', async () => {
    const { body } = await search({ query: 'room', limit: 1 });
    expect(body).toMatchObject({
      success: true,
      data: { data: [{ name: 'gamma', client_name: 'Globex', warranty_status: 'no_warranty' }] },
    });
    expect(body.data.data).toHaveLength(1);
    expect(body.data).not.toHaveProperty('pagination');
    const listed = await api.get('/api/v1/assets', { query: { search: 'gamma' } });
    expect(body.data.data[0]).toEqual(listed.body.data.data[0]);
  });

  it.each<[string, Query, string]>([
    ['nothing to look for', {}, 'query'],
    ['an empty text', { query: '' }, 'query'],
    ['blanks', { query: '   ' }, 'query'],
    ['256 characters', { query: 'x'.repeat(256) }, 'query'],
    ['two texts', { query: ['a', 'b'] }, 'query'],
    ['a column that is none', { query: 'x', fields: 'name,tenant' }, 'fields.1'],
    ['a kind that is none', { query: 'x', asset_types: 'toaster' }, 'asset_types.0'],
    ['a client that is no id', { query: 'x', client_ids: 'acme' }, 'client_ids.0'],
    ['a limit of 0', { query: 'x', limit: 0 }, 'limit'],
    ['a limit of 101', { query: 'x', limit: 101 }, 'limit'],
    ['a limit that is no number', { query: 'x', limit: 'abc' }, 'limit'],
    ['a boolean that is none', { query: 'x', include_extension_data: 'yes' }, 'include_extension_data'],
  ])('refuses %s by name', async (_, query, field) => {
    const { status, body } = await search(query);
    expect({ status, fields: body.error.details.errors.map((fault: { field: string }) => fault.field) }).toEqual({
      status: 400,
      fields: [field],
    });
  });

  it('takes texts and limits to their edge', async () => {
    expect(await names({ query: 'x'.repeat(255), limit: 100 })).toEqual([]);
  });
});
