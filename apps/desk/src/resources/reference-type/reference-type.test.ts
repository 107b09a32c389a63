import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { interactionTypeEvents, type ReferenceType, taskTypeEvents } from '@psa/contracts-desk';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { deskService } from '../../desk-service.ts';
import { fakes } from '../../testing/fakes.ts';
import { makePhase, makeProject, makeTask } from '../../testing/make-project.ts';
import { makeType } from '../../testing/reference-data.fixtures.ts';

describe('types of tasks and interactions', () => {
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

  const list = async (path: string): Promise<ReferenceType[]> => (await api.get(`/api/v1/${path}`)).body.data;

  it('are there from the start, and may be changed and deleted', async () => {
    const types = await list('interaction-types');
    expect(types.map(({ type_key }) => type_key)).toEqual(['call', 'email', 'meeting', 'visit', 'note']);
    const path = `/api/v1/interaction-types/${types[0]?.type_id}`;
    expect((await api.put(path, { type_name: 'Phone call', color: '#000000' })).body.data).toMatchObject({
      type_key: 'call',
      type_name: 'Phone call',
      color: '#000000',
    });
    expect((await api.delete(path)).status).toBe(204);
    expect((await list('interaction-types')).map(({ type_key }) => type_key)).toEqual(['email', 'meeting', 'visit', 'note']);
    const told = (await service.events(me.tenant)).map(({ type }) => type);
    expect(told).toEqual([interactionTypeEvents.updated.type, interactionTypeEvents.deleted.type]);
  });

  it('are created behind the last, with a key made of the name', async () => {
    const made = await makeType(api, 'task-types', { type_name: 'Überprüfung vor Ort' });
    expect(made).toMatchObject({ type_key: 'berpr_fung_vor_ort', display_order: 8 });
    expect((await service.events(me.tenant)).map(({ type }) => type)).toEqual([taskTypeEvents.created.type]);
    expect((await list('task-types')).at(-1)).toEqual(made);
    expect((await api.get(`/api/v1/interaction-types/${made.type_id}`)).status).toBe(404);
  });

  it('have each a name and a key of their own', async () => {
    const again = await api.post('/api/v1/task-types', { type_name: 'GENERAL' });
    expect([again.status, again.body.error.details[0].path]).toEqual([409, ['type_name']]);
    const sameKey = await api.post('/api/v1/task-types', { type_name: 'Plain', type_key: 'general' });
    expect([sameKey.status, sameKey.body.error.details[0].path]).toEqual([409, ['type_key']]);
    await makeType(api, 'interaction-types', { type_name: 'General' });
  });

  it('are not deleted while tasks are of them', async () => {
    const type = await makeType(api, 'task-types');
    const { project_id } = await makeProject(api);
    const task = await makeTask(api, await makePhase(api, project_id), { task_type_key: type.type_key });
    const refused = await api.delete(`/api/v1/task-types/${type.type_id}`);
    expect([refused.status, refused.body.error.details.dependencies]).toEqual([
      409,
      [{ type: 'project_task', count: 1, label: '1 project task' }],
    ]);
    await api.put(`/api/v1/projects/tasks/${task.task_id}`, { task_type_key: 'testing' });
    expect((await api.delete(`/api/v1/task-types/${type.type_id}`)).status).toBe(204);
    const unknown = await api.put(`/api/v1/projects/tasks/${task.task_id}`, { task_type_key: type.type_key });
    expect([unknown.status, unknown.body.error.details[0].path]).toEqual([400, ['task_type_key']]);
  });
});
