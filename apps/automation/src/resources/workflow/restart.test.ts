import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, eventually, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { automationService } from '../../automation-service.ts';
import { fakes, testSettings } from '../../testing/fakes.ts';
import { makeRun, makeWorkflow, runInState } from '../../testing/workflow.fixtures.ts';

const BASE = '/api/v1/workflows';
const say = (message: string) => ({ type: 'sms_notification', order: 1, config: { phone_numbers: ['+15551234567'], message } });
const END = { start: 'end', steps: { end: { type: 'end' } } };

describe('a workflow that is restarted', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  beforeAll(async () => {
    service = await TestService.start(automationService, { ports: fakes, settings: testSettings });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    me = caller();
    api = service.api(me);
  });

  const inState = (id: string, status: string) => runInState(api, id, status);
  const childrenOf = async (id: string) => (await api.get(`${BASE}/executions?parent_execution_id=${id}&limit=100`)).body.data;
  const eventsOf = async (id: string, name: string) =>
    (await api.get(`${BASE}/events?execution_id=${id}&event_name=${name}&sort=position&order=asc`)).body.data;
  const restart = (id: string, body?: object) => api.post(`${BASE}/executions/${id}/restart`, body);
  const restartFailed = async (id: string): Promise<string> => (await restart(id, { from: 'failed_step' })).body.data.execution_id;

  it('runs the items again that failed, and none that were completed, however often it is restarted', async () => {
    const missing = `missing-${randomUUID()}`;
    const child = await makeWorkflow(api, {
      start: 'seven',
      steps: {
        seven: { type: 'condition', conditions: [{ field: 'context.n', operator: 'equals', value: 7 }], then: 'call' },
        call: { type: 'call_workflow', workflow_name: missing },
      },
    });
    const first = await makeRun(api, {
      start: 'each',
      steps: { each: { type: 'for_each', items: 12, workflow_name: child.name, context_data: { n: '{{index}}' } } },
    });
    await inState(first, 'failed');
    const second = await restartFailed(first);
    await inState(second, 'failed');
    await makeWorkflow(api, END, { name: missing });
    const third = await restartFailed(second);
    await inState(third, 'completed');
    expect(await eventsOf(third, 'items_ended')).toMatchObject([{ payload: { total: 12, succeeded: 12, failed: 0 } }]);
    expect([await childrenOf(second), await childrenOf(third)]).toMatchObject([[{ context_data: { n: 7 } }], [{ context_data: { n: 7 } }]]);
  });

  it('calls no workflow again that was completed, and goes on with what that came to', async () => {
    const child = await makeWorkflow(api);
    const id = await makeRun(api, {
      start: 'call',
      steps: {
        call: { type: 'call_workflow', workflow_name: child.name, next: 'check' },
        check: { type: 'condition', conditions: [{ field: 'steps.call.status', operator: 'equals', value: 'completed' }], else: 'no' },
        no: { type: 'end', outcome: 'failed' },
      },
    });
    const [called] = await eventually(async () => {
      const found = await childrenOf(id);
      return found.length > 0 ? found : undefined;
    });
    // It is cancelled after what it called was completed and before it goes on with that.
    await api.post(`${BASE}/executions/${id}/pause`);
    for (const status of ['running', 'completed']) await api.put(`${BASE}/executions/${called.execution_id}`, { status });
    await api.post(`${BASE}/executions/${id}/cancel`);
    const again = await restartFailed(id);
    await inState(again, 'completed');
    expect(await childrenOf(again)).toEqual([]);
  });

  it('runs on the version it ran on, whatever that and the workflow are called by now', async () => {
    const missing = `missing-${randomUUID()}`;
    const definition = (name: string) => ({
      start: name,
      steps: { [name]: { type: 'action', action: say(name), next: 'call' }, call: { type: 'call_workflow', workflow_name: missing } },
    });
    const { registration_id, name } = await makeWorkflow(api, definition('old'));
    const failed = (await api.post(`${BASE}/executions`, { workflow_name: name })).body.data;
    await inState(failed.execution_id, 'failed');
    const change = { name: `${name} renamed`, code: JSON.stringify(definition('new')) };
    expect((await api.put(`${BASE}/registrations/${registration_id}`, change)).status).toBe(200);
    await makeWorkflow(api, END, { name });
    await makeWorkflow(api, END, { name: missing });
    const again = await inState(await restartFailed(failed.execution_id), 'completed');
    expect(again).toMatchObject({ registration_id, version_id: failed.version_id, workflow_name: `${name} renamed` });
    expect((await eventsOf(again.execution_id, 'action_succeeded')).map(({ step }: { step: string }) => step)).toEqual(['old']);
  });

  it('is restarted once, by whoever comes first', async () => {
    const id = await makeRun(api, { start: 'no', steps: { no: { type: 'end', outcome: 'failed', message: 'No' } } });
    await inState(id, 'failed');
    const answers = await Promise.all(Array.from({ length: 4 }, () => restart(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });
});
