import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Execution } from '@psa/contracts-automation';
import { executionEvents, ruleEvents } from '@psa/contracts-automation';
import { caller, eventually, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { automationService } from '../../automation-service.ts';
import { makeRule, type MadeRule } from '../../testing/rule.fixtures.ts';
import { fakes, testSettings } from '../../testing/fakes.ts';
import { WebhookReceiver } from '../../testing/webhook-receiver.ts';

const BASE = '/api/v1/automation';

describe('executions', () => {
  let service: TestService;
  let receiver: WebhookReceiver;
  let me: TestCaller;
  let api: TestApi;

  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    service = await TestService.start(automationService, { ports: fakes, settings: testSettings });
  });
  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });
  beforeEach(() => {
    me = caller();
    api = service.api(me);
  });

  const call = (path: string, config: Record<string, unknown> = {}, also: Record<string, unknown> = {}) => ({
    type: 'webhook_call',
    order: 1,
    config: { url: receiver.url(path), retry_attempts: 0, ...config },
    ...also,
  });
  const execute = ({ rule_id }: MadeRule, body: Record<string, unknown> = {}) =>
    api.post(`${BASE}/rules/${rule_id}/execute`, { automation_rule_id: rule_id, ...body });
  const read = async (id: string): Promise<Execution> => (await api.get(`${BASE}/executions/${id}`)).body.data as Execution;
  const ended = async (id: string): Promise<Execution> =>
    eventually(async () => {
      const execution = await read(id);
      return ['pending', 'running'].includes(execution.status) ? undefined : execution;
    }) as Promise<Execution>;
  const run = async (rule: MadeRule, body: Record<string, unknown> = {}) => ended((await execute(rule, body)).body.data.execution_id);
  const path = () => `/${crypto.randomUUID()}`;

  it('do what the rule says with what they are given, and log it', async () => {
    const at = path();
    const rule = await makeRule(api, {
      actions: [
        call(at, { body: { hello: '{{trigger_data.name}}', count: '{{trigger_data.count}}', all: '{{trigger_data}}' } }),
        { ...call(at, { method: 'PUT', body: 'got {{actions.1.output.status}}' }), order: 2 },
      ],
    });
    const started = await execute(rule, { execution_data: { name: 'World', count: 3 } });
    expect(started.status).toBe(201);
    expect(started.body.data).toMatchObject({
      automation_rule_id: rule.rule_id,
      status: 'pending',
      trigger_type: 'manual',
      actions_total: 2,
      completed_at: null,
    });
    const execution = await ended(started.body.data.execution_id);
    expect(execution).toMatchObject({
      status: 'completed',
      actions_successful: 2,
      actions_failed: 0,
      error_message: null,
      failed_action_index: null,
    });
    expect(execution.logs?.map(({ message }) => message)).toEqual(expect.arrayContaining(['webhook_call succeeded']));
    expect(execution.logs?.find(({ action_index }) => action_index === 1)?.metadata).toEqual({
      status: 200,
      duration_ms: expect.any(Number),
    });
    const [first, second] = receiver.at(at);
    expect(JSON.parse(first?.body ?? '')).toEqual({ hello: 'World', count: 3, all: { name: 'World', count: 3 } });
    expect(second).toMatchObject({ method: 'PUT', body: 'got 200' });
    expect(first?.headers['idempotency-key']).toBe(`${execution.execution_id}.0`);
    expect((await api.get(`${BASE}/rules/${rule.rule_id}`)).body.data).toMatchObject({
      execution_count: 1,
      execution_statistics: { total_executions: 1, successful_executions: 1, success_rate: 100 },
    });
    expect((await service.events(me.tenant)).map(({ type }) => type)).toEqual([
      ruleEvents.created.type,
      executionEvents.started.type,
      executionEvents.completed.type,
    ]);
  });

  it('are completed at once and do nothing when they are only tried', async () => {
    const at = path();
    const rule = await makeRule(api, { status: 'draft', actions: [call(at)] });
    const { status, body } = await execute(rule, { dry_run: true });
    expect({ status, state: body.data.status, took: body.data.duration_ms }).toEqual({ status: 201, state: 'completed', took: 0 });
    expect((await read(body.data.execution_id)).logs?.map(({ message }) => message)).toEqual([
      'Only tried: the conditions hold',
      'Would run webhook_call',
    ]);
    expect(receiver.at(at)).toEqual([]);
    expect((await api.get(`${BASE}/rules/${rule.rule_id}`)).body.data).toMatchObject({
      execution_count: 0,
      last_executed: null,
      execution_statistics: { total_executions: 0 },
    });
    const { data } = (await api.get(`${BASE}/performance?rule_ids=${rule.rule_id}`)).body;
    expect(data.data.filter(({ execution_count }: { execution_count: number }) => execution_count > 0)).toEqual([]);
  });

  it('say when they are only tried that no action would run, and why', async () => {
    const rule = await makeRule(api, {
      status: 'draft',
      conditions: [{ field: 'trigger_data.severity', operator: 'equals', value: 'high' }],
    });
    const { body } = await execute(rule, { dry_run: true, execution_data: { severity: 'low' } });
    expect((await read(body.data.execution_id)).logs?.map(({ message }) => message)).toEqual([
      'Only tried: the conditions do not hold',
      'Condition 1, trigger_data.severity equals "high", is false: the value is "low"',
      'Would run no action',
    ]);
  });

  it('of a rule that is not active need to be insisted on', async () => {
    const rule = await makeRule(api, { status: 'inactive' });
    expect((await execute(rule)).status).toBe(409);
    expect(await run(rule, { override_conditions: true })).toMatchObject({ status: 'completed' });
  });

  it('are skipped where the conditions do not hold', async () => {
    const rule = await makeRule(api, { conditions: [{ field: 'trigger_data.severity', operator: 'equals', value: 'high' }] });
    expect((await execute(rule, { execution_data: { severity: 'low' } })).body.data).toMatchObject({
      status: 'skipped',
      execution_context: { skipped_because: 'The conditions do not hold' },
    });
    const [skipped] = (await api.get(`${BASE}/executions`, { query: { automation_rule_id: rule.rule_id } })).body.data;
    expect((await read(skipped.execution_id)).logs?.map(({ message }) => message)).toEqual([
      'The conditions do not hold',
      'Condition 1, trigger_data.severity equals "high", is false: the value is "low"',
    ]);
    expect(await run(rule, { execution_data: { severity: 'high' } })).toMatchObject({ status: 'completed' });
    expect(await run(rule, { execution_data: { severity: 'low' }, override_conditions: true })).toMatchObject({ status: 'completed' });
  });

  it('end at the action that fails, and go on there when they are tried again', async () => {
    const [good, bad] = [path(), path()];
    receiver.answer(bad, 400);
    const rule = await makeRule(api, { actions: [call(good), { ...call(bad), order: 2 }, { ...call(good), order: 3 }] });
    const failed = await run(rule);
    expect(failed).toMatchObject({
      status: 'failed',
      actions_successful: 1,
      actions_failed: 1,
      failed_action_index: 1,
      error_message: 'The server answered 400',
    });
    expect((await api.post(`${BASE}/executions/${failed.execution_id}/cancel`)).status).toBe(409);

    receiver.answer(bad, 200);
    const retried = await api.post(`${BASE}/executions/${failed.execution_id}/retry`);
    expect({ status: retried.status, state: retried.body.data.status }).toEqual({ status: 200, state: 'pending' });
    expect(await ended(failed.execution_id)).toMatchObject({
      status: 'completed',
      actions_successful: 3,
      actions_failed: 0,
      failed_action_index: null,
      error_message: null,
    });
    expect(receiver.at(good)).toHaveLength(2);
    const keys = receiver.at(bad).map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys)).toEqual(new Set([`${failed.execution_id}.1`]));
    expect((await api.post(`${BASE}/executions/${failed.execution_id}/retry`)).status).toBe(409);
  });

  it('go on after a failure that the action forgives', async () => {
    const [good, bad] = [path(), path()];
    receiver.answer(bad, 404);
    const rule = await makeRule(api, { actions: [call(bad, {}, { continue_on_error: true }), { ...call(good), order: 2 }] });
    expect(await run(rule)).toMatchObject({
      status: 'completed',
      actions_successful: 1,
      actions_failed: 1,
      error_message: null,
      failed_action_index: null,
    });
    expect(receiver.at(good)).toHaveLength(1);
  });

  it('try an action again after a passing failure, and not after another', async () => {
    const [passing, lasting] = [path(), path()];
    let calls = 0;
    receiver.answer(passing, (response) => response.writeHead(++calls < 3 ? 503 : 200).end());
    receiver.answer(lasting, 422);
    const rule = await makeRule(api, {
      actions: [call(passing, {}, { retry_attempts: 3 }), { ...call(lasting, {}, { retry_attempts: 3 }), order: 2 }],
    });
    expect(await run(rule)).toMatchObject({ status: 'failed', actions_successful: 1, failed_action_index: 1 });
    expect(receiver.at(passing)).toHaveLength(3);
    expect(new Set(receiver.at(passing).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(receiver.at(lasting)).toHaveLength(1);
  });

  it('end an action that takes too long', async () => {
    const slow = path();
    receiver.answer(slow, () => {});
    const rule = await makeRule(api, { actions: [call(slow, { timeout_seconds: 1 })] });
    expect(await run(rule)).toMatchObject({ status: 'failed', error_message: expect.stringMatching(/in time|longer than/) });
  });

  it('are cancelled while they wait and while they run', async () => {
    const slow = path();
    receiver.answer(slow, () => {});
    const rule = await makeRule(api, { actions: [call(slow, { timeout_seconds: 30 }), { ...call(path()), order: 2 }] });
    const [running, waiting] = [(await execute(rule)).body.data.execution_id, (await execute(rule)).body.data.execution_id];
    await eventually(() => receiver.at(slow).length === 1);
    expect((await read(waiting)).status).toBe('pending');
    for (const id of [waiting, running])
      expect((await api.post(`${BASE}/executions/${id}/cancel`)).body.data).toMatchObject({ status: 'cancelled' });
    await eventually(
      async () =>
        (await service.sql('select lease_owner from automation_executions where execution_id = $1', [running]))[0].lease_owner === null,
    );
    expect((await service.events(me.tenant)).filter(({ type }) => type === executionEvents.cancelled.type)).toHaveLength(2);
    expect((await read(running)).status).toBe('cancelled');
  });

  it('end no earlier than they began where the clock of the machine is behind that of Postgres', async () => {
    const slow = path();
    receiver.answer(slow, () => {});
    const rule = await makeRule(api, { actions: [call(slow, { timeout_seconds: 30 })] });
    const { execution_id } = (await execute(rule)).body.data;
    await eventually(() => receiver.at(slow).length === 1);
    await service.sql("update automation_executions set started_at = now() + interval '10 minutes' where execution_id = $1", [
      execution_id,
    ]);
    await api.post(`${BASE}/executions/${execution_id}/cancel`);
    const { started_at, completed_at, duration_ms } = await read(execution_id);
    expect([completed_at, duration_ms]).toEqual([started_at, 0]);
  });

  it('run as many at a time as the rule allows, the others after them', async () => {
    const at = path();
    let [now, most] = [0, 0];
    receiver.answer(at, (response) => {
      most = Math.max(most, ++now);
      setTimeout(() => {
        now--;
        response.end();
      }, 60);
    });
    const rule = await makeRule(api, { max_concurrent_executions: 2, actions: [call(at)] });
    const ids = await Promise.all(Array.from({ length: 8 }, async () => (await execute(rule)).body.data.execution_id as string));
    for (const id of ids) expect((await ended(id)).status).toBe('completed');
    expect(most).toBe(2);
    expect(receiver.at(at)).toHaveLength(8);
  });

  it('that take longer than their rule allows are ended', async () => {
    const slow = path();
    receiver.answer(slow, () => {});
    const rule = await makeRule(api, { execution_timeout_minutes: 1, actions: [call(slow, { timeout_seconds: 300 })] });
    const { execution_id } = (await execute(rule)).body.data;
    await eventually(() => receiver.at(slow).length === 1);
    // What the process would find that takes it over a minute later.
    await service.sql(
      "update automation_executions set lease_owner = $2, lease_until = now() - interval '1 second', deadline_at = now() where execution_id = $1",
      [execution_id, crypto.randomUUID()],
    );
    expect(await ended(execution_id)).toMatchObject({ status: 'timeout', error_message: 'The execution took longer than 1 minute' });
  });

  it('go on at the next action where the process that ran them ended', async () => {
    const [first, second] = [path(), path()];
    const rule = await makeRule(api, { actions: [call(first), { ...call(second, { body: '{{actions.1.output.status}}' }), order: 2 }] });
    const done = await run(rule);
    // As it stood after the first action, with a lease of a process that says nothing more.
    await service.sql(
      `update automation_executions set status = 'running', completed_at = null, next_action = 1, actions_successful = 1, has_slot = true,
      lease_owner = $2, lease_until = now() - interval '1 second' where execution_id = $1`,
      [done.execution_id, crypto.randomUUID()],
    );
    expect(await ended(done.execution_id)).toMatchObject({ status: 'completed', actions_successful: 2 });
    expect(receiver.at(first)).toHaveLength(1);
    expect(receiver.at(second).map(({ body }) => body)).toEqual(['200', '200']);
    expect(new Set(receiver.at(second).map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('stop the rule that fails ten times in a row, until it is made active again', async () => {
    const bad = path();
    receiver.answer(bad, 400);
    const rule = await makeRule(api, { max_concurrent_executions: 10, actions: [call(bad)] });
    for (let failure = 0; failure < 10; failure++) expect((await run(rule)).status).toBe('failed');
    expect((await api.get(`${BASE}/rules/${rule.rule_id}`)).body.data.status).toBe('error');
    expect((await service.events(me.tenant)).at(-1)).toMatchObject({ type: expect.any(String) });
    expect((await service.events(me.tenant)).filter(({ type }) => type === ruleEvents.updated.type)).toMatchObject([
      { data: { status: 'error', changed: ['status'] } },
    ]);
    expect((await execute(rule)).status).toBe(409);
    await api.put(`${BASE}/rules/${rule.rule_id}`, { status: 'active' });
    expect((await run(rule)).status).toBe('failed');
    expect((await api.get(`${BASE}/rules/${rule.rule_id}`)).body.data.status).toBe('active');
  });

  it('are tried again by themselves where the rule says so, a minute later', async () => {
    const bad = path();
    receiver.answer(bad, 400);
    const rule = await makeRule(api, { retry_failed_executions: true, actions: [call(bad)] });
    const { execution_id } = (await execute(rule)).body.data;
    await eventually(() => receiver.at(bad).length === 1);
    const [row] = (await eventually(async () => {
      const rows = await service.sql(
        "select auto_retries, round, has_slot, due_at > now() + interval '50 seconds' as later from automation_executions where execution_id = $1 and status = 'pending' and round = 1",
        [execution_id],
      );
      return rows.length === 1 ? rows : undefined;
    })) as Record<string, unknown>[];
    expect(row).toEqual({ auto_retries: 1, round: 1, has_slot: false, later: true });
    receiver.answer(bad, 200);
    await service.sql('update automation_executions set due_at = now() where execution_id = $1', [execution_id]);
    expect((await ended(execution_id)).status).toBe('completed');
  });

  it('are started many at a time, one after another if wanted', async () => {
    const order: string[] = [];
    const rules = await Promise.all(
      ['a', 'b', 'c'].map((name) => {
        const at = path();
        receiver.answer(at, (response) => {
          order.push(name);
          setTimeout(() => response.end(), name === 'a' ? 150 : 10);
        });
        return makeRule(api, { name, actions: [call(at)] });
      }),
    );
    const unknown = caller().userId;
    const { body } = await api.post(`${BASE}/bulk/execute`, {
      automation_rule_ids: [...rules.map(({ rule_id }) => rule_id), unknown],
      sequential_execution: true,
    });
    expect(body.data).toMatchObject({
      action: 'bulk_execute',
      started: 3,
      errors: [`${unknown}: Rule not found`],
      sequential: true,
      message: '3 of 4 rules started',
    });
    for (const id of body.data.execution_ids) expect((await ended(id)).status).toBe('completed');
    expect(order).toEqual(['a', 'b', 'c']);
  });

  it('are found by every filter', async () => {
    const bad = path();
    receiver.answer(bad, 400);
    const [good, failing] = [await makeRule(api, { name: 'Good' }), await makeRule(api, { name: 'Failing', actions: [call(bad)] })];
    const [one, two] = [await run(good), await run(failing)];
    const found = async (query: Record<string, string>) => {
      const { body, status } = await api.get(`${BASE}/executions`, { query });
      expect({ query, status, total: body.pagination?.total }).toEqual({ query, status: 200, total: body.data.length });
      return body.data.map(({ execution_id }: Execution) =>
        execution_id === one.execution_id ? 'good' : execution_id === two.execution_id ? 'failing' : '?',
      ) as string[];
    };
    const cases: [Record<string, string>, string[]][] = [
      [{}, ['failing', 'good']],
      [{ automation_rule_id: good.rule_id }, ['good']],
      [{ status: 'failed' }, ['failing']],
      [{ has_errors: 'true' }, ['failing']],
      [{ has_errors: 'false' }, ['good']],
      [{ trigger_type: 'manual', order: 'asc' }, ['good', 'failing']],
      [{ trigger_type: 'webhook' }, []],
      [{ is_active: 'true' }, []],
      [{ search: 'fail' }, ['failing']],
      [{ started_from: '2090-01-01' }, []],
      [{ started_to: '2090-01-01' }, ['failing', 'good']],
      [{ duration_min_ms: '99999999' }, []],
      [{ duration_max_ms: '99999999' }, ['failing', 'good']],
    ];
    for (const [query, names] of cases) expect([query, await found(query)]).toEqual([query, names]);
  });
});
