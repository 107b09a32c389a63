import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { deskService } from '../../desk-service.ts';
import { aChannel, makeCategory } from '../../testing/category.fixtures.ts';
import { fakes } from '../../testing/fakes.ts';
import { makeChannel, makeTicket } from '../../testing/make-ticket.ts';

describe('categories', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  let channel_id: string;

  beforeAll(async () => {
    service = await TestService.start(deskService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    me = caller();
    api = service.api(me);
    channel_id = await aChannel({ service, caller: me, api });
  });

  const add = (category_name: string, parent_category: string | null = null) =>
    makeCategory(api, { category_name, channel_id, parent_category });
  const paths = async () => {
    const { body } = await api.get('/api/v1/categories/ticket', { query: { channel_id, limit: '100' } });
    return (body.data as { path: string }[]).map(({ path }) => path);
  };
  const move = (id: string, body: object) => api.put(`/api/v1/categories/ticket/${id}/move`, body);

  it('of tickets form a tree, under both of their addresses', async () => {
    const hardware = await add('Hardware');
    const printer = await add('Printer', hardware.category_id);
    await add('Toner', printer.category_id);
    expect(printer).toMatchObject({ depth: 1, path: 'Hardware > Printer', display_order: 0, created_by: me.userId });
    const tree = (await api.get('/api/v1/tickets/categories/tree', { query: { board_id: channel_id } })).body.data;
    expect(tree).toMatchObject([
      {
        category_name: 'Hardware',
        depth: 0,
        children: [{ category_name: 'Printer', order: 0, children: [{ path: 'Hardware > Printer > Toner' }] }],
      },
    ]);
    const list = async (query: Record<string, string>) =>
      ((await api.get('/api/v1/tickets/categories', { query })).body.data as { category_name: string }[]).map(
        ({ category_name }) => category_name,
      );
    expect(await list({ is_parent: 'false' })).toEqual(['Toner']);
    expect(await list({ is_child: 'true', depth: '1' })).toEqual(['Printer']);
    expect(await list({ parent_category: printer.category_id })).toEqual(['Toner']);
  });

  it('have names that are unique among siblings, and five levels', async () => {
    let parent = await add('L0');
    expect((await api.post('/api/v1/categories/ticket', { category_name: 'l0', channel_id })).status).toBe(409);
    for (let depth = 1; depth <= 5; depth++) parent = await add('L0', parent.category_id);
    expect(parent.depth).toBe(5);
    const deeper = await api.post('/api/v1/categories/ticket', { category_name: 'L6', channel_id, parent_category: parent.category_id });
    expect({ status: deeper.status, path: deeper.body.error.details[0].path }).toEqual({ status: 400, path: ['parent_category'] });
    expect((await api.post('/api/v1/categories/ticket', { category_name: 'x', channel_id, parent_category: randomUUID() })).status).toBe(
      404,
    );
    expect((await api.post('/api/v1/categories/ticket', { category_name: 'x' })).status).toBe(400);
    expect((await api.post('/api/v1/categories/ticket', { category_name: 'x', channel_id, board_id: randomUUID() })).status).toBe(400);
  });

  it('are moved with what lies in them, to a place among the new siblings, and never into themselves', async () => {
    const [a, b] = [await add('A'), await add('B')];
    const child = await add('Child', a.category_id);
    expect((await move(a.category_id, { new_parent_id: child.category_id })).status).toBe(400);
    expect((await move(a.category_id, { new_parent_id: randomUUID() })).status).toBe(404);
    const moved = await move(a.category_id, { new_parent_id: b.category_id });
    expect(moved.body.data).toMatchObject({ path: 'B > A', depth: 1, display_order: 0 });
    expect((await paths()).sort()).toEqual(['B', 'B > A', 'B > A > Child']);
    const c = await add('C');
    await move(c.category_id, { position: 0 });
    const tree = (await api.get('/api/v1/categories/ticket/tree', { query: { channel_id } })).body.data;
    expect(tree).toMatchObject([
      { category_name: 'C', order: 0 },
      { category_name: 'B', order: 1 },
    ]);
    const other = await makeCategory(api, { channel_id: await aChannel({ service, caller: me, api }) });
    expect((await move(c.category_id, { new_parent_id: other.category_id })).status).toBe(400);
  });

  it('stay a tree when many are moved at once', async () => {
    const made = [];
    for (let index = 0; index < 5; index++) made.push(await add(`C${index}`));
    const ids = made.map(({ category_id }) => category_id);
    await Promise.all(ids.map((id, index) => move(id, { new_parent_id: ids[(index + 1) % ids.length] })));
    expect(await paths()).toHaveLength(5);
  });

  it('are deleted when nothing lies in them, one by one or in bulk', async () => {
    const [a, lone] = [await add('A'), await add('Lone')];
    const child = await add('Child', a.category_id);
    const refused = await api.delete(`/api/v1/categories/ticket/${a.category_id}`);
    expect({ status: refused.status, details: refused.body.error.details }).toEqual({
      status: 409,
      details: { code: 'in_use', dependencies: [{ type: 'category', count: 1, label: '1 category' }] },
    });
    const bulk = (force: boolean) =>
      api.send('DELETE', '/api/v1/categories/bulk', {
        body: { category_ids: [a.category_id, lone.category_id], category_type: 'ticket', force },
      });
    expect((await bulk(false)).body.data).toMatchObject({
      success: 1,
      failed: 1,
      errors: [{ category_id: a.category_id, code: 'CONFLICT' }],
    });
    expect((await bulk(true)).body.data).toMatchObject({
      success: 1,
      failed: 1,
      errors: [{ category_id: lone.category_id, code: 'NOT_FOUND' }],
    });
    expect((await api.get(`/api/v1/categories/ticket/${child.category_id}`)).status).toBe(404);
  });

  it('of services are unique by name, filtered, searched and counted', async () => {
    const make = (body: object) => api.post('/api/v1/categories/service', body);
    await make({ category_name: 'Backup', description: 'Copies off site' });
    await make({ category_name: 'Site survey', is_active: false });
    expect((await make({ category_name: 'BACKUP' })).status).toBe(409);
    const list = await api.get('/api/v1/categories/service', { query: { has_description: 'true' } });
    expect(list.body).toMatchObject({ data: [{ category_name: 'Backup', created_by: me.userId }], pagination: { total: 1 } });
    const sorted = async (query: Record<string, string>) =>
      (await api.get('/api/v1/categories/service', { query: { sort_by: 'category_name', sort_order: 'desc', ...query } })).body;
    expect((await sorted({})).data).toMatchObject([{ category_name: 'Site survey' }, { category_name: 'Backup' }]);
    expect((await sorted({ limit: '1', offset: '1' })).data).toMatchObject([{ category_name: 'Backup' }]);
    expect((await sorted({ limit: '2', offset: '1' })).error.details[0].path).toEqual(['offset']);
    const search = (query: Record<string, string>) =>
      api.get('/api/v1/categories/search', { query: { category_type: 'service', ...query } });
    expect((await search({ search_term: 'site' })).body.data).toMatchObject([{ category_name: 'Backup', relevance_score: 25 }]);
    expect((await search({ search_term: 'site', include_inactive: 'true' })).body.data).toMatchObject([
      { relevance_score: 75 },
      { relevance_score: 25 },
    ]);
    const { analytics } = (await api.get('/api/v1/categories/analytics', { query: { category_type: 'service' } })).body.data;
    expect(analytics).toMatchObject({ total_categories: 2, active_categories: 1 });
  });

  it('of tickets are searched and counted', async () => {
    const a = await add('Mail');
    await add('Mailbox', a.category_id);
    const { body } = await api.get('/api/v1/categories/search', { query: { search_term: 'mail' } });
    expect(body.data).toMatchObject([
      { category_name: 'Mail', relevance_score: 100 },
      { category_name: 'Mailbox', relevance_score: 75 },
    ]);
    const behind = await api.get('/api/v1/categories/search', { query: { search_term: 'mail', limit: '1', page: '9' } });
    expect(behind.body).toMatchObject({ data: [], pagination: { total: 2, page: 9 } });
    const { analytics } = (await api.get('/api/v1/categories/analytics', { query: { channel_id } })).body.data;
    expect(analytics).toMatchObject({ total_categories: 2, categories_with_children: 1, average_depth: 0.5, max_depth: 1 });
  });

  it('are not counted by tickets of a channel that is for other teams', async () => {
    const hidden = await makeChannel(api, { visible_to_team_ids: [randomUUID()] });
    const { category_id } = await makeCategory(api, { channel_id: hidden.channel_id });
    await makeTicket(api, { channel_id: hidden.channel_id, category_id });
    const outside = service.api({ ...me, userId: randomUUID(), permissions: ['ticket:read'] });
    const seen = async (who: TestApi) => {
      const get = async (path: string, query: Record<string, string>) =>
        (await who.get(`/api/v1/categories/${path}`, { query: { channel_id: hidden.channel_id, ...query } })).body.data;
      const used = async (query: Record<string, string>) =>
        (await get('analytics', query)).analytics.usage_stats.map(({ usage_count }: { usage_count: number }) => usage_count);
      return [(await get('ticket/tree', {}))[0].usage_count, await used({}), await used({ date_from: '2020-01-01' })] as unknown[];
    };
    expect([await seen(api), await seen(outside)]).toEqual([
      [1, [1], [1]],
      [0, [], []],
    ]);
  });
});
