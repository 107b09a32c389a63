import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, eventually, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { automationService } from '../../automation-service.ts';
import { fakeRoles, fakes, testSettings } from '../../testing/fakes.ts';
import { makeRun, makeWorkflow, runInState } from '../../testing/workflow.fixtures.ts';

const BASE = '/api/v1/workflows';
const say = (message: string) => ({ type: 'sms_notification', order: 1, config: { phone_numbers: ['+15551234567'], message } });

describe('workflows that call workflows', () => {
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

  const read = async (id: string) => (await api.get(`${BASE}/executions/${id}`)).body.data;
  const inState = (id: string, status: string) => runInState(api, id, status);
  const childrenOf = async (id: string) => (await api.get(`${BASE}/executions?parent_execution_id=${id}&limit=100`)).body.data;
  const actions = async (id: string): Promise<string[]> =>
    (await api.get(`${BASE}/events?execution_id=${id}&event_name=action_succeeded&limit=100&sort=position&order=asc`)).body.data.map(
      ({ step }: { step: string }) => step,
    );

  it('wait for what they called and use what it came to', async () => {
    const child = await makeWorkflow(api, { start: 'tell', steps: { tell: { type: 'action', action: say('{{context.name}}') } } });
    const id = await makeRun(
      api,
      {
        start: 'call',
        steps: {
          call: { type: 'call_workflow', workflow_name: child.name, context_data: { name: '{{context.who}}' }, next: 'check' },
          check: {
            type: 'condition',
            conditions: [{ field: 'steps.call.steps.tell.recipients', operator: 'equals', value: 1 }],
            else: 'wrong',
          },
          wrong: { type: 'end', outcome: 'failed' },
        },
      },
      { context_data: { who: 'Ann' }, priority: 'high' },
    );
    await inState(id, 'completed');
    expect(await childrenOf(id)).toMatchObject([
      { status: 'completed', context_data: { name: 'Ann' }, parent_execution_id: id, priority: 'high' },
    ]);
  });

  it('go on with on_error when what they called fails, and end what they called with themselves', async () => {
    const failing = await makeWorkflow(api, { start: 'no', steps: { no: { type: 'end', outcome: 'failed', message: 'No' } } });
    const waiting = await makeWorkflow(api, { start: 'w', steps: { w: { type: 'wait_for_event', event: 'never' } } });
    const id = await makeRun(api, {
      start: 'call',
      steps: {
        call: { type: 'call_workflow', workflow_name: failing.name, on_error: 'again' },
        again: { type: 'call_workflow', workflow_name: 'Nobody has made it', on_error: 'hold' },
        hold: { type: 'call_workflow', workflow_name: waiting.name },
      },
    });
    await eventually(async () => (await childrenOf(id)).length === 2);
    expect((await api.post(`${BASE}/executions/${id}/cancel`)).status).toBe(200);
    await eventually(async () =>
      (await childrenOf(id)).every(({ status }: { status: string }) => status === 'failed' || status === 'cancelled'),
    );
  });

  it('fan out over many items, a few at a time, with two entries of their history', async () => {
    const child = await makeWorkflow(api, {
      start: 'odd',
      steps: {
        odd: { type: 'condition', conditions: [{ field: 'context.n', operator: 'equals', value: 7 }], then: 'no' },
        no: { type: 'end', outcome: 'failed', message: 'Seven' },
      },
    });
    const id = await makeRun(api, {
      start: 'each',
      steps: {
        each: {
          type: 'for_each',
          items: 12,
          workflow_name: child.name,
          context_data: { n: '{{index}}' },
          at_once: 4,
          continue_on_error: true,
        },
      },
    });
    await inState(id, 'completed');
    expect(await childrenOf(id)).toHaveLength(12);
    const entries = (await api.get(`${BASE}/events?execution_id=${id}&event_name=items_ended`)).body.data;
    expect(entries).toMatchObject([{ payload: { total: 12, succeeded: 11, failed: 1 } }]);
    expect((await read(id)).events_count).toBeLessThan(7);
  });

  it('are restarted from the step that failed, nested ones too, and keep what was done', async () => {
    const flag = `fixed-${randomUUID()}`;
    const child = await makeWorkflow(api, {
      start: 'first',
      steps: { first: { type: 'action', action: say('child'), next: 'call' }, call: { type: 'call_workflow', workflow_name: flag } },
    });
    const id = await makeRun(api, {
      start: 'begin',
      steps: { begin: { type: 'action', action: say('parent'), next: 'call' }, call: { type: 'call_workflow', workflow_name: child.name } },
    });
    await inState(id, 'failed');
    expect((await api.get(`${BASE}/snapshots?execution_id=${id}`)).body.data).toMatchObject([{ snapshot_type: 'error' }]);
    await makeWorkflow(api, undefined, { name: flag });
    const restarted = await api.post(`${BASE}/executions/${id}/restart`, { from: 'failed_step' });
    expect(restarted.status).toBe(201);
    const again = restarted.body.data.execution_id as string;
    const [nested] = await eventually(async () => {
      const found = await childrenOf(again);
      return found.length > 0 ? found : undefined;
    });
    const [innermost] = await eventually(async () => {
      const found = await childrenOf(nested.execution_id);
      return found.length > 0 ? found : undefined;
    });
    for (const status of ['running', 'completed']) await api.put(`${BASE}/executions/${innermost.execution_id}`, { status });
    await inState(again, 'completed');
    expect([await actions(again), await actions(nested.execution_id)]).toEqual([['begin'], ['first']]);
    const sent = await service.sql<{ count: number }>(
      `select count(*)::int as count from workflow_events where tenant = $1 and event_name = 'action_succeeded' and event_type = 'action_complete'`,
      [me.tenant],
    );
    expect(sent[0]?.count).toBe(2);
  });

  it('undo what they did so far at a step that says so, and go on', async () => {
    const id = await makeRun(api, {
      start: 'do',
      steps: {
        do: { type: 'action', action: say('done'), compensate: say('undone'), next: 'undo' },
        undo: { type: 'compensate', next: 'after' },
        after: { type: 'action', action: say('after') },
      },
    });
    await inState(id, 'completed');
    const names = (await api.get(`${BASE}/events?execution_id=${id}&sort=position&order=asc`)).body.data.map(
      ({ event_name }: { event_name: string }) => event_name,
    );
    expect(names).toEqual([
      'execution_started',
      'action_succeeded',
      'compensation_succeeded',
      'step_ended',
      'action_succeeded',
      'execution_completed',
    ]);
  });

  it('keep a long history short to resume', async () => {
    const loop = {
      start: 'count',
      steps: {
        count: {
          type: 'condition',
          conditions: [{ field: 'steps.go.timed_out', operator: 'equals', value: true }],
          then: 'stop',
          else: 'next',
        },
        next: { type: 'condition', conditions: [{ field: 'context.never', operator: 'equals', value: 1 }], then: 'stop', else: 'step' },
        step: { type: 'wait_for_event', event: 'tick', timeout: 'PT1S', next: 'count', on_timeout: 'mark' },
        mark: { type: 'condition', conditions: [{ field: 'now', operator: 'exists' }], then: 'go' },
        go: { type: 'wait_for_event', event: 'never', timeout: 'PT0S', on_timeout: 'count' },
        stop: { type: 'end' },
      },
    };
    const { name } = await makeWorkflow(api, loop);
    const { body } = await api.post(`${BASE}/executions`, { workflow_name: name });
    const id = body.data.execution_id as string;
    for (let sent = 0; sent < 120; sent++)
      await api.post(`${BASE}/events`, { execution_id: id, event_name: 'tick', event_type: 'system_event' });
    await inState(id, 'completed');
    expect((await api.get(`${BASE}/snapshots?execution_id=${id}&snapshot_type=checkpoint`)).body.data).toHaveLength(1);
  }, 90_000);

  it('give tasks to roles, let them be delegated, and say what happened to them', async () => {
    const [role, colleague] = [randomUUID(), caller({ tenant: me.tenant })];
    fakeRoles.set(colleague.userId, [role]);
    const id = await makeRun(api, {
      start: 'ask',
      steps: { ask: { type: 'human_task', title: 'Approve', assigned_roles: [role], due_in: 'PT1H', priority: 'urgent' } },
    });
    const theirs = service.api(colleague);
    const { task_id } = await eventually(async () => (await theirs.get(`${BASE}/tasks?execution_id=${id}`)).body.data[0]);
    expect((await api.get(`${BASE}/tasks?execution_id=${id}`)).body.data).toEqual([]);
    expect((await api.post(`${BASE}/tasks/${task_id}/claim`)).status).toBe(403);
    expect((await theirs.post(`${BASE}/tasks/${task_id}/claim`)).status).toBe(200);
    expect((await api.post(`${BASE}/tasks/${task_id}/delegate`, { user_id: me.userId })).status).toBe(403);
    expect((await theirs.post(`${BASE}/tasks/${task_id}/delegate`, { user_id: me.userId, comments: 'Please' })).status).toBe(200);
    expect((await api.post(`${BASE}/tasks/${task_id}/claim`)).status).toBe(200);
    expect((await api.post(`${BASE}/tasks/${task_id}/complete`, { formData: {} })).status).toBe(200);
    await inState(id, 'completed');
    const changes = (await api.get(`${BASE}/tasks/${task_id}/history`)).body.data.map(({ action }: { action: string }) => action);
    expect(changes).toEqual(['created', 'claimed', 'delegated', 'claimed', 'completed']);
  });

  it('are kept for ninety days after their end', async () => {
    const end = { start: 'end', steps: { end: { type: 'end' } } };
    const [old, recent] = [await makeRun(api, end), await makeRun(api, end)];
    for (const id of [old, recent]) await inState(id, 'completed');
    await service.sql(`update workflow_executions set completed_at = now() - interval '91 days' where execution_id = $1`, [old]);
    await service.tick('workflow-retention');
    expect((await api.get(`${BASE}/executions/${old}`)).status).toBe(404);
    expect((await api.get(`${BASE}/events?execution_id=${old}`)).body.data).toEqual([]);
    expect((await read(recent)).status).toBe('completed');
  });

  it('have timers that send events, and none once they are cancelled', async () => {
    const definition = { start: 'wait', steps: { wait: { type: 'wait_for_event', event: 'reminder' } } };
    const [id, cancelled] = [await makeRun(api, definition), await makeRun(api, definition)];
    const timer = (execution_id: string) => ({ execution_id, timer_name: 'reminder', state_name: 'wait', duration: 'PT1S' });
    for (const one of [id, cancelled]) {
      await inState(one, 'running');
      expect((await api.post(`${BASE}/timers`, timer(one))).status).toBe(201);
    }
    await api.post(`${BASE}/executions/${cancelled}/cancel`);
    await inState(id, 'completed');
    expect((await api.get(`${BASE}/timers?execution_id=${id}`)).body.data).toMatchObject([{ status: 'fired', fire_count: 1 }]);
    expect((await api.get(`${BASE}/timers?execution_id=${cancelled}`)).body.data).toMatchObject([{ status: 'cancelled', fire_count: 0 }]);
  });
});
