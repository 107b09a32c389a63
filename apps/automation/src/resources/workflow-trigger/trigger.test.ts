import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, eventually, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { automationService } from '../../automation-service.ts';
import { fakes, testSettings } from '../../testing/fakes.ts';
import { signed } from '../../testing/hook.fixtures.ts';
import { anAsset, assetCreated } from '../../testing/make-event.ts';
import { makeRun, makeWorkflow, runInState } from '../../testing/workflow.fixtures.ts';
import { makeTrigger, secretOf } from '../../testing/workflow-parts.fixtures.ts';

const BASE = '/api/v1/workflows';
const say = (message: string) => ({ type: 'sms_notification', order: 1, config: { phone_numbers: ['+15551234567'], message } });

describe('triggers of workflows', () => {
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

  const runsOf = async (trigger_id: string) => (await api.get(`${BASE}/executions?trigger_id=${trigger_id}`)).body.data;
  const inState = (id: string, status: string) => runInState(api, id, status);
  const makeDue = (trigger_id: string, minutesAgo: number) =>
    service.sql(`update workflow_triggers set next_scheduled_time = now() - $2 * interval '1 minute' where trigger_id = $1`, [
      trigger_id,
      minutesAgo,
    ]);

  it('by hand start their workflow with their parameters, unless they are inactive', async () => {
    const { registration_id } = await makeWorkflow(api, undefined, { parameters: { days: 3, team: 'A' } });
    const { trigger_id } = await makeTrigger(api, { workflow_registration_id: registration_id, parameters: { days: 5 } });
    const fired = await api.post(`${BASE}/triggers/${trigger_id}/fire`, { context_data: { a: 1 } });
    expect(fired.status).toBe(201);
    expect(fired.body.data).toMatchObject({ trigger_id, context_data: { a: 1 }, parameters: { days: 5, team: 'A' } });
    expect((await api.get(`${BASE}/triggers/${trigger_id}`)).body.data).toMatchObject({ trigger_count: 1, last_error: null });
    await api.put(`${BASE}/triggers/${trigger_id}`, { is_active: false });
    expect((await api.post(`${BASE}/triggers/${trigger_id}/fire`, {})).status).toBe(409);
  });

  it('by the clock fire each time once, and catch up as they say', async () => {
    const at = { trigger_type: 'scheduled', schedule_expression: '*/10 * * * *' };
    const made = [];
    for (const missed_fires of ['skip', 'one', 'all']) {
      const { trigger_id, next_scheduled_time } = await makeTrigger(api, { ...at, missed_fires });
      expect(Date.parse(next_scheduled_time as string)).toBeGreaterThan(Date.now());
      await makeDue(trigger_id, 35);
      made.push(trigger_id);
    }
    const [skip, one, all] = made as [string, string, string];
    await eventually(async () => (await runsOf(all)).length >= 3);
    await eventually(async () => (await runsOf(one)).length === 1);
    await eventually(
      async () => Date.parse((await api.get(`${BASE}/triggers/${skip}`)).body.data.next_scheduled_time as string) > Date.now(),
    );
    expect((await runsOf(skip)).length).toBeLessThanOrEqual(1);
    expect(
      new Set((await runsOf(all)).map(({ context_data }: { context_data: { scheduled_at: string } }) => context_data.scheduled_at)).size,
    ).toBe((await runsOf(all)).length);
  });

  it('by an event of the product start what their conditions let through, once for each event', async () => {
    const { trigger_id } = await makeTrigger(api, {
      trigger_type: 'event',
      event_type: 'asset.*',
      conditions: { asset_type: ['server', 'printer'] },
    });
    await assetCreated(service, me.tenant, { asset_type: 'workstation' });
    const id = await assetCreated(service, me.tenant, { asset_type: 'server', name: 'Mail' });
    const [run] = await eventually(async () => {
      const runs = await runsOf(trigger_id);
      return runs.length > 0 ? runs : undefined;
    });
    expect(run.context_data.event).toMatchObject({ id, eventname: 'asset.created', data: { name: 'Mail' } });
    expect(await runsOf(trigger_id)).toHaveLength(1);
  });

  it('by a signed call start once for each call, with its body', async () => {
    const trigger = await makeTrigger(api, { trigger_type: 'webhook', conditions: { severity: 'high' } });
    const secret = await secretOf(api, trigger);
    const call = (body: string, headers: Record<string, string>) =>
      api.as(null).send('POST', `/hooks/workflows/${me.tenant}/${trigger.trigger_id}`, { body, headers });
    const body = '{"severity":"high","host":"a"}';
    const headers = signed(secret, body);
    const first = await call(body, headers);
    expect(first.status).toBe(202);
    const { data } = first.body;
    expect(data.duplicate).toBe(false);
    expect((await call(body, headers)).body).toMatchObject({
      data: { execution_id: data.execution_id, duplicate: true },
    });
    expect((await call('{"severity":"low"}', signed(secret, '{"severity":"low"}'))).body).toMatchObject({
      data: { execution_id: null },
    });
    expect((await call(body, signed(`whsec_${Buffer.alloc(32).toString('base64')}`, body))).status).toBe(401);
    expect((await api.get(`${BASE}/executions/${data.execution_id}`)).body.data.context_data.body).toEqual({ severity: 'high', host: 'a' });
  });

  it('name what does not fit their type', async () => {
    const { registration_id: workflow_registration_id } = await makeWorkflow(api);
    const post = async (given: object) =>
      (await api.post(`${BASE}/triggers`, { name: 'T', workflow_registration_id, ...given })).body.error.details;
    expect(await post({ trigger_type: 'event', event_type: 'moon.rose' })).toMatchObject([{ path: ['event_type'] }]);
    expect(await post({ trigger_type: 'scheduled' })).toMatchObject([{ path: ['schedule_expression'] }]);
    expect(await post({ trigger_type: 'scheduled', schedule_expression: 'often' })).toMatchObject([{ path: ['schedule_expression'] }]);
    expect(await post({ trigger_type: 'manual', event_type: 'asset.created' })).toMatchObject([{ path: ['event_type'] }]);
    expect(await post({ trigger_type: 'manual', workflow_registration_id: me.tenant })).toMatchObject([
      { path: ['workflow_registration_id'] },
    ]);
  });

  it('and steps hear of events by their correlation, those that came early too', async () => {
    const waiting = {
      start: 'pause',
      steps: {
        pause: { type: 'wait_for_event', event: 'go', next: 'wait' },
        wait: {
          type: 'wait_for_event',
          event: 'asset.created',
          correlation: { 'data.serial_number': '{{context.serial}}' },
          conditions: [{ field: 'event.data.status', operator: 'equals', value: 'active' }],
          next: 'tell',
        },
        tell: { type: 'action', action: say('{{steps.wait.data.name}}') },
      },
    };
    const [early, late, other] = await Promise.all(['E', 'L', 'O'].map((serial) => makeRun(api, waiting, { context_data: { serial } })));
    for (const id of [early, late, other]) await inState(id as string, 'running');
    const create = (serial_number: string, given: object = {}) =>
      assetCreated(service, me.tenant, { ...anAsset(), serial_number, ...given });
    await create('E');
    await eventually(async () => (await service.sql('select 1 from workflow_buffered_events where tenant = $1', [me.tenant])).length === 1);
    for (const id of [early, late, other])
      await api.post(`${BASE}/events`, { execution_id: id, event_name: 'go', event_type: 'user_action' });
    await inState(early as string, 'completed');
    await eventually(async () => (await service.sql('select 1 from workflow_waits where tenant = $1', [me.tenant])).length === 2);
    await create('L', { status: 'retired' });
    await create('L');
    await inState(late as string, 'completed');
    expect((await api.get(`${BASE}/executions/${other}`)).body.data.status).toBe('running');
    await api.post(`${BASE}/executions/${other}/cancel`);
    await eventually(async () => (await service.sql('select 1 from workflow_listens where tenant = $1', [me.tenant])).length === 0);
  });

  it('stop where workflows would start each other for ever, and say so', async () => {
    const { registration_id, name } = await makeWorkflow(api, { start: 'end', steps: { end: { type: 'end' } } });
    const { trigger_id } = await makeTrigger(api, {
      workflow_registration_id: registration_id,
      trigger_type: 'event',
      event_type: 'workflow.execution.completed',
    });
    await api.post(`${BASE}/executions`, { workflow_name: name });
    // The chain comes to its end sooner.
    await eventually(
      async () =>
        (await service.sql('update workflow_chains set starts = 97 where tenant = $1 and starts < 97 returning starts', [me.tenant]))
          .length === 1,
    );
    const refused = await eventually(async () => (await api.get(`${BASE}/executions?trigger_id=${trigger_id}&status=failed`)).body.data[0]);
    expect(refused.error_message).toContain('this would be a loop');
    expect(await service.sql('select starts from workflow_chains where tenant = $1', [me.tenant])).toEqual([{ starts: 100 }]);
  });

  it('stop a chain of calls that ten executions led to', async () => {
    const trigger = await makeTrigger(api, { trigger_type: 'webhook' });
    const secret = await secretOf(api, trigger);
    const call = (cause: string) =>
      api.as(null).send('POST', `/hooks/workflows/${me.tenant}/${trigger.trigger_id}`, {
        body: '{}',
        headers: { ...signed(secret, '{}'), 'x-request-id': `psa-execution-${cause}` },
      });
    const cause = await makeRun(api);
    const next = (await call(cause)).body.data.execution_id;
    expect(await service.sql('select depth from workflow_executions where execution_id = $1', [next])).toEqual([{ depth: 1 }]);
    await service.sql('update workflow_executions set depth = 10 where execution_id = $1', [cause]);
    const refused = await call(cause);
    expect({ status: refused.status, message: refused.body.error.message }).toEqual({
      status: 409,
      message: expect.stringContaining('this would be a loop'),
    });
  });
});
