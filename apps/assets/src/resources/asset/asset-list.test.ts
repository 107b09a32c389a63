import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { assetSortColumns } from '@psa/contracts-assets';
import { caller, type TestApi, type TestRequest, TestService } from '@psa/test-kit';
import { assetsService } from '../../assets-service.ts';
import { aClient, anAsset, changeClient, type MadeClient } from '../../testing/make.ts';
import { fakes } from '../../testing/fakes.ts';

type Query = NonNullable<TestRequest['query']>;
type Row = Record<string, string | null> & { asset_id: string; name: string };

const PATH = '/api/v1/assets';
const DAY = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();

describe('the list of assets', () => {
  let service: TestService;
  let api: TestApi;
  let tenant: string;
  let acme: MadeClient;
  let closed: MadeClient;

  const list = (query: Query = {}, path = PATH) => api.get(path, { query });
  /** Names of all that match, after looking that the total says the same. */
  const names = async (query: Query) => {
    const { status, body } = await list({ limit: 100, ...query });
    expect({ query, status }).toEqual({ query, status: 200 });
    expect({ query, total: body.data.pagination.total }).toEqual({ query, total: body.data.data.length });
    return (body.data.data as Row[]).map(({ name }) => name).sort();
  };

  beforeAll(async () => {
    service = await TestService.start(assetsService, { ports: fakes });
    const me = caller();
    ({ tenant } = me);
    api = service.api(me);
    [acme, closed] = [await aClient(service, tenant, 'Acme & Söhne'), await aClient(service, tenant, 'Closed_Corp')];
    const add = async (client: MadeClient, given: Record<string, unknown>) => {
      const { status, body } = await api.post(PATH, anAsset(client, given));
      expect(status).toBe(201);
      return body.data.data.asset_id as string;
    };
    const alpha = await add(acme, {
      name: 'alpha',
      asset_tag: 'AC-100%',
      location: 'Room 1',
      location_id: acme.location_id,
      serial_number: 'sn\\1',
      purchase_date: '2024-01-31T23:59:59.999Z',
      warranty_end_date: inDays(400),
    });
    const beta = await add(acme, {
      name: 'beta',
      asset_tag: 'AC-1000',
      asset_type: 'server',
      location: 'room 12',
      purchase_date: '2024-02-01T00:00:00Z',
      warranty_end_date: inDays(-1),
    });
    await add(acme, {
      name: 'gamma',
      asset_tag: 'AC_1',
      asset_type: 'printer',
      status: 'Retired',
      serial_number: "o'neil",
      warranty_end_date: inDays(10),
    });
    await add(acme, { name: 'delta', asset_tag: 'مكتب', asset_type: 'network_device', status: 'in repair', location: 'Büro "Ost"' });
    await add(closed, {
      name: 'epsilon',
      asset_tag: '🖨️-7',
      asset_type: 'mobile_device',
      location_id: closed.location_id,
      purchase_date: '2025-06-15T12:00:00+02:00',
    });
    await add(closed, { name: 'zeta', asset_tag: 'zz', asset_type: 'unknown', status: 'DISPOSED', serial_number: 'sn_1' });
    await changeClient(service, tenant, closed, { is_inactive: true });
    for (const [assetId, days, active] of [
      [alpha, -1, true],
      [beta, -1, false],
      [beta, 1, true],
    ] as const) {
      const { body } = await api.post(`${PATH}/${assetId}/maintenance`, {
        schedule_type: 'inspection',
        frequency: 'yearly',
        is_active: active,
      });
      await service.sql('update maintenance_schedules set next_maintenance = $2 where schedule_id = $1', [
        body.data.data.schedule_id,
        inDays(days),
      ]);
    }
    for (const [index, name] of ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'].entries()) {
      await service.sql('update assets set created_at = $2, updated_at = $3 where tenant = $1 and name = $4', [
        tenant,
        `2026-01-0${index + 1}`,
        `2026-03-0${6 - index}T10:00:00Z`,
        name,
      ]);
    }
    // Others' assets, which no filter may ever find.
    const stranger = caller();
    await service
      .api(stranger)
      .post(PATH, anAsset(await aClient(service, stranger.tenant, 'Acme & Söhne'), { name: 'alpha', asset_tag: 'AC-100%' }));
  });
  afterAll(() => service.stop());

  const all = ['alpha', 'beta', 'delta', 'epsilon', 'gamma', 'zeta'];
  /** One query for each filter, and what it finds. */
  const filters = (): [Query, string[]][] => [
    [{ search: 'ALPHA' }, ['alpha']],
    [{ search: 'söhne' }, ['alpha', 'beta', 'delta', 'gamma']],
    [{ asset_tag: 'ac-' }, ['alpha', 'beta']],
    [{ name: 'ETA' }, ['beta', 'zeta']],
    [{ client_id: acme.client_id }, ['alpha', 'beta', 'delta', 'gamma']],
    [{ client_id: closed.client_id.toUpperCase() }, ['epsilon', 'zeta']],
    [{ location_id: acme.location_id }, ['alpha']],
    [{ asset_type: 'server' }, ['beta']],
    [{ status: 'active' }, ['alpha', 'beta', 'epsilon']],
    [{ location: 'ROOM 1' }, ['alpha', 'beta']],
    [{ client_name: 'CLOSED_' }, ['epsilon', 'zeta']],
    [{ has_warranty: 'true' }, ['alpha', 'beta', 'gamma']],
    [{ has_warranty: 'false' }, ['delta', 'epsilon', 'zeta']],
    [{ warranty_expired: 'true' }, ['beta']],
    [{ warranty_expired: 'false' }, ['alpha', 'delta', 'epsilon', 'gamma', 'zeta']],
    [{ purchase_date_from: '2024-02-01' }, ['beta', 'epsilon']],
    [{ purchase_date_to: '2024-02-01' }, ['alpha', 'beta']],
    [{ purchase_date_to: '2024-01-31T23:59:59.998Z' }, []],
    [{ warranty_end_from: inDays(0) }, ['alpha', 'gamma']],
    [{ warranty_end_to: inDays(30) }, ['beta', 'gamma']],
    [{ created_from: '2026-01-03' }, ['delta', 'epsilon', 'gamma', 'zeta']],
    [{ created_to: '2026-01-03T00:00:00+01:00' }, ['alpha', 'beta']],
    [{ updated_from: '2026-03-05T10:00:00Z' }, ['alpha', 'beta']],
    [{ updated_to: '2026-03-02' }, ['epsilon', 'zeta']],
    [{ updated_to: '2026-03-02T00:00:00Z' }, ['zeta']],
    [{ is_active: 'true' }, ['alpha', 'beta', 'delta']],
    [{ is_active: 'false' }, ['epsilon', 'gamma', 'zeta']],
    [{ maintenance_due: 'true' }, ['alpha']],
    [{ maintenance_due: 'false' }, ['beta', 'delta', 'epsilon', 'gamma', 'zeta']],
  ];

  it('applies each filter alone, with the right total', async () => {
    expect(await names({})).toEqual(all);
    for (const [query, expected] of filters()) expect({ query, found: await names(query) }).toEqual({ query, found: expected });
  });

  it('applies every two filters together, with the right total', async () => {
    const cases = filters();
    for (const [index, [one, ofOne]] of cases.entries()) {
      for (const [other, ofOther] of cases.slice(index + 1)) {
        if (Object.keys(one)[0] === Object.keys(other)[0]) continue;
        const query = { ...one, ...other };
        expect({ query, found: await names(query) }).toEqual({ query, found: ofOne.filter((name) => ofOther.includes(name)) });
      }
    }
  });

  it.each<[string, string, string[]]>([
    ['a percent sign', '100%', ['alpha']],
    ['an underscore', 'c_', ['gamma']],
    ['a backslash', 'n\\', ['alpha']],
    ['a single quote', "'n", ['gamma']],
    ['double quotes', '"ost"', ['delta']],
    ['an ampersand', 'acme & s', ['alpha', 'beta', 'delta', 'gamma']],
    ['an emoji', '🖨️', ['epsilon']],
    ['text from right to left', 'مكت', ['delta']],
    ['an umlaut in the other case', 'BÜRO', ['delta']],
    ['SQL', "'; drop table assets; --", []],
  ])('takes %s of a search for itself', async (_, search, expected) => {
    expect(await names({ search })).toEqual(expected);
  });

  it.each([
    ['asset_tag', '%', ['alpha']],
    ['asset_tag', '_', ['gamma']],
    ['name', '%', []],
    ['name', '_', []],
    ['location', '"', ['delta']],
    ['client_name', '_', ['epsilon', 'zeta']],
  ])('finds in %s no more than the text says: %s', async (parameter, text, expected) => {
    expect(await names({ [parameter]: text })).toEqual(expected);
  });

  it('counts an empty parameter as absent', async () => {
    expect(await names({ client_id: '', asset_type: '', search: '', is_active: '', created_from: '', sort: '', fields: '' })).toEqual(all);
  });

  describe('its order', () => {
    const inOrder = async (query: Query) => (await list({ limit: 100, ...query })).body.data.data as Row[];

    it.each(assetSortColumns.flatMap((sort) => (['asc', 'desc'] as const).map((order) => [sort, order] as const)))(
      'is by %s %s, absent values last, ties by id',
      async (sort, order) => {
        const rows = await inOrder({ sort, order });
        // Postgres knows the order of its texts best: asked for one column, without the list's filters, joins and paging.
        const column =
          sort === 'client_name'
            ? '(select client_name from client_replicas c where c.tenant = a.tenant and c.client_id = a.client_id)'
            : sort;
        const expected = await service.sql<Row>(
          `select asset_id from assets a where tenant = $1 order by ${column} ${order} nulls last, asset_id ${order}`,
          [tenant],
        );
        expect(rows.map(({ asset_id }) => asset_id)).toEqual(expected.map(({ asset_id }) => asset_id));
      },
    );

    it('is newest first when nothing is said', async () => {
      expect((await inOrder({})).map(({ name }) => name)).toEqual(['zeta', 'epsilon', 'delta', 'gamma', 'beta', 'alpha']);
    });

    it.each(assetSortColumns.flatMap((sort) => (['asc', 'desc'] as const).map((order) => [sort, order] as const)))(
      'by %s %s is the same page by page and by cursor',
      async (sort, order) => {
        const whole = (await inOrder({ sort, order })).map(({ asset_id }) => asset_id);
        for (const limit of [1, 2, 4, 6]) {
          const [byPage, byCursor]: [string[], string[]] = [[], []];
          let cursor: string | null = '';
          for (let page = 1; cursor !== null; page++) {
            const paged = (await list({ sort, order, limit, page })).body.data;
            const next: TestBody = (await list({ sort, order, limit, ...(cursor === '' ? {} : { cursor }) })).body.data;
            byPage.push(...paged.data.map(({ asset_id }: Row) => asset_id));
            byCursor.push(...next.data.map(({ asset_id }) => asset_id));
            expect(next.pagination).toMatchObject({
              page,
              limit,
              total: 6,
              totalPages: Math.ceil(6 / limit),
              hasNext: page * limit < 6,
              hasPrev: page > 1,
            });
            cursor = next.pagination.next_cursor;
          }
          expect({ limit, byPage, byCursor }).toEqual({ limit, byPage: whole, byCursor: whole });
        }
      },
    );
  });

  describe('its pages', () => {
    it('say where they are', async () => {
      const { body, headers } = await list({ page: 2, limit: 4 });
      expect(body.data.pagination).toEqual({
        page: 2,
        limit: 4,
        total: 6,
        totalPages: 2,
        hasNext: false,
        hasPrev: true,
        next_cursor: null,
      });
      expect(headers.get('link')).toBeNull();
    });

    it('beyond the end are empty', async () => {
      const { body } = await list({ page: 1_000_000 });
      expect(body.data).toMatchObject({
        data: [],
        pagination: { page: 1_000_000, total: 6, totalPages: 1, hasNext: false, hasPrev: true, next_cursor: null },
      });
    });

    it('lead on by a link that keeps the filters', async () => {
      const first = await list({ limit: 2, status: 'active', sort: 'name', order: 'asc' });
      const [, next = ''] = /^<(.*)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? [];
      const second = await api.get(next);
      expect(second.body.data.data.map(({ name }: Row) => name)).toEqual(['epsilon']);
      expect(second.body.data.pagination).toMatchObject({ page: 2, total: 3, next_cursor: null });
    });

    it('go without a total on request', async () => {
      const { body } = await list({ limit: 2, include_total: 'false' });
      expect(body.data.pagination).toMatchObject({ total: null, totalPages: null, hasNext: true });
    });

    it('stay where they are when rows are added before them', async () => {
      const me = caller();
      const own = service.api(me);
      const client = await aClient(service, me.tenant);
      for (const name of ['one', 'two', 'three']) await own.post(PATH, anAsset(client, { name }));
      const first = await own.get(PATH, { query: { limit: 1 } });
      await own.post(PATH, anAsset(client, { name: 'four' }));
      const second = await own.get(PATH, { query: { limit: 1, cursor: first.body.data.pagination.next_cursor } });
      expect([first, second].map(({ body }) => body.data.data[0].name)).toEqual(['three', 'two']);
    });

    it.each<[string, (cursor: string) => Query]>([
      ['junk', () => ({ cursor: 'junk' })],
      ['of another sort', (cursor) => ({ cursor, sort: 'updated_at' })],
      ['of another order', (cursor) => ({ cursor, order: 'asc' })],
      ['cut off', (cursor) => ({ cursor: cursor.slice(0, -8) })],
      [
        'with an id of its own making',
        () => ({
          cursor: Buffer.from(JSON.stringify({ s: 'created_at', o: 'desc', v: null, i: "x' or 1=1", p: 2 })).toString('base64url'),
        }),
      ],
    ])('refuse a cursor %s', async (_, make) => {
      const {
        body: { data },
      } = await list({ limit: 1 });
      const { status, body } = await list(make(data.pagination.next_cursor as string));
      expect({ status, fields: body.error?.details.errors.map(({ field }: { field: string }) => field) }).toEqual({
        status: 400,
        fields: ['cursor'],
      });
    });

    it('refuse a cursor with a value that its column cannot have', async () => {
      const cursor = Buffer.from(JSON.stringify({ s: 'created_at', o: 'desc', v: 'yesterday-ish', i: randomUUID(), p: 2 })).toString(
        'base64url',
      );
      expect((await list({ cursor })).status).toBe(400);
    });
  });

  it('sends of each row only the fields asked for', async () => {
    const { body } = await list({ fields: 'name,status', search: 'alpha' });
    expect(body.data.data).toEqual([{ name: 'alpha', status: 'active' }]);
    expect((await list({ fields: 'name,tenant_secret' })).body.error.details.errors[0]).toMatchObject({ field: 'fields' });
  });

  it('shows rows and links as described, under both of its addresses', async () => {
    const [v1, v2] = [await list({ search: 'alpha' }), await list({ search: 'alpha' }, '/api/v2/assets')];
    expect(v1.body).toMatchObject({ success: true, meta: { version: '1.0.0' } });
    expect(v1.body.data.data).toMatchObject([{ client_name: 'Acme & Söhne', warranty_status: 'active', tenant }]);
    expect(Object.keys(v1.body.data._links)).toEqual(['self', 'create', 'search', 'export', 'stats']);
    expect(v2.body.data).toEqual(v1.body.data);
  });
});

interface TestBody {
  data: Row[];
  pagination: { next_cursor: string | null };
}
