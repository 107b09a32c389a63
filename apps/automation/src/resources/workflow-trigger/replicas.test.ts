import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, eventually, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { automationService } from '../../automation-service.ts';
import { fakes, testSettings } from '../../testing/fakes.ts';
import { makeRun, makeWorkflow } from '../../testing/workflow.fixtures.ts';
import { makeTrigger } from '../../testing/workflow-parts.fixtures.ts';

const BASE = '/api/v1/workflows';

describe('workflows on two instances', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  beforeAll(async () => {
    service = await TestService.start(automationService, { ports: fakes, settings: testSettings, instances: 2 });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    me = caller();
    api = service.api(me);
  });

  const read = async (id: string) => (await api.get(`${BASE}/executions/${id}`)).body.data;

  it('start once at a time of the clock', async () => {
    const made = [];
    for (let count = 0; count < 5; count++)
      made.push(await makeTrigger(api, { trigger_type: 'scheduled', schedule_expression: '0 0 1 1 *' }));
    await service.sql(`update workflow_triggers set next_scheduled_time = date_trunc('second', now()) where tenant = $1`, [me.tenant]);
    for (const { trigger_id } of made)
      await eventually(async () => (await api.get(`${BASE}/triggers/${trigger_id}`)).body.data.trigger_count === 1);
    expect((await api.get(`${BASE}/executions`)).body.pagination.total).toBe(5);
  });

  it('are taken over from one that says nothing more, and nobody else runs them meanwhile', async () => {
    const id = await makeRun(api, { start: 'wait', steps: { wait: { type: 'wait_for_event', event: 'go' } } });
    await eventually(async () => (await read(id)).status === 'running');
    const job = randomUUID();
    await service.sql(
      `insert into workflow_jobs (tenant, job_id, payload, due_at, lease, attempts, correlation_id)
       values ($1, $2, jsonb_build_object('execution_id', $3::text), now() + interval '1 hour', gen_random_uuid(), 1, 'c')`,
      [me.tenant, job, id],
    );
    await service.sql('update workflow_executions set runner = $2 where execution_id = $1', [id, job]);
    await api.post(`${BASE}/events`, { execution_id: id, event_name: 'go', event_type: 'user_action' });
    await eventually(async () => {
      const [left] = await service.sql<{ count: number }>(
        `select count(*)::int as count from workflow_jobs where tenant = $1 and due_at is not null and job_id <> $2`,
        [me.tenant, job],
      );
      return left?.count === 0;
    });
    expect((await read(id)).status).toBe('running');
    await service.sql('update workflow_jobs set due_at = now() where tenant = $1 and job_id = $2', [me.tenant, job]);
    await eventually(async () => (await read(id)).status === 'completed');
  });

  it('fan out over a hundred items, however their ends meet', async () => {
    const child = await makeWorkflow(api, { start: 'end', steps: { end: { type: 'end' } } });
    const id = await makeRun(api, {
      start: 'each',
      steps: { each: { type: 'for_each', items: 100, workflow_name: child.name, at_once: 25 } },
    });
    await eventually(async () => (await read(id)).status === 'completed', 40_000);
    expect((await api.get(`${BASE}/executions?parent_execution_id=${id}&status=completed&limit=1`)).body.pagination.total).toBe(100);
    expect((await read(id)).events_count).toBe(5);
  }, 130_000);
});
