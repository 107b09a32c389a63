import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { deskService } from '../../../desk-service.ts';
import { makeCategory } from '../../../testing/category.fixtures.ts';
import { fakes } from '../../../testing/fakes.ts';
import { makeFullProject, makeProject } from '../../../testing/make-project.ts';
import { makeChannel, makeTicket } from '../../../testing/make-ticket.ts';

describe('tickets of projects', () => {
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

  const ticket = async (given = {}) => (await makeTicket(api, given)).ticket_id;

  it('are seen from both sides, the last linked first', async () => {
    const { project, first } = await makeFullProject(api);
    const path = `/api/v1/projects/${project.project_id}/tickets`;
    const [one, other] = [await ticket(), await ticket()];
    expect((await api.post(path, { ticket_id: one, task_id: first.task_id, link_type: 'blocks', notes: 'Power first' })).status).toBe(201);
    await api.post(path, { ticket_id: other });
    const { body } = await api.get(path, { query: { limit: '1' } });
    expect(body).toMatchObject({
      data: [{ ticket_id: other, title: 'Printer jams', link_type: 'related' }],
      pagination: { total: 2, hasNext: true },
    });
    expect((await api.get(`/api/v1/tickets/${one}/projects`)).body.data).toMatchObject([
      { project_id: project.project_id, task_name: first.task_name, link_type: 'blocks', notes: 'Power first', ticket: { ticket_id: one } },
    ]);
    expect((await api.get(`/api/v1/projects/tasks/${first.task_id}/tickets`)).body.data).toHaveLength(1);
    expect((await service.events(me.tenant)).filter(({ subject }) => subject === project.project_id).at(-1)).toMatchObject({
      type: 'psa.desk.project.updated.v1',
      data: { changed: ['tickets'] },
    });
  });

  it('are linked once, and only where both are there', async () => {
    const [{ project_id }, { first }] = [await makeProject(api), await makeFullProject(api)];
    const path = `/api/v1/projects/${project_id}/tickets`;
    const ticket_id = await ticket();
    expect((await api.post(path, { ticket_id, task_id: first.task_id })).status).toBe(400);
    expect((await api.post(path, { ticket_id: randomUUID() })).status).toBe(404);
    expect((await api.post(path, { ticket_id })).status).toBe(201);
    expect((await api.post(path, { ticket_id })).status).toBe(409);
    expect((await api.delete(`/api/v1/projects/${project_id}`)).body.error.details).toMatchObject({
      dependencies: [{ type: 'ticket', count: 1, label: '1 ticket' }],
    });
    expect((await api.delete(`${path}/${ticket_id}`)).status).toBe(204);
    expect((await api.delete(`/api/v1/projects/${project_id}`)).status).toBe(204);
  });

  it('keep their category from being deleted', async () => {
    const { channel_id } = await makeChannel(api);
    const { category_id } = await makeCategory(api, { channel_id });
    await ticket({ channel_id, category_id });
    expect((await api.delete(`/api/v1/categories/ticket/${category_id}`)).body.error.details.dependencies).toEqual([
      { type: 'ticket', count: 1, label: '1 ticket' },
    ]);
    const tree = await api.get('/api/v1/categories/ticket/tree', { query: { channel_id } });
    expect(tree.body.data).toMatchObject([{ category_id, usage_count: 1 }]);
    const { analytics } = (await api.get('/api/v1/categories/analytics', { query: { date_to: '2020-01-01' } })).body.data;
    expect(analytics).toMatchObject({ total_categories: 1, usage_stats: [] });
  });
});
