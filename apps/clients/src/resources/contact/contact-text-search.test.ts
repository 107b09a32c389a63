import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { caller, type TestApi, TestService } from '@psa/test-kit';
import { clientsService } from '../../clients-service.ts';
import { makeClient, makeContact } from '../../testing/make.ts';
import { fakes } from '../../testing/fakes.ts';

const ROWS = 9_000;

/** Every fourth is Ada, every thousandth is rare, and every one is of example. */
const nameOf = (index: number) =>
  `${index % 4 === 0 ? 'Ada' : 'Bob'} ${index % 1000 === 0 ? 'Rare' : 'Usual'} ${String(index).padStart(5, '0')}`;
const all = Array.from({ length: ROWS }, (_, index) => nameOf(index + 1)).sort();

describe("a text that few, many or all of a tenant's contacts have", () => {
  let service: TestService;
  let api: TestApi;

  beforeAll(async () => {
    service = await TestService.start(clientsService, { ports: fakes });
    const me = caller();
    api = service.api(me);
    const client = await service.database.admin.connect();
    await client.query('begin');
    await client.query(`select set_config('app.tenant', $1, true)`, [me.tenant]);
    await client.query(
      `insert into contacts (contact_name_id, full_name, email, phone_numbers, additional_email_addresses, is_inactive, tags, role)
      select gen_random_uuid(), case when i % 4 = 0 then 'Ada' else 'Bob' end || case when i % 1000 = 0 then ' Rare ' else ' Usual ' end || lpad(i::text, 5, '0'),
        i || '@example.test', '[]', '[]', i % 3 = 0, '{}', 'r' || i % 7 from generate_series(1, $1::int) i`,
      [ROWS],
    );
    await client.query('commit');
    client.release();
  }, 120_000);
  afterAll(() => service.stop());

  const list = async (query: Record<string, string | number>, by = api) => {
    const { status, text, body } = await by.get('/api/v1/contacts', { query: { sort: 'full_name', order: 'asc', ...query } });
    expect({ status, text: status === 200 ? '' : text }).toEqual({ status: 200, text: '' });
    return {
      names: body.data.map(({ full_name }: { full_name: string }) => full_name) as string[],
      total: body.pagination.total as number,
      next: body.pagination.next_cursor as string | null,
    };
  };

  it.each<[string, (name: string) => boolean]>([
    ['rare', (name) => name.includes('Rare')],
    ['ada', (name) => name.startsWith('Ada')],
    ['BOB USUAL', (name) => name.startsWith('Bob Usual')],
    ['example', () => true],
    ['nobody', () => false],
  ])('%s is found with a right total, in order, on any page', async (search, has) => {
    const matching = all.filter(has);
    for (const page of [1, 2, Math.max(1, Math.floor(matching.length / 100))]) {
      expect(await list({ search, page, limit: 100 })).toMatchObject({
        total: matching.length,
        names: matching.slice((page - 1) * 100, page * 100),
      });
    }
    expect((await list({ search, order: 'desc', limit: 5 })).names).toEqual(matching.toReversed().slice(0, 5));
    const first = await list({ search, limit: 3 });
    if (first.next !== null) expect((await list({ search, limit: 3, cursor: first.next })).names).toEqual(matching.slice(3, 6));
    for (const sort of ['created_at', 'role']) expect((await list({ search, sort, limit: 100 })).total).toBe(matching.length);
  });

  it('is narrowed by other filters, and by a second text', async () => {
    const active = (name: string) => Number(name.slice(-5)) % 3 !== 0;
    for (const [search, has] of [
      ['ada', (name: string) => name.startsWith('Ada')],
      ['example', () => true],
    ] as const) {
      const matching = all.filter((name) => has(name) && active(name));
      expect(await list({ search, is_inactive: 'false', limit: 10 })).toMatchObject({
        total: matching.length,
        names: matching.slice(0, 10),
      });
    }
    const both = all.filter((name) => name.startsWith('Ada') && name.includes('Rare'));
    expect(await list({ search: 'ada', full_name: 'rare' })).toMatchObject({ total: both.length, names: both });
    expect((await list({ full_name: 'ada', limit: 1 })).total).toBe(ROWS / 4);
  });

  it('is found by search among active contacts, in the order of their names', async () => {
    for (const [query, has] of [
      ['ada', (name: string) => name.startsWith('Ada')],
      ['example', () => true],
      ['rare', (name: string) => name.includes('Rare')],
    ] as const) {
      const { body } = await api.get('/api/v1/contacts/search', { query: { query, limit: 10 } });
      expect(body.data.map(({ full_name }: { full_name: string }) => full_name)).toEqual(
        all.filter((name) => has(name) && Number(name.slice(-5)) % 3 !== 0).slice(0, 10),
      );
    }
  });

  it('is found by nobody else', async () => {
    const stranger = service.api(caller());
    for (const search of ['rare', 'ada', 'example']) expect(await list({ search }, stranger)).toEqual({ names: [], total: 0, next: null });
  });

  it('is taken as it is, also where it holds what patterns are made of', async () => {
    const { client_id } = await makeClient(api);
    const { contact_name_id } = await makeContact(api, { client_id, full_name: 'Half 50%_\\ off' });
    for (const search of ['%', '_', '\\', '%_', '0%_\\ o', '50%_\\ off'])
      expect(await list({ search })).toMatchObject({ total: 1, names: ['Half 50%_\\ off'] });
    for (const search of ['%%', '5%0', 'off\\']) expect(await list({ search })).toMatchObject({ total: 0, names: [] });
    await api.delete(`/api/v1/contacts/${contact_name_id}`);
  });

  it('follows every change', async () => {
    const [name = ''] = all;
    const { body } = await api.get('/api/v1/contacts', { query: { full_name: name } });
    const path = `/api/v1/contacts/${body.data[0].contact_name_id}`;
    await api.put(path, { full_name: 'Renamed' });
    expect([
      (await list({ search: name })).total,
      (await list({ search: 'renamed' })).total,
      (await list({ search: 'ada', limit: 1 })).total,
    ]).toEqual([0, 1, ROWS / 4 - 1]);
    await api.delete(path);
    expect([(await list({ search: 'renamed' })).total, (await list({ search: 'example', limit: 1 })).total]).toEqual([0, ROWS - 1]);
  });
});
