import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, eventually, type TestApi, TestService } from '@psa/test-kit';
import { automationService } from '../../automation-service.ts';
import { fakes, testSettings } from '../../testing/fakes.ts';
import { makeRun, makeTask, makeWorkflow } from '../../testing/workflow.fixtures.ts';

const BASE = '/api/v1/workflows';

describe('what workflows came to', () => {
  let service: TestService;
  let api: TestApi;
  beforeAll(async () => {
    service = await TestService.start(automationService, { ports: fakes, settings: testSettings });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    api = service.api(caller());
  });

  const endIn = async (status: string, workflow_name: string) => {
    const { execution_id } = (await api.post(`${BASE}/executions`, { workflow_name })).body.data;
    for (const next of ['running', status]) await api.put(`${BASE}/executions/${execution_id}`, { status: next });
    return execution_id as string;
  };

  it('is counted by day, workflow and state', async () => {
    const [one, other] = [await makeWorkflow(api), await makeWorkflow(api)];
    for (const status of ['completed', 'completed', 'failed']) await endIn(status, one.name);
    await endIn('cancelled', other.name);
    const analytics = async (query: string) => (await api.get(`${BASE}/analytics?${query}`)).body.data;
    const days = await analytics('metric_type=execution_stats');
    expect(days.data).toMatchObject([{ label: new Date().toISOString().slice(0, 10), value: 4, metadata: { completed: 2, failed: 1 } }]);
    expect(days.summary).toMatchObject({ total_executions: 4, success_rate: 66.67, error_count: 1 });
    const byName = await analytics(`metric_type=usage_trends&group_by=workflow&workflow_names=${encodeURIComponent(other.name)}`);
    expect(byName).toMatchObject({ data: [{ label: other.name, value: 1 }], summary: { total_executions: 1, success_rate: null } });
    expect((await analytics('metric_type=error_analysis&group_by=status')).data).toMatchObject([{ value: 1 }]);
    expect((await analytics('metric_type=execution_stats&date_to=2020-01-01T00:00:00Z')).data).toEqual([]);
    const today = new Date().toISOString().slice(0, 10);
    expect((await analytics(`metric_type=execution_stats&date_to=${today}`)).data).toMatchObject([{ value: 4 }]);
    for (const metric of ['task_stats', 'performance'])
      for (const group of ['week', 'month', 'user'])
        expect((await api.get(`${BASE}/analytics?metric_type=${metric}&group_by=${group}`)).status).toBe(200);
  });

  it('is found by text, kind and state', async () => {
    const { registration_id, name } = await makeWorkflow(api, undefined, { name: 'Zebra crossing', tags: ['striped'] });
    const execution_id = await endIn('failed', name);
    const search = async (body: object) =>
      (await api.post(`${BASE}/search`, body)).body.data.map(
        ({ entity_type, id }: { entity_type: string; id: string }) => `${entity_type} ${id}`,
      );
    expect((await search({ query: 'zebra' })).sort()).toEqual([`execution ${execution_id}`, `workflow ${registration_id}`]);
    expect(await search({ query: 'striped', entity_types: ['workflow'], fields: ['tags'] })).toEqual([`workflow ${registration_id}`]);
    expect(await search({ query: 'zebra', status: ['failed'] })).toEqual([`execution ${execution_id}`]);
    expect(await search({ query: 'escalate', entity_types: ['template'] })).toHaveLength(1);
    expect(await search({ query: '%' })).toEqual([]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await search({ query: 'zebra', date_from: today, date_to: today })).toHaveLength(2);
  });

  it('is done to many at once, and what is refused is named', async () => {
    const { name } = await makeWorkflow(api);
    const bulk = async (body: object) => (await api.post(`${BASE}/bulk`, body)).body.data;
    const made = await bulk({ operation: 'create', executions: [{ workflow_name: name }, { workflow_name: 'Nobody' }] });
    expect(made).toMatchObject({
      succeeded: 1,
      failed: 1,
      results: [
        { success: true, status: 'pending' },
        { success: false, error: { code: 'VALIDATION_ERROR' } },
      ],
    });
    const [id] = [made.results[0].execution_id];
    expect(await bulk({ operation: 'pause', execution_ids: [id, randomUUID()] })).toMatchObject({
      results: [{ error: { code: 'CONFLICT' } }, { error: { code: 'NOT_FOUND' } }],
    });
    expect(await bulk({ operation: 'cancel', execution_ids: [id], reason: 'Twice' })).toMatchObject({ results: [{ status: 'cancelled' }] });
    expect(await bulk({ operation: 'restart', execution_ids: [id] })).toMatchObject({ results: [{ id, status: 'pending' }] });
    const execution_id = await makeRun(api);
    const task = (await api.post(`${BASE}/tasks`, { execution_id, title: 'T', task_definition_type: 'tenant' })).body.data;
    const user = randomUUID();
    await bulk({ operation: 'assign', task_ids: [task.task_id], assigned_users: [user] });
    expect((await api.get(`${BASE}/tasks/${task.task_id}`)).body.data.assigned_users).toEqual([user]);
  });

  it('is assigned to people in bulk, task by task', async () => {
    const me = caller();
    api = service.api(me);
    const task_id = await makeTask(api);
    const { body } = await api.post(`${BASE}/tasks/bulk-assign`, { task_ids: [task_id, randomUUID()], assigned_users: [me.userId] });
    expect(body.data).toMatchObject({ succeeded: 1, failed: 1, results: [{ id: task_id }, { error: { code: 'NOT_FOUND' } }] });
    expect((await api.get(`${BASE}/tasks/${task_id}`)).body.data.assigned_users).toEqual([me.userId]);
  });

  it('is restarted from the failed step in bulk', async () => {
    const failing = { start: 'no', steps: { no: { type: 'end', outcome: 'failed', message: 'No' } } };
    const ids = [await makeRun(api, failing), await makeRun(api, failing)];
    for (const id of ids) await eventually(async () => (await api.get(`${BASE}/executions/${id}`)).body.data.status === 'failed');
    const { results } = (await api.post(`${BASE}/bulk`, { operation: 'restart', execution_ids: ids, from: 'failed_step' })).body.data;
    for (const { execution_id } of results)
      await eventually(async () => (await api.get(`${BASE}/executions/${execution_id}`)).body.data.status === 'failed');
  });
});
