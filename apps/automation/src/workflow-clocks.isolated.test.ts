import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { caller, eventually, TestService } from '@psa/test-kit';
import { automationService } from './automation-service.ts';
import { fakes, testSettings } from './testing/fakes.ts';
import { makeRun } from './testing/workflow.fixtures.ts';

const BASE = '/api/v1/workflows';
const RealDate = globalThis.Date;

/** Moves the clock of this process, as a machine's is whose time is wrong; the database's is right. */
function shiftClock(milliseconds: number): void {
  globalThis.Date = class extends RealDate {
    constructor(...given: [] | [number | string]) {
      if (given.length === 0) super(RealDate.now() + milliseconds);
      else super(...(given as [number]));
    }

    static override now(): number {
      return RealDate.now() + milliseconds;
    }
  } as DateConstructor;
}

describe('workflows on a machine whose clock is wrong', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start(automationService, { ports: fakes, settings: testSettings });
  });
  afterAll(() => service.stop());
  afterEach(() => {
    globalThis.Date = RealDate;
  });

  const waiting = { start: 'wait', steps: { wait: { type: 'wait_for_event', event: 'reminder' } } };

  it('lose no timer and no due date when it is behind', async () => {
    shiftClock(-20_000);
    const api = service.api(caller());
    const execution_id = await makeRun(api, waiting);
    await api.post(`${BASE}/timers`, { execution_id, timer_name: 'reminder', state_name: 'wait', duration: 'PT1S' });
    const bookkeeping = await makeRun(api);
    const task = await api.post(`${BASE}/tasks`, {
      execution_id: bookkeeping,
      title: 'Approve',
      task_definition_type: 'tenant',
      due_date: new RealDate(RealDate.now() + 500).toISOString(),
    });
    await eventually(async () => (await api.get(`${BASE}/executions/${execution_id}`)).body.data.status === 'completed');
    await eventually(async () => (await api.get(`${BASE}/tasks/${task.body.data.task_id}`)).body.data.status === 'expired');
  });

  it('wait as long as they are told when it is ahead', async () => {
    shiftClock(20_000);
    const me = caller();
    const api = service.api(me);
    const id = await makeRun(api, { start: 'wait', steps: { wait: { type: 'timer', duration: 'PT2S' } } });
    await eventually(async () => (await api.get(`${BASE}/executions/${id}`)).body.data.status === 'completed');
    const [waited] = await service.sql<{ is_over: boolean; from_database: boolean }>(
      `select ended.created_at >= (begun.payload->>'until')::timestamptz as is_over,
         (begun.payload->>'until')::timestamptz < begun.created_at + interval '3 seconds' as from_database
       from workflow_events begun join workflow_events ended using (tenant, execution_id)
       where tenant = $1 and begun.kind = 'step_begun' and ended.kind = 'step_ended'`,
      [me.tenant],
    );
    expect(waited).toEqual({ is_over: true, from_database: true });
  });
});
