import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ruleEvents } from '@psa/contracts-automation';
import { identityEvents } from '@psa/contracts-identity';
import { caller, eventually, TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { automationService } from '../../automation-service.ts';
import { signed } from '../../testing/hook.fixtures.ts';
import { hookRule, makeRule, type MadeRule } from '../../testing/rule.fixtures.ts';
import { fakes, testSettings } from '../../testing/fakes.ts';
import { HookLimiter } from './hook-limiter.ts';

const BASE = '/api/v1/automation';

describe('the public address of a rule', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  let nobody: TestApi;

  beforeAll(async () => {
    service = await TestService.start(automationService, { ports: fakes, settings: testSettings });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    me = caller();
    api = service.api(me);
    nobody = api.as(null);
  });

  const open = async (given: Record<string, unknown> = {}) => {
    const rule = await makeRule(api, { ...hookRule, ...given });
    const { hook_id, secret } = (await api.post(`${BASE}/rules/${rule.rule_id}/hook-secret`)).body.data as {
      hook_id: string;
      secret: string;
    };
    return { rule, secret, hook_id, at: `/hooks/automation/${me.tenant}/${hook_id}` };
  };
  const executions = async ({ rule_id }: MadeRule) =>
    (await api.get(`${BASE}/executions`, { query: { automation_rule_id: rule_id } })).body.data as {
      status: string;
      trigger_data: Record<string, unknown>;
    }[];
  const post = (at: string, body: string, headers: Record<string, string>) => nobody.send('POST', at, { body, headers });

  it('starts it, once for each call', async () => {
    const { rule, at, secret } = await open({ conditions: [{ field: 'trigger_data.body.severity', operator: 'equals', value: 'high' }] });
    const body = '{"severity":"high","n":1}';
    const headers = signed(secret, body);
    const first = await post(at, body, headers);
    expect(first).toMatchObject({ status: 202, body: { data: { execution_id: expect.any(String), duplicate: false } } });
    expect((await post(at, body, headers)).body.data).toEqual({ execution_id: null, duplicate: true });
    const other = '{"severity":"low"}';
    expect((await post(at, other, signed(secret, other))).status).toBe(202);
    await eventually(async () => (await executions(rule)).some(({ status }) => status === 'completed'));
    expect((await executions(rule)).map(({ status }) => status).sort()).toEqual(['completed', 'skipped']);
    expect((await executions(rule)).find(({ status }) => status === 'completed')?.trigger_data).toMatchObject({
      body: { severity: 'high', n: 1 },
    });
  });

  it.each<[string, (secret: string) => Record<string, string>]>([
    ['no signature', () => ({})],
    ['a signature of another secret', () => signed(`whsec_${Buffer.alloc(32, 9).toString('base64')}`, '{}')],
    ['a signature of another body', (secret) => signed(secret, '{"a":1}')],
    ['a signature of an hour ago', (secret) => signed(secret, '{}', randomUUID(), new Date(Date.now() - 3_600_000))],
    ['another id than it signed', (secret) => ({ ...signed(secret, '{}'), 'webhook-id': 'other' })],
    ['a broken time', (secret) => ({ ...signed(secret, '{}'), 'webhook-timestamp': 'now' })],
  ])('refuses a call with %s', async (_, headersOf) => {
    const { rule, at, secret } = await open();
    expect((await post(at, '{}', { 'content-type': 'application/json', ...headersOf(secret) })).status).toBe(401);
    expect(await executions(rule)).toEqual([]);
  });

  it('takes the secret as a bearer token where the rule says so', async () => {
    const { rule, at, secret } = await open({
      trigger_config: { authentication: { type: 'bearer' }, idempotency_header: 'x-request-name' },
    });
    expect((await post(at, '{}', { authorization: `Bearer ${secret}`, 'x-request-name': 'a' })).status).toBe(202);
    expect((await post(at, '{}', { authorization: `Bearer ${secret}`, 'x-request-name': 'a' })).body.data.duplicate).toBe(true);
    expect((await post(at, '{}', { authorization: 'Bearer whsec_wrong' })).status).toBe(401);
    expect(await executions(rule)).toHaveLength(1);
  });

  it('starts nothing when a signed call comes again under another name', async () => {
    const { rule, at, secret } = await open({ trigger_config: { idempotency_header: 'x-request-name' } });
    const headers = signed(secret, '{}');
    const names = ['a', 'b'];
    for (const [index, name] of names.entries())
      expect((await post(at, '{}', { ...headers, 'x-request-name': name })).body.data.duplicate).toBe(index > 0);
    expect(await executions(rule)).toHaveLength(1);
  });

  it('knows its former secret for another day, and not longer', async () => {
    const { rule, at, secret: former } = await open();
    const { secret } = (await api.post(`${BASE}/rules/${rule.rule_id}/hook-secret`)).body.data;
    for (const good of [former, secret]) expect((await post(at, '{}', signed(good, '{}'))).status).toBe(202);
    await service.sql("update automation_hooks set former_until = now() - interval '1 second' where rule_id = $1", [rule.rule_id]);
    expect((await post(at, '{}', signed(former, '{}'))).status).toBe(401);
  });

  it.each(['[1]', '"x"', 'null', '{broken'])('refuses the body %s', async (body) => {
    const { at, secret } = await open();
    expect((await post(at, body, signed(secret, body))).status).toBe(400);
  });

  it('ends a rule that calls its own address, and tells so', async () => {
    const { rule, at, secret } = await open({ trigger_config: { authentication: { type: 'bearer' } } });
    const again = {
      type: 'webhook_call',
      order: 1,
      config: {
        url: `${service.running.url}${at}`,
        method: 'POST',
        retry_attempts: 0,
        authentication: { type: 'bearer', credentials: { token: secret } },
      },
    };
    const changed = await api.put(`${BASE}/rules/${rule.rule_id}`, { actions: [again] });
    expect({ status: changed.status, text: changed.text }).toMatchObject({ status: 200 });
    expect((await post(at, '{}', { authorization: `Bearer ${secret}`, 'content-type': 'application/json' })).status).toBe(202);
    await eventually(async () => (await executions(rule)).some(({ status }) => status === 'skipped'));
    expect(await executions(rule)).toHaveLength(7);
    const told = (await service.events(me.tenant)).filter(({ type }) => type === ruleEvents.loop_stopped.type);
    expect(told.map(({ data }) => data)).toMatchObject([{ rule_id: rule.rule_id, depth: 6 }]);
  });

  it('takes a made-up request id for the beginning of a chain', async () => {
    const { rule, at, secret } = await open({ trigger_config: { authentication: { type: 'bearer' } } });
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    for (const id of [`psa-execution-${randomUUID()}`, 'psa-execution-none'])
      expect((await post(at, '{}', { ...headers, 'x-request-id': id })).status).toBe(202);
    await eventually(async () => (await executions(rule)).filter(({ status }) => status === 'completed').length === 2);
  });

  it('is closed while the rule is not active', async () => {
    const { rule, at, secret } = await open();
    await api.put(`${BASE}/rules/${rule.rule_id}`, { status: 'inactive' });
    expect((await post(at, '{}', signed(secret, '{}'))).status).toBe(409);
  });

  it('calls its tenant by name once that is known, and is closed while the tenant is', async () => {
    const { rule, hook_id, secret } = await open();
    const slug = `t-${randomUUID().slice(0, 8)}`;
    await service.publish(me.tenant, identityEvents.tenantCreated, { tenant_id: me.tenant, name: 'T', slug }, 1);
    const at = `/hooks/automation/${slug}/${hook_id}`;
    await eventually(async () => (await post(at, '{}', signed(secret, '{}'))).status === 202);
    expect((await api.get(`${BASE}/rules/${rule.rule_id}`)).body.data.trigger_config.url).toBe(`http://psa.test${at}`);
    expect((await post(`/hooks/automation/other/${hook_id}`, '{}', signed(secret, '{}'))).status).toBe(404);
    await service.publish(me.tenant, identityEvents.tenantSuspended, { tenant_id: me.tenant }, 2);
    await eventually(async () => (await post(at, '{}', signed(secret, '{}'))).status === 404);
  });

  it('takes so many calls a minute at each instance', async () => {
    const { at, secret } = await open({ trigger_config: { rate_limit_per_minute: 20 } });
    const first = new TestApi([service.running.url], 'automation', null);
    const answers = [];
    for (let index = 0; index < 4; index++) answers.push(await first.send('POST', at, { body: '{}', headers: signed(secret, '{}') }));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 429, 429]);
    expect(Number(answers[3]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('counts calls over time', () => {
    const limiter = new HookLimiter();
    const waits = [0, 0, 0, 3_000, 3_000, 60_000, 60_000, 60_000].map((at) => limiter.admit('hook', 20, at));
    expect(waits).toEqual([0, 0, 3_000, 0, 3_000, 0, 0, 3_000]);
  });
});
