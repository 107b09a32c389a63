import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ProjectPhase, ProjectTask, TaskStatusMapping } from '@psa/contracts-desk';
import { caller, type TestApi, type TestCaller, TestService, UNKNOWN } from '@psa/test-kit';
import { deskService } from '../../../desk-service.ts';
import { fakes } from '../../../testing/fakes.ts';
import { makePhase, makeProject, makeTask } from '../../../testing/make-project.ts';

describe('phases and tasks', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  let projectId: string;
  let phase: ProjectPhase;

  beforeAll(async () => {
    service = await TestService.start(deskService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    me = caller();
    api = service.api(me);
    projectId = (await makeProject(api)).project_id;
    phase = await makePhase(api, projectId);
  });

  const names = async (path: string, member: string) =>
    ((await api.get(path)).body.data as Record<string, string>[]).map((row) => row[member]);
  const columns = async () => (await api.get(`/api/v1/projects/${projectId}/task-status-mappings`)).body.data as TaskStatusMapping[];
  const moveTask = (task: ProjectTask, body: object) => api.put(`/api/v1/projects/tasks/${task.task_id}/move`, body);

  it('get codes and places of their own, however many are added at once', async () => {
    const tasks = await Promise.all(Array.from({ length: 10 }, () => makeTask(api, phase)));
    expect(new Set(tasks.map(({ wbs_code }) => wbs_code)).size).toBe(10);
    expect(new Set(tasks.map(({ order_key }) => order_key)).size).toBe(10);
    const listed = await names(`/api/v1/projects/${projectId}/phases/${phase.phase_id}/tasks`, 'wbs_code');
    expect(listed).toEqual(Array.from({ length: 10 }, (_, index) => `1.1.${index + 1}`));
  });

  it('are listed phase by phase in the order they were given', async () => {
    const second = await makePhase(api, projectId, { phase_name: 'Rollout' });
    const [a, b, c] = [
      await makeTask(api, phase, { task_name: 'a' }),
      await makeTask(api, phase, { task_name: 'b' }),
      await makeTask(api, second, { task_name: 'c' }),
    ];
    expect(await names(`/api/v1/projects/${projectId}/tasks`, 'task_name')).toEqual(['a', 'b', 'c']);
    await moveTask(c, { phase_id: phase.phase_id, after_task_id: a.task_id });
    expect(await names(`/api/v1/projects/${projectId}/tasks`, 'task_name')).toEqual(['a', 'c', 'b']);
    await moveTask(b, { after_task_id: null });
    expect(await names(`/api/v1/projects/${projectId}/tasks`, 'task_name')).toEqual(['b', 'a', 'c']);
    await api.put(`/api/v1/projects/${projectId}/phases/${second.phase_id}/move`, { after_phase_id: null });
    expect(await names(`/api/v1/projects/${projectId}/phases`, 'phase_name')).toEqual(['Rollout', 'Discovery']);
    expect((await moveTask(a, { after_task_id: randomUUID() })).status).toBe(400);
  });

  it('stand in a column of their project', async () => {
    const other = (await api.get(`/api/v1/projects/${(await makeProject(api)).project_id}/task-status-mappings`)).body.data[0];
    const path = `/api/v1/projects/${projectId}/phases/${phase.phase_id}/tasks`;
    const foreign = await api.post(path, { task_name: 'a', project_status_mapping_id: other.project_status_mapping_id });
    expect({ status: foreign.status, path: foreign.body.error.details[0].path }).toEqual({
      status: 400,
      path: ['project_status_mapping_id'],
    });

    const own = await api.post(`/api/v1/projects/${projectId}/task-status-mappings`, { custom_name: 'Waiting', phase_id: phase.phase_id });
    expect((await makeTask(api, phase)).project_status_mapping_id).toBe(own.body.data.project_status_mapping_id);
    const [toDo] = await columns();
    expect((await api.post(path, { task_name: 'a', project_status_mapping_id: toDo?.project_status_mapping_id })).status).toBe(400);
  });

  it('are done when they come to stand in a closed column', async () => {
    const task = await makeTask(api, phase);
    const done = (await columns()).find(({ is_closed }) => is_closed)?.project_status_mapping_id;
    const path = `/api/v1/projects/tasks/${task.task_id}`;
    expect((await api.put(path, { project_status_mapping_id: done })).body.data).toMatchObject({
      is_closed: true,
      completed_at: expect.any(String),
    });
    const types = (await service.events(me.tenant)).map(({ type }) => type);
    expect(types.slice(-3)).toEqual([
      'psa.desk.project_task.updated.v1',
      'psa.desk.project_task.status_changed.v1',
      'psa.desk.project_task.completed.v1',
    ]);
    const { statistics } = (await api.get(`/api/v1/projects/${projectId}`)).body.data;
    expect(statistics).toMatchObject({ total_tasks: 1, completed_tasks: 1, progress_percentage: 100 });
  });

  it('keep their columns from being deleted or closed, and the last open one stays', async () => {
    await makeTask(api, phase);
    const all = await columns();
    const path = (mapping: TaskStatusMapping | undefined) =>
      `/api/v1/projects/${projectId}/task-status-mappings/${mapping?.project_status_mapping_id}`;
    expect((await api.delete(path(all[0]))).body.error.details.dependencies).toEqual([{ type: 'project_task', count: 1, label: '1 task' }]);
    expect((await api.put(path(all[0]), { is_closed: true })).status).toBe(409);
    expect((await api.put(path(all[0]), { custom_name: 'in review' })).status).toBe(409);
    expect((await api.put(path(all[0]), { custom_name: 'Backlog' })).body.data).toMatchObject({
      custom_name: 'Backlog',
      is_standard: false,
    });
    for (const mapping of all.slice(1, 4)) expect((await api.delete(path(mapping))).status).toBe(204);
    expect((await columns()).map(({ status_name }) => status_name)).toEqual(['Backlog', 'Done']);
  });

  it('keep a phase from being deleted', async () => {
    const task = await makeTask(api, phase);
    const path = `/api/v1/projects/${projectId}/phases/${phase.phase_id}`;
    expect((await api.delete(path)).status).toBe(409);
    await api.delete(`/api/v1/projects/tasks/${task.task_id}`);
    expect((await api.delete(path)).status).toBe(204);
  });

  it('refuse an unknown user and bad dates', async () => {
    const task = await makeTask(api, phase);
    const change = (path: string, body: object) => api.put(`/api/v1/projects/${path}`, body);
    expect((await change(`tasks/${task.task_id}`, { assigned_to: `${UNKNOWN}0000-4000-8000-000000000000` })).status).toBe(400);
    expect((await change(`${projectId}/phases/${phase.phase_id}`, { start_date: '2026-02-01', end_date: '2026-01-01' })).status).toBe(400);
  });

  it('have a priority for tasks', async () => {
    const priority = (item_type: string) => api.post('/api/v1/priorities', { priority_name: 'Someday', item_type });
    const [own, foreign] = [await priority('project_task'), await priority('ticket')];
    const task = await makeTask(api, phase, { priority_id: own.body.data.priority_id });
    expect(task.priority_name).toBe('Someday');
    const refused = await api.put(`/api/v1/projects/tasks/${task.task_id}`, { priority_id: foreign.body.data.priority_id });
    expect({ status: refused.status, path: refused.body.error.details[0].path }).toEqual({ status: 400, path: ['priority_id'] });
  });

  it('have checklists in order, each place once', async () => {
    const { task_id } = await makeTask(api, phase);
    const path = `/api/v1/projects/tasks/${task_id}/checklist`;
    await api.post(path, { item_text: 'b', order_number: 7 });
    await api.post(path, { item_text: 'c' });
    const first = await api.post(path, { item_text: 'a', order_number: 0 });
    expect((await api.post(path, { item_text: 'd', order_number: 7 })).status).toBe(409);
    expect(await names(path, 'item_text')).toEqual(['a', 'b', 'c']);
    const item = `${path}/${first.body.data.checklist_item_id}`;
    expect((await api.put(item, { is_completed: true })).body.data).toMatchObject({ is_completed: true });
    expect((await api.delete(item)).status).toBe(204);
    expect((await api.delete(item)).status).toBe(404);
  });

  it('depend on each other without circles, even when two are tied at once', async () => {
    const tasks = [await makeTask(api, phase), await makeTask(api, phase), await makeTask(api, phase)];
    const tie = (from: number, to: number) =>
      api.post(`/api/v1/projects/tasks/${tasks[to]?.task_id}/dependencies`, { predecessor_task_id: tasks[from]?.task_id });
    expect((await tie(0, 1)).status).toBe(201);
    expect((await tie(0, 1)).status).toBe(409);
    expect((await tie(1, 0)).status).toBe(400);
    expect((await tie(0, 0)).status).toBe(400);
    const statuses = (await Promise.all([tie(1, 2), tie(2, 0)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 400]);
    const foreign = await makeTask(api, await makePhase(api, (await makeProject(api)).project_id));
    const refused = await api.post(`/api/v1/projects/tasks/${foreign.task_id}/dependencies`, { predecessor_task_id: tasks[0]?.task_id });
    expect(refused.status).toBe(400);
  });
});
