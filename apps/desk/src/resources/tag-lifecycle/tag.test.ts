import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, type TestApi, type TestCaller, TestService, UNKNOWN } from '@psa/test-kit';
import { deskService } from '../../desk-service.ts';
import { fakes } from '../../testing/fakes.ts';
import { makePhase, makeProject, makeTask } from '../../testing/make-project.ts';
import { makeChannel, makeTicket } from '../../testing/make-ticket.ts';
import { makeTag } from '../../testing/tag.fixtures.ts';

describe('tags', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;

  beforeAll(async () => {
    service = await TestService.start(deskService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    me = caller();
    api = service.api(me);
  });

  const aTag = (tagged_id: string, tag_text: string, more: object = {}) =>
    api.post('/api/v1/tags', { tag_text, tagged_type: 'project', tagged_id, ...more });
  const projectTags = async (id: string) => (await api.get(`/api/v1/projects/${id}`)).body.data.tags as string[];

  it('of projects and tasks are the same in their lists and here', async () => {
    const { project_id } = await makeProject(api, { tags: ['branch'] });
    const tag = await makeTag(api, { tagged_type: 'project', tagged_id: project_id, tag_text: ' URGENT ' });
    expect(tag).toMatchObject({ tag_text: 'urgent', tagged_id: project_id, created_by: me.userId });
    expect(await projectTags(project_id)).toEqual(['branch', 'urgent']);
    expect((await api.get('/api/v1/projects', { query: { tags: 'urgent' } })).body.data).toHaveLength(1);

    const task = await makeTask(api, await makePhase(api, project_id), { tags: ['x'] });
    const entity = `/api/v1/tags/entity/project_task/${task.task_id}`;
    expect((await api.post(entity, { tags: ['y', 'x'] })).body.data).toMatchObject({
      total_tags: 2,
      tags: [{ tag_text: 'x' }, { tag_text: 'y' }],
    });
    expect((await api.get(`/api/v1/projects/tasks/${task.task_id}`)).body.data.tags).toEqual(['x', 'y']);
  });

  it('of tickets are the same in their lists and here', async () => {
    const { ticket_id } = await makeTicket(api, { tags: ['printer'] });
    await makeTag(api, { tagged_type: 'ticket', tagged_id: ticket_id, tag_text: 'VIP' });
    expect((await api.get(`/api/v1/tickets/${ticket_id}`)).body.data.tags).toEqual(['printer', 'vip']);
    expect((await api.get('/api/v1/tickets', { query: { tags: 'vip' } })).body.data).toHaveLength(1);
  });

  it('are refused twice, on unknown entities and beyond twenty', async () => {
    const { project_id } = await makeProject(api, { tags: Array.from({ length: 19 }, (_, index) => `tag ${index}`) });
    expect((await aTag(project_id, 'last')).status).toBe(201);
    expect((await aTag(project_id, 'LAST')).status).toBe(409);
    expect((await aTag(project_id, 'one more')).status).toBe(400);
    const unknown = await aTag(randomUUID(), 'a');
    expect({ status: unknown.status, path: unknown.body.error.details[0].path }).toEqual({ status: 400, path: ['tagged_id'] });
    for (const tagged_type of ['client', 'asset'])
      expect((await aTag(`${UNKNOWN}0000-4000-8000-000000000000`, 'a', { tagged_type })).status).toBe(400);
    expect((await aTag(project_id, 'a', { tagged_type: 'opportunity' })).status).toBe(400);
  });

  it('share their colours by text and kind', async () => {
    const [one, other] = [await makeTag(api), await makeTag(api)];
    expect(one.background_color).toMatch(/^#[0-9A-F]{6}$/);
    expect([other.background_color, other.definition_id]).toEqual([one.background_color, one.definition_id]);
    const path = `/api/v1/tags/${one.tag_id}/colors`;
    expect((await api.put(path, { background_color: '#a0b1c2' })).body.data.updated).toBe(1);
    expect((await api.put(path, { background_color: '#A0B1C2' })).body.data.updated).toBe(0);
    expect((await api.get(`/api/v1/tags/${other.tag_id}`)).body.data).toMatchObject({
      background_color: '#A0B1C2',
      text_color: one.text_color,
    });
    await api.put(path, { background_color: null });
    expect((await api.get(`/api/v1/tags/${other.tag_id}`)).body.data.background_color).toBe(one.background_color);
  });

  it('of tickets in a channel that is for other teams are neither seen nor changed', async () => {
    const { channel_id } = await makeChannel(api, { visible_to_team_ids: [randomUUID()] });
    const { ticket_id } = await makeTicket(api, { channel_id, tags: ['layoffs'] });
    const permissions = ['ticket:read', 'tag:read', 'tag:create', 'tag:update', 'tag:delete'] as const;
    const outside = service.api({ ...me, userId: randomUUID(), permissions: [...permissions] });
    const entity = `/api/v1/tags/entity/ticket/${ticket_id}`;
    const [tag] = (await api.get(entity)).body.data.tags;
    expect((await outside.get('/api/v1/tags')).body.pagination.total).toBe(0);
    expect((await outside.get(entity)).body.data.total_tags).toBe(0);
    const searched = (who: TestApi) => who.get('/api/v1/tags/search', { query: { search_term: 'lay', entity_id: ticket_id } });
    expect([(await searched(api)).body.data.length, (await searched(outside)).body.data.length]).toEqual([1, 0]);
    expect((await outside.get('/api/v1/tags/analytics')).body.data.analytics.recent_tags).toEqual([]);
    const attempts = [
      await outside.post(entity, { tags: ['x'] }),
      await outside.get(`/api/v1/tags/${tag.tag_id}`),
      await outside.delete(`/api/v1/tags/${tag.tag_id}`),
      await outside.put(`/api/v1/tags/${tag.tag_id}`, { tag_text: 'seen' }),
      await outside.put(`/api/v1/tags/${tag.tag_id}/colors`, { background_color: '#000000' }),
      await outside.post('/api/v1/tags', { tag_text: 'x', tagged_type: 'ticket', tagged_id: ticket_id }),
    ];
    expect(attempts.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 400]);
    const bulk = await outside.send('DELETE', '/api/v1/tags/bulk', { body: { ids: [tag.tag_id] } });
    expect(bulk.body.data.deleted).toBe(0);
  });

  it('of tickets in a channel that is for other teams do not count', async () => {
    const { channel_id } = await makeChannel(api, { visible_to_team_ids: [randomUUID()] });
    await makeTicket(api, { channel_id, tags: ['takeover', 'laser'] });
    await makeTicket(api, { tags: ['laser'] });
    const outside = service.api({ ...me, userId: randomUUID(), permissions: ['ticket:read', 'tag:read'] });
    const seen = async (who: TestApi) => {
      const get = async (path: string) => (await who.get(`/api/v1/tags/${path}`)).body;
      const counts = (tags: { tag_text: string; usage_count: number }[]) => tags.map((tag) => [tag.tag_text, tag.usage_count]);
      const [all, dated] = [(await get('analytics')).data.analytics, (await get('analytics?date_from=2020-01-01')).data.analytics];
      expect(all).toEqual(dated);
      return {
        cloud: counts((await get('cloud')).data.tags),
        search: counts((await get('search?search_term=e')).data),
        found: (await get('search?search_term=e')).pagination.total,
        mostUsed: counts(all.most_used_tags),
        totals: [all.total_tags, all.unique_tags, all.tags_by_entity_type],
        often: (await get('?usage_count_min=2')).pagination.total,
      };
    };
    const [both, one] = [
      ['laser', 2],
      ['takeover', 1],
    ];
    expect(await seen(api)).toEqual({
      cloud: [both, one],
      search: [both, one],
      found: 2,
      mostUsed: [both, one],
      totals: [3, 2, { ticket: 3 }],
      often: 2,
    });
    const visible = [['laser', 1]];
    expect(await seen(outside)).toEqual({
      cloud: visible,
      search: visible,
      found: 1,
      mostUsed: visible,
      totals: [1, 1, { ticket: 1 }],
      often: 0,
    });
  });

  it('are taken off one by one and in bulk, counting those that were there', async () => {
    const { project_id } = await makeProject(api, { tags: ['a', 'b', 'c'] });
    const tags = (await api.get(`/api/v1/tags/entity/project/${project_id}`)).body.data.tags as { tag_id: string }[];
    expect((await api.delete(`/api/v1/tags/${tags[0]?.tag_id}`)).status).toBe(204);
    const { body } = await api.send('DELETE', '/api/v1/tags/bulk', { body: { ids: [tags[0]?.tag_id, tags[1]?.tag_id, randomUUID()] } });
    expect(body.data).toMatchObject({ deleted: 1 });
    expect(await projectTags(project_id)).toEqual(['c']);
  });

  it('are listed, searched, weighed and counted', async () => {
    await makeProject(api, { tags: ['net', 'network', 'cabinet'] });
    const { project_id } = await makeProject(api, { tags: ['network'] });
    await makeTask(api, await makePhase(api, project_id), { tags: ['network'] });
    const list = (query: Record<string, string>) => api.get('/api/v1/tags', { query });
    expect((await list({ tagged_type: 'project', usage_count_min: '2' })).body.pagination.total).toBe(2);
    expect((await list({ tag_text: 'cab' })).body.data).toMatchObject([{ tag_text: 'cabinet' }]);

    const found = (await api.get('/api/v1/tags/search', { query: { search_term: 'NET', entity_type: 'project' } })).body;
    expect(found.data).toMatchObject([
      { tag_text: 'net', relevance_score: 100 },
      { tag_text: 'network', relevance_score: 75, usage_count: 2 },
      { tag_text: 'cabinet', relevance_score: 50 },
    ]);
    const rest = await api.get('/api/v1/tags/search', { query: { search_term: 'NET', entity_type: 'project', offset: '2', limit: '2' } });
    expect(rest.body).toMatchObject({ data: [{ tag_text: 'cabinet' }], pagination: { total: 3, page: 2, hasNext: false } });
    const cloud = (await api.get('/api/v1/tags/cloud')).body.data;
    expect(cloud).toMatchObject({
      total_tags: 3,
      max_weight: 1,
      tags: [{ tag_text: 'network', usage_count: 3, weight: 1 }, { weight: 0 }, { weight: 0 }],
    });
    const { analytics } = (await api.get('/api/v1/tags/analytics')).body.data;
    expect(analytics).toMatchObject({
      total_tags: 5,
      unique_tags: 3,
      tags_by_entity_type: { project: 4, project_task: 1 },
      most_used_tags: [{ tag_text: 'network', usage_count: 3, entity_types: ['project', 'project_task'] }, {}, {}],
    });
    const later = await api.get('/api/v1/tags/analytics', { query: { date_from: '2999-01-01' } });
    expect(later.body.data.analytics).toMatchObject({ total_tags: 0, recent_tags: [] });
  });
});
