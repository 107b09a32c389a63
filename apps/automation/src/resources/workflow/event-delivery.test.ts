import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ticketEvents } from '@psa/contracts-desk';
import { caller, eventually, type TestApi, type TestCaller, TestService, UNKNOWN } from '@psa/test-kit';
import { automationService } from '../../automation-service.ts';
import { fakeHiddenChannels, fakes, testSettings } from '../../testing/fakes.ts';
import { anAsset, assetCreated } from '../../testing/make-event.ts';
import { makeRule } from '../../testing/rule.fixtures.ts';
import { makeRun, makeWorkflow, runInState } from '../../testing/workflow.fixtures.ts';
import { makeTrigger } from '../../testing/workflow-parts.fixtures.ts';

const BASE = '/api/v1/workflows';
const END = { start: 'end', steps: { end: { type: 'end' } } };

/** Waits for the asset of a serial number, once it was told to go on. */
const afterGo = {
  start: 'pause',
  steps: {
    pause: { type: 'wait_for_event', event: 'go', next: 'wait' },
    wait: { type: 'wait_for_event', event: 'asset.created', correlation: { 'data.serial_number': '{{context.serial}}' } },
  },
};

describe('events of the product that workflows wait for', () => {
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
  const eventsOf = async (id: string, event_name: string) =>
    (await api.get(`${BASE}/events?execution_id=${id}&event_name=${event_name}&limit=100`)).body.data;
  const go = (execution_id: string) => api.post(`${BASE}/events`, { execution_id, event_name: 'go', event_type: 'user_action' });
  const rows = (table: string, count: number) =>
    eventually(async () => (await service.sql(`select 1 from ${table} where tenant = $1`, [me.tenant])).length === count);
  const create = (serial_number: string, given: object = {}) => assetCreated(service, me.tenant, { ...anAsset(), serial_number, ...given });
  const triggerOf = async (trigger_id: string) => (await api.get(`${BASE}/triggers/${trigger_id}`)).body.data;
  const runsOf = async (trigger_id: string) => (await api.get(`${BASE}/executions?trigger_id=${trigger_id}`)).body.data;

  it('are told no more to an execution that is paused and has half of the history it may have', async () => {
    const id = await makeRun(api, { start: 'wait', steps: { wait: { type: 'wait_for_event', event: 'asset.created' } } });
    await eventually(async () => (await eventsOf(id, 'step_waits')).length === 1);
    await api.post(`${BASE}/executions/${id}/pause`);
    await service.sql('update workflow_executions set events_count = 5000 where execution_id = $1', [id]);
    await create('one');
    await rows('workflow_buffered_events', 1);
    await eventually(
      async () => (await service.sql('select 1 from workflow_jobs where tenant = $1 and due_at is not null', [me.tenant])).length === 0,
    );
    expect((await api.get(`${BASE}/executions/${id}`)).body.data.events_count).toBe(5000);
  });

  it('are found among many that came before the step waited', async () => {
    const id = await makeRun(api, afterGo, { context_data: { serial: 'mine' } });
    await inState(id, 'running');
    await create('other');
    await rows('workflow_buffered_events', 1);
    // As a busy hour leaves them.
    await service.sql(
      `insert into workflow_buffered_events (tenant, event_id, event_name, event)
       select tenant, gen_random_uuid(), event_name, event from workflow_buffered_events, generate_series(1, 1200) where tenant = $1`,
      [me.tenant],
    );
    await create('mine');
    await rows('workflow_buffered_events', 1_202);
    await go(id);
    await inState(id, 'completed');
  });

  it('reach a step that waits again and again, however many came before', async () => {
    const id = await makeRun(api, {
      start: 'pause',
      steps: {
        pause: { type: 'wait_for_event', event: 'go', next: 'wait' },
        wait: { type: 'wait_for_event', event: 'asset.created', next: 'last' },
        last: {
          type: 'condition',
          conditions: [{ field: 'steps.wait.data.name', operator: 'equals', value: 'Last' }],
          then: 'end',
          else: 'wait',
        },
        end: { type: 'end' },
      },
    });
    await inState(id, 'running');
    await create('first');
    await rows('workflow_buffered_events', 1);
    await service.sql(
      `insert into workflow_buffered_events (tenant, event_id, event_name, event)
       select tenant, id, event_name, jsonb_set(event, '{id}', to_jsonb(id)) from workflow_buffered_events,
         (select gen_random_uuid() as id from generate_series(1, 24)) ids where tenant = $1`,
      [me.tenant],
    );
    await create('last', { name: 'Last' });
    await rows('workflow_buffered_events', 26);
    await go(id);
    await inState(id, 'completed');
    expect(await eventsOf(id, 'asset.created')).toHaveLength(26);
  });

  it('wake a step that thousands of others wait beside', async () => {
    const waiting = {
      start: 'wait',
      steps: {
        wait: {
          type: 'wait_for_event',
          event: 'asset.created',
          conditions: [{ field: 'event.data.name', operator: 'equals', value: 'Mine' }],
        },
      },
    };
    const id = await makeRun(api, waiting);
    await rows('workflow_waits', 1);
    const ofOthers = `('00000000-0000-4000-8000-' || lpad(number::text, 12, '0'))::uuid`;
    await service.sql(
      `with given as materialized (select made.* from workflow_executions execution, generate_series(1, 10001) number,
         jsonb_populate_record(execution, jsonb_build_object('execution_id', ${ofOthers})) made where execution.tenant = $1)
       insert into workflow_executions select * from given`,
      [me.tenant],
    );
    await service.sql(
      `with given as materialized (
         select tenant, ${ofOthers}, token, event_name, match_path, match_value, correlation, replace(conditions::text, 'Mine', 'Theirs')::jsonb
         from workflow_waits, generate_series(1, 10001) number where tenant = $1)
       insert into workflow_waits (tenant, execution_id, token, event_name, match_path, match_value, correlation, conditions) select * from given`,
      [me.tenant],
    );
    // Behind all others, in whatever order they are read.
    await service.sql('update workflow_waits set token = token where execution_id = $1', [id]);
    await create('any', { name: 'Mine' });
    await inState(id, 'completed');
  });

  it('are matched whole, however large they are, and told once', async () => {
    const id = await makeRun(
      api,
      {
        start: 'wait',
        steps: {
          wait: {
            type: 'wait_for_event',
            event: 'asset.created',
            correlation: { 'data.serial_number': '{{context.serial}}' },
            conditions: [{ field: 'event.data.name', operator: 'ends_with', value: 'the end' }],
            next: 'pause',
          },
          pause: { type: 'wait_for_event', event: 'go', next: 'again' },
          again: { type: 'wait_for_event', event: 'asset.created', correlation: { 'data.serial_number': '{{context.serial}}' } },
        },
      },
      { context_data: { serial: 'large' } },
    );
    const { trigger_id } = await makeTrigger(api, { trigger_type: 'event', event_type: 'asset.created' });
    await rows('workflow_waits', 1);
    const given = { name: `${'x'.repeat(20_000)} the end`, asset_tag: 'y'.repeat(30_000) };
    const eventId = await create('large', given);
    await eventually(async () => (await eventsOf(id, 'asset.created')).length === 1);
    await go(id);
    const [told] = await eventsOf(id, 'asset.created');
    expect(told.payload).toMatchObject({
      id: eventId,
      data: { serial_number: 'large', name: given.name, status: 'active' },
      truncated: true,
    });
    expect(told.payload.data.asset_tag.length).toBeLessThan(5_000);
    const [run] = await eventually(async () => {
      const runs = await runsOf(trigger_id);
      return runs.length > 0 ? runs : undefined;
    });
    expect(run.context_data.event).toMatchObject({ id: eventId, data: { serial_number: 'large' } });
    // The second step is told of nothing that the first has had: an event that comes later is the next it hears of.
    await create('large', { name: 'Later' });
    expect(await inState(id, 'completed')).toMatchObject({ current_state: 'again' });
    expect(await eventsOf(id, 'asset.created')).toHaveLength(2);
  });

  it('start rules where the tenant may have no more executions, and triggers say why they start nothing', async () => {
    const { registration_id: workflow_registration_id } = await makeWorkflow(api, END);
    const byEvent = await makeTrigger(api, { workflow_registration_id, trigger_type: 'event', event_type: 'asset.created' });
    const byClock = await makeTrigger(api, { workflow_registration_id, trigger_type: 'scheduled', schedule_expression: '0 8 * * 1' });
    await makeRule(api, { trigger_type: 'event_based', trigger_config: { event_type: 'asset.created' } });
    await service.sql(`insert into row_counts (tenant, table_name, slot, rows) values ($1, 'workflow_executions_open', 99, 250000)`, [
      me.tenant,
    ]);
    await service.sql(`update workflow_triggers set next_scheduled_time = now() - interval '1 minute' where trigger_id = $1`, [
      byClock.trigger_id,
    ]);
    await create('any');
    await rows('automation_executions', 1);
    for (const { trigger_id } of [byEvent, byClock])
      expect(await eventually(async () => (await triggerOf(trigger_id)).last_error ?? undefined)).toContain('250000');
    expect(Date.parse((await triggerOf(byClock.trigger_id)).next_scheduled_time)).toBeGreaterThan(Date.now());
  });

  it('start a workflow by a rule each, however many of them share a request', async () => {
    const { name } = await makeWorkflow(api);
    const action = { type: 'workflow_execution', order: 1, config: { workflow_name: name } };
    await makeRule(api, { trigger_type: 'event_based', trigger_config: { event_type: 'asset.created' }, actions: [action] });
    // As an import of a hundred others leaves it: of all events of tests the request is called so.
    await service.sql(`insert into workflow_chains (tenant, chain_id, starts) values ($1, 'test', 100)`, [me.tenant]);
    await create('any');
    await eventually(async () => (await api.get(`${BASE}/executions?workflow_name=${encodeURIComponent(name)}`)).body.data.length === 1);
  });

  it('about tickets whose channel is for other teams are kept from who does not see it', async () => {
    const event = 'ticket.deleted';
    const id = await makeRun(api, { start: 'wait', steps: { wait: { type: 'wait_for_event', event } } });
    const { trigger_id } = await makeTrigger(api, { trigger_type: 'event', event_type: event });
    await rows('workflow_waits', 1);
    const [hidden, open] = [randomUUID(), randomUUID()];
    fakeHiddenChannels.set(me.userId, [hidden]);
    await service.publish(me.tenant, ticketEvents.deleted, { ticket_id: randomUUID(), channel_id: hidden });
    await eventually(async () => (await eventsOf(id, 'event_withheld')).length === 1);
    expect(await eventually(async () => (await triggerOf(trigger_id)).last_error ?? undefined)).toContain('does not see');
    expect(await runsOf(trigger_id)).toEqual([]);
    await service.publish(me.tenant, ticketEvents.deleted, { ticket_id: randomUUID(), channel_id: open });
    await inState(id, 'completed');
    expect(await eventsOf(id, event)).toMatchObject([{ payload: { data: { channel_id: open } } }]);
    await eventually(async () => (await runsOf(trigger_id)).length === 1);
  });

  it('tell a reader nothing of tickets whose channel is for other teams', async () => {
    const event = 'ticket.deleted';
    const id = await makeRun(api, { start: 'wait', steps: { wait: { type: 'wait_for_event', event } } });
    const { trigger_id } = await makeTrigger(api, { trigger_type: 'event', event_type: event });
    await rows('workflow_waits', 1);
    const [reader, channel_id] = [randomUUID(), randomUUID()];
    fakeHiddenChannels.set(reader, [channel_id]);
    await service.publish(me.tenant, ticketEvents.deleted, { ticket_id: randomUUID(), channel_id });
    await inState(id, 'completed');
    const [run] = await eventually(async () => {
      const runs = await runsOf(trigger_id);
      return runs.length > 0 ? runs : undefined;
    });
    await api.post(`${BASE}/snapshots`, { execution_id: run.execution_id });
    const told = async (as: TestApi) =>
      Promise.all(
        [
          `events?execution_id=${id}&limit=100`,
          `executions?trigger_id=${trigger_id}`,
          `executions/${run.execution_id}`,
          `snapshots?execution_id=${run.execution_id}`,
        ].map(async (path) => (await as.get(`${BASE}/${path}`)).text.includes(channel_id)),
      );
    expect(await told(api)).toEqual([true, true, true, true]);
    expect(await told(service.api({ ...me, userId: reader, permissions: ['workflow:read'] }))).toEqual([false, false, false, false]);
  });

  it('are kept from workflows and triggers of people who are gone, until somebody takes them over', async () => {
    const gone = `${UNKNOWN}${randomUUID().slice(UNKNOWN.length)}`;
    const id = await makeRun(api, { start: 'wait', steps: { wait: { type: 'wait_for_event', event: 'asset.created' } } });
    const { trigger_id } = await makeTrigger(api, { trigger_type: 'event', event_type: 'asset.created' });
    await rows('workflow_waits', 1);
    await service.sql('update workflow_executions set runs_as = $2 where execution_id = $1', [id, gone]);
    await service.sql('update workflow_triggers set runs_as = $2 where trigger_id = $1', [trigger_id, gone]);
    await create('any');
    expect(await eventually(async () => (await eventsOf(id, 'event_withheld'))[0]?.payload)).toEqual({
      event: 'asset.created',
      reason: 'Whoever the workflow runs for is gone or deactivated',
    });
    expect(await eventually(async () => (await triggerOf(trigger_id)).last_error ?? undefined)).toBe(
      'Whoever the trigger runs for is gone or deactivated',
    );
    expect((await api.put(`${BASE}/triggers/${trigger_id}`, { is_active: true })).status).toBe(200);
    await create('any');
    await eventually(async () => (await runsOf(trigger_id)).length === 1);
  });

  it('are kept for thirty days', async () => {
    await makeRun(api, afterGo, { context_data: { serial: 'mine' } });
    for (const serial of ['old', 'recent']) await create(serial);
    await rows('workflow_buffered_events', 2);
    const age = (serial: string, days: number) =>
      service.sql(
        `update workflow_buffered_events set received_at = now() - $3 * interval '1 day'
         where tenant = $1 and event #>> '{data,serial_number}' = $2`,
        [me.tenant, serial, days],
      );
    await age('old', 31);
    await age('recent', 29);
    await service.tick('workflow-retention');
    await rows('workflow_buffered_events', 1);
  });
});
