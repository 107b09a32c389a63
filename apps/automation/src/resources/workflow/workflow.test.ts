import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, eventually, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { automationService } from '../../automation-service.ts';
import { fakes, testSettings } from '../../testing/fakes.ts';
import { makeRun, makeWorkflow, runInState } from '../../testing/workflow.fixtures.ts';

const BASE = '/api/v1/workflows';
const say = (message: string) => ({ type: 'sms_notification', order: 1, config: { phone_numbers: ['+15551234567'], message } });

describe('workflows', () => {
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
  const steps = async (id: string): Promise<string[]> =>
    (await api.get(`${BASE}/events?execution_id=${id}&limit=100&sort=position&order=asc`)).body.data.map(
      ({ event_name, step }: { event_name: string; step: string | null }) => (step === null ? event_name : `${step} ${event_name}`),
    );
  const taskOf = (id: string) => eventually(async () => (await api.get(`${BASE}/tasks?execution_id=${id}`)).body.data[0]);

  it('run their steps to the end and keep the history', async () => {
    const id = await makeRun(
      api,
      {
        start: 'check',
        steps: {
          check: { type: 'condition', conditions: [{ field: 'context.vip', operator: 'equals', value: true }], then: 'tell', else: 'stop' },
          tell: { type: 'action', action: say('Hello {{context.name}}'), next: 'pause' },
          pause: { type: 'timer', duration: 'PT1S' },
          stop: { type: 'end', outcome: 'failed', message: 'Not for them' },
        },
      },
      { context_data: { vip: true, name: 'Ann' } },
    );
    expect(await inState(id, 'completed')).toMatchObject({ current_state: 'pause', error_message: null });
    expect(await steps(id)).toEqual([
      'execution_started',
      'check step_ended',
      'tell action_succeeded',
      'pause step_waits',
      'pause step_ended',
      'execution_completed',
    ]);
    expect((await service.events(me.tenant)).map(({ type }) => type)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('workflow.execution.started'),
        expect.stringContaining('workflow.execution.completed'),
      ]),
    );
  });

  it('wait for people, whose answers have to fit the form', async () => {
    const id = await makeRun(api, {
      start: 'ask',
      steps: {
        ask: {
          type: 'human_task',
          title: 'Approve it',
          form: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
          next: 'judge',
        },
        judge: { type: 'condition', conditions: [{ field: 'steps.ask.response.ok', operator: 'equals', value: true }], else: 'no' },
        no: { type: 'end', outcome: 'failed', message: 'Refused' },
      },
    });
    const { task_id } = await taskOf(id);
    expect((await api.post(`${BASE}/tasks/${task_id}/complete`, { formData: { ok: false } })).status).toBe(409);
    expect((await api.post(`${BASE}/tasks/${task_id}/claim`)).status).toBe(200);
    expect((await service.api(caller({ tenant: me.tenant })).post(`${BASE}/tasks/${task_id}/claim`)).status).toBe(409);
    const wrong = await api.post(`${BASE}/tasks/${task_id}/complete`, { formData: { ok: 'yes' } });
    expect(wrong.body.error.details).toMatchObject([{ path: ['formData', 'ok'] }]);
    const complete = () => api.post(`${BASE}/tasks/${task_id}/complete`, { formData: { ok: false } });
    expect([(await complete()).status, (await complete()).status]).toEqual([200, 200]);
    expect(await inState(id, 'failed')).toMatchObject({ error_message: 'Refused' });
  });

  it('give a task to one of many claimants', async () => {
    const execution_id = await makeRun(api);
    const { body } = await api.post(`${BASE}/tasks`, { execution_id, title: 'Mine', task_definition_type: 'tenant' });
    const claims = await Promise.all(
      Array.from({ length: 32 }, () => service.api(caller({ tenant: me.tenant })).post(`${BASE}/tasks/${body.data.task_id}/claim`)),
    );
    expect(claims.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(claims.filter(({ status }) => status === 409)).toHaveLength(31);
  });

  it('go on with an event that came before anybody waited, and join branches', async () => {
    const id = await makeRun(api, {
      start: 'both',
      steps: {
        both: { type: 'parallel', branches: ['first', 'second'], next: 'tell' },
        first: { type: 'wait_for_event', event: 'one', next: 'after' },
        after: { type: 'wait_for_event', event: 'two' },
        second: { type: 'action', action: say('Meanwhile') },
        tell: { type: 'action', action: say('Both') },
      },
    });
    await inState(id, 'running');
    for (const event_name of ['two', 'one']) {
      const { status } = await api.post(`${BASE}/events`, { execution_id: id, event_name, event_type: 'user_action' });
      expect(status).toBe(201);
    }
    await inState(id, 'completed');
    expect((await steps(id)).at(-2)).toBe('tell action_succeeded');
  });

  it('undo what they did when they are cancelled, the last first', async () => {
    const id = await makeRun(api, {
      start: 'one',
      steps: {
        one: { type: 'action', action: say('1'), compensate: say('not 1'), next: 'two' },
        two: { type: 'action', action: say('2'), compensate: say('not 2'), next: 'wait' },
        wait: { type: 'wait_for_event', event: 'never' },
      },
    });
    await eventually(async () => (await steps(id)).includes('wait step_waits') || undefined);
    expect((await api.post(`${BASE}/executions/${id}/cancel`)).body.data.status).toBe('cancelled');
    const undone = await eventually(async () => {
      const names = (await steps(id)).filter((name) => name.includes('compensation'));
      return names.length === 2 ? names : undefined;
    });
    expect(undone).toEqual(['two compensation_succeeded', 'one compensation_succeeded']);
    const restarted = await api.post(`${BASE}/executions/${id}/restart`);
    expect(restarted.body.data).toMatchObject({ restart_of: id });
  });

  it('do not start while they are drafts, nor with mistakes in their code', async () => {
    const draft = await makeWorkflow(api, undefined, { status: 'draft' });
    expect((await api.post(`${BASE}/executions`, { workflow_name: draft.name })).status).toBe(409);
    expect((await api.post(`${BASE}/executions`, { workflow_name: 'Nobody' })).status).toBe(400);
    const code = JSON.stringify({ start: 'a', steps: { a: { type: 'timer', duration: 'PT1S', next: 'b' }, c: { type: 'end' } } });
    const { body, status } = await api.post(`${BASE}/registrations`, { name: 'Wrong', code });
    expect(status).toBe(400);
    expect(body.error.details.map(({ path }: { path: unknown[] }) => path.join('.'))).toEqual(['code.steps.a.next', 'code.steps.c']);
  });

  it('keep running executions on their version', async () => {
    const wait = (next: string) => ({
      start: 'wait',
      steps: { wait: { type: 'wait_for_event', event: 'go', next }, [next]: { type: 'action', action: say(next) } },
    });
    const { registration_id, name } = await makeWorkflow(api, wait('old'));
    const { body } = await api.post(`${BASE}/executions`, { workflow_name: name });
    const id = body.data.execution_id as string;
    await inState(id, 'running');
    const changed = await api.put(`${BASE}/registrations/${registration_id}`, { code: JSON.stringify(wait('new')), version: '2.0.0' });
    expect(changed.status).toBe(200);
    await api.post(`${BASE}/events`, { execution_id: id, event_name: 'go', event_type: 'user_action' });
    expect(await inState(id, 'completed')).toMatchObject({ workflow_version: '1.0.0', current_state: 'old' });
    expect((await api.get(`${BASE}/registrations/${registration_id}/versions`)).body.data).toHaveLength(2);
  });

  it('go on after an upgrade, whatever their definitions lacked when they were stored', async () => {
    const id = await makeRun(api, {
      start: 'wait',
      steps: {
        wait: { type: 'wait_for_event', event: 'go', next: 'ask' },
        ask: { type: 'human_task', title: 'T', next: 'product' },
        product: { type: 'wait_for_event', event: 'asset.created', timeout: 'PT1S', on_timeout: 'end' },
        end: { type: 'end' },
      },
    });
    await inState(id, 'running');
    await service.sql(
      `update workflow_executions set definition = definition #- '{steps,wait,correlation}' #- '{steps,ask,assigned_roles}' #- '{steps,product,correlation}'
       where execution_id = $1`,
      [id],
    );
    await api.post(`${BASE}/events`, { execution_id: id, event_name: 'go', event_type: 'user_action' });
    const { task_id } = await taskOf(id);
    await api.post(`${BASE}/tasks/${task_id}/claim`);
    await api.post(`${BASE}/tasks/${task_id}/complete`, {});
    await inState(id, 'completed');
  });

  it('start one another, and stop where that would be a loop', async () => {
    const child = await makeWorkflow(api);
    const start = (workflow_name: string) => ({ type: 'workflow_execution', order: 1, config: { workflow_name, context_data: { a: 1 } } });
    const id = await makeRun(api, { start: 'go', steps: { go: { type: 'action', action: start(child.name) } } });
    await inState(id, 'completed');
    expect((await api.get(`${BASE}/executions?workflow_name=${encodeURIComponent(child.name)}`)).body.data).toMatchObject([
      { status: 'pending', context_data: { a: 1 } },
    ]);
    const loop = await makeRun(api, {
      start: 'go',
      steps: {
        go: { type: 'action', action: start(child.name), next: 'go', on_error: 'stop' },
        stop: { type: 'end', outcome: 'failed', message: 'Loop' },
      },
    });
    expect(await inState(loop, 'failed')).toMatchObject({ error_message: 'Loop' });
  });
});
