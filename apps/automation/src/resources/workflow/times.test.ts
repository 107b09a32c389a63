import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, eventually, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { automationService } from '../../automation-service.ts';
import { fakes, testSettings } from '../../testing/fakes.ts';
import { makeRun, makeWorkflow, runInState } from '../../testing/workflow.fixtures.ts';

const BASE = '/api/v1/workflows';

describe('times of workflows', () => {
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
  const withoutJobs = () =>
    eventually(
      async () => (await service.sql('select 1 from workflow_jobs where tenant = $1 and due_at is not null', [me.tenant])).length === 0,
    );
  const pathsOf = ({ body }: { body: { error: { details: { path: unknown[] }[] } } }) =>
    body.error.details.map(({ path }) => path.join('.'));

  it('leave a task alone whose due date was taken away', async () => {
    const task = { execution_id: await makeRun(api), title: 'Approve', task_definition_type: 'tenant' };
    const { task_id } = (await api.post(`${BASE}/tasks`, { ...task, due_date: new Date(Date.now() + 1_000).toISOString() })).body.data;
    expect((await api.put(`${BASE}/tasks/${task_id}`, { due_date: null })).status).toBe(200);
    await withoutJobs();
    expect((await api.get(`${BASE}/tasks/${task_id}`)).body.data).toMatchObject({ status: 'pending', due_date: null });
  });

  it('end what runs longer than it may, without code too, unless it is paused', async () => {
    const [id, paused] = [await makeRun(api, undefined, { timeout_seconds: 1 }), await makeRun(api, undefined, { timeout_seconds: 1 })];
    await api.put(`${BASE}/executions/${id}`, { status: 'running' });
    for (const status of ['running', 'paused']) await api.put(`${BASE}/executions/${paused}`, { status });
    expect(await inState(id, 'failed')).toMatchObject({ error_message: 'The execution took longer than it may' });
    await withoutJobs();
    expect((await read(paused)).status).toBe('paused');
    await api.post(`${BASE}/executions/${paused}/resume`);
    await inState(paused, 'failed');
  });

  it('are refused where they lead too far away', async () => {
    const timer = { execution_id: await makeRun(api), timer_name: 'far', state_name: 'wait' };
    const long = await api.post(`${BASE}/timers`, { ...timer, duration: 'P300000Y' });
    const late = await api.post(`${BASE}/timers`, { ...timer, duration: 'P1Y', start_time: '9999-06-01T00:00:00Z' });
    expect([long.status, pathsOf(long), late.status, pathsOf(late)]).toEqual([400, ['duration'], 400, ['start_time']]);
    const code = JSON.stringify({
      start: 'long',
      steps: {
        long: { type: 'timer', duration: 'P8000Y', next: 'event' },
        event: { type: 'wait_for_event', event: 'go', timeout: 'P101Y', next: 'ask' },
        ask: { type: 'human_task', title: 'T', due_in: 'P1300M', next: 'until' },
        until: { type: 'timer', until: '+010026-01-01T00:00:00Z', next: 'fine' },
        fine: { type: 'timer', duration: 'P100Y' },
      },
    });
    const wrong = await api.post(`${BASE}/registrations`, { name: 'Long', code });
    expect([wrong.status, pathsOf(wrong)]).toEqual([
      400,
      ['code.steps.long.duration', 'code.steps.event.timeout', 'code.steps.ask.due_in', 'code.steps.until.until'],
    ]);
  });

  it('fail an execution that cannot be decided, such as one whose stored definition waits beyond all years', async () => {
    const { name } = await makeWorkflow(api, {
      start: 'wait',
      steps: { wait: { type: 'wait_for_event', event: 'go', next: 'long' }, long: { type: 'timer', duration: 'P1Y' } },
    });
    const id = (await api.post(`${BASE}/executions`, { workflow_name: name })).body.data.execution_id as string;
    await withoutJobs();
    await service.sql(
      `update workflow_executions set definition = jsonb_set(definition, '{steps,long,duration}', '"P8000Y"') where execution_id = $1`,
      [id],
    );
    await api.post(`${BASE}/events`, { execution_id: id, event_name: 'go', event_type: 'user_action' });
    expect((await inState(id, 'failed')).error_message).toContain('long: P8000Y');
  });

  it('leave one job for a time that is waited for, however many events come meanwhile', async () => {
    const id = await makeRun(api, { start: 'wait', steps: { wait: { type: 'wait_for_event', event: 'go', timeout: 'PT1H' } } });
    const jobs = async () =>
      (
        await service.sql<{ due: boolean }>(
          'select due_at <= now() or lease is not null as due from workflow_jobs where tenant = $1 and due_at is not null',
          [me.tenant],
        )
      ).map(({ due }) => due);
    await inState(id, 'running');
    for (let sent = 0; sent < 5; sent++) {
      await api.post(`${BASE}/events`, { execution_id: id, event_name: 'other', event_type: 'user_action' });
      await eventually(async () => !(await jobs()).includes(true));
    }
    expect(await jobs()).toEqual([false]);
  });
});
