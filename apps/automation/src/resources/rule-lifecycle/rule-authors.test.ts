import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ruleEvents } from '@psa/contracts-automation';
import { ticketEvents } from '@psa/contracts-desk';
import { caller, eventually, everyPermission, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { automationService } from '../../automation-service.ts';
import { fakeHiddenChannels, fakes, testSettings } from '../../testing/fakes.ts';
import { hookRule, makeRule, type MadeRule } from '../../testing/rule.fixtures.ts';

const BASE = '/api/v1/automation';

const command = { type: 'system_command', order: 1, config: { command_id: 'greet', args: { who: 'x' } } };
const ticket = { type: 'ticket_creation', order: 1, config: { ticket_data: {} } };
const script = { type: 'custom_script', order: 1, config: { script_type: 'javascript', script_content: 'return 1' } };
const mail = { type: 'email_notification', order: 1, config: { to: ['a@example.com', 'b@example.com'], subject: 'S', body: 'B' } };
const sms = { type: 'sms_notification', order: 1, config: { phone_numbers: ['+15551234567'], message: 'Hello' } };

describe('rules and what their authors may do', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  const mails: unknown[] = [];
  /** What each user may do now; everything unless said otherwise, null for who is gone. */
  const held = new Map<string, readonly string[] | null>();

  beforeAll(async () => {
    service = await TestService.start(automationService, {
      settings: {
        ...testSettings,
        PSA_SYSTEM_COMMANDS: JSON.stringify({ greet: { file: '/bin/echo', args: ['hello', '{who}'] } }),
        PSA_AUTOMATION_MAILS_PER_HOUR: '3',
        PSA_AUTOMATION_SCRIPTS_PER_HOUR: '0',
      },
      ports: {
        ...fakes,
        entities: { takesCommands: async () => true },
        mailer: { send: async (sent: unknown) => void mails.push(sent) },
        authors: {
          permissionsOf: async (_: unknown, userId: string) => {
            const names = held.has(userId) ? (held.get(userId) as readonly string[] | null) : everyPermission;
            return names && new Set(names);
          },
        },
      },
    });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    me = caller();
    api = service.api(me);
  });

  const without = (...names: string[]) =>
    service.api({ ...caller({ tenant: me.tenant }), permissions: everyPermission.filter((name) => !names.includes(name)) });
  const execute = async ({ rule_id }: MadeRule): Promise<{ status: string; error_message: string | null }> => {
    const { body } = await api.post(`${BASE}/rules/${rule_id}/execute`, { automation_rule_id: rule_id });
    const path = `${BASE}/executions/${body.data.execution_id}`;
    return eventually(async () => {
      const { data } = (await api.get(path)).body;
      return ['pending', 'running'].includes(data.status) ? undefined : data;
    });
  };
  const statusOf = async ({ rule_id }: MadeRule) => (await api.get(`${BASE}/rules/${rule_id}`)).body.data.status as string;

  it.each<[string, (other: TestApi, rule: string) => Promise<{ status: number }>]>([
    ['given a public address', (other, rule) => other.put(rule, { trigger_type: 'webhook' })],
    [
      'given other conditions',
      (other, rule) => other.put(rule, { conditions: [{ field: 'trigger_data.a', operator: 'equals', value: 1 }] }),
    ],
    ['run more often at once', (other, rule) => other.put(rule, { max_concurrent_executions: 9 })],
    ['started again', (other, rule) => other.put(rule, { status: 'active' })],
  ])('cannot be %s by who may not do what they do', async (_, change) => {
    const { rule_id } = await makeRule(api, { actions: [command], status: 'inactive' });
    const path = `${BASE}/rules/${rule_id}`;
    expect((await change(without('rmm:execute_command'), path)).status).toBe(403);
    expect((await change(without(), path)).status).toBe(200);
  });

  it('can be renamed and stopped by who may not do what they do', async () => {
    const rule = await makeRule(api, { actions: [command] });
    const other = without('rmm:execute_command');
    expect((await other.put(`${BASE}/rules/${rule.rule_id}`, { name: 'Renamed', status: 'inactive' })).status).toBe(200);
    const many = await other.post(`${BASE}/rules/bulk-status`, { ids: [rule.rule_id], status: 'active' });
    expect(many.body.data).toMatchObject({ updated: 0, errors: [expect.stringContaining('execute_command')] });
    expect(await statusOf(rule)).toBe('inactive');
  });

  it('give the secret of their public address to those alone who may do what they do', async () => {
    const { rule_id } = await makeRule(api, { ...hookRule, actions: [command] });
    const path = `${BASE}/rules/${rule_id}/hook-secret`;
    expect((await without('rmm:execute_command').post(path)).status).toBe(403);
    expect((await api.post(path)).status).toBe(200);
  });

  it.each<[string, readonly string[] | null]>([
    ['lost a permission it needs', everyPermission.filter((name) => name !== 'ticket:create')],
    ['is gone', null],
  ])('stop, and say so, when their author %s', async (_, now) => {
    const rule = await makeRule(api, { actions: [ticket] });
    held.set(me.userId, now);
    const { status, error_message } = await execute(rule);
    expect({ status, error_message }).toEqual({ status: 'failed', error_message: expect.stringContaining('The rule is paused') });
    expect(await statusOf(rule)).toBe('error');
    expect((await service.events(me.tenant)).filter(({ type }) => type === ruleEvents.updated.type).at(-1)?.data).toMatchObject({
      rule_id: rule.rule_id,
      status: 'error',
      changed: ['status'],
    });
  });

  it('skip tickets of channels that their author does not see, and do not show them to others from whom they are hidden', async () => {
    const [hiddenChannel, openChannel] = [randomUUID(), randomUUID()];
    const rule = await makeRule(api, { trigger_type: 'event_based', trigger_config: { event_type: 'ticket.deleted' } });
    fakeHiddenChannels.set(me.userId, [hiddenChannel]);
    for (const channel_id of [hiddenChannel, openChannel])
      await service.publish(me.tenant, ticketEvents.deleted, { ticket_id: randomUUID(), channel_id });
    const executions = async (from: TestApi) =>
      (await from.get(`${BASE}/executions`, { query: { automation_rule_id: rule.rule_id } })).body.data as {
        status: string;
        trigger_data: { data?: { channel_id: string } };
      }[];
    const ended = await eventually(async () => {
      const all = await executions(without());
      return all.length === 2 && all.every(({ status }) => !['pending', 'running'].includes(status)) && all;
    });
    const told = (all: typeof ended) => all.map(({ status, trigger_data }) => [status, trigger_data.data?.channel_id]).sort();
    expect(told(ended)).toEqual(
      [
        ['completed', openChannel],
        ['skipped', hiddenChannel],
      ].sort(),
    );
    expect(told(await executions(api))).toEqual([
      ['completed', openChannel],
      ['skipped', undefined],
    ]);
  });

  it('run for whoever activated them last', async () => {
    const rule = await makeRule(api, { actions: [sms] });
    held.set(me.userId, null);
    await execute(rule);
    expect(await statusOf(rule)).toBe('error');
    expect((await without().put(`${BASE}/rules/${rule.rule_id}`, { status: 'active' })).status).toBe(200);
    expect((await execute(rule)).status).toBe('completed');
  });

  it.each([
    ['e-mail', mail, 'automation:send_messages'],
    ['text messages', sms, 'automation:send_messages'],
    ['scripts', script, 'automation:run_scripts'],
  ])('need a permission of their own for %s', async (_, action, permission) => {
    const given = { name: 'R', trigger_type: 'manual', trigger_config: {}, actions: [action] };
    expect((await without(permission).post(`${BASE}/rules`, given)).status).toBe(403);
    expect((await api.post(`${BASE}/rules`, given)).status).toBe(201);
  });

  it('are bounded in what they send and run in an hour, each tenant by itself', async () => {
    const rule = await makeRule(api, { actions: [mail] });
    expect((await execute(rule)).status).toBe('completed');
    expect(await execute(rule)).toMatchObject({
      status: 'failed',
      error_message: expect.stringContaining('3 recipients of e-mail an hour'),
    });
    expect(mails).toHaveLength(1);
    expect((await execute(await makeRule(api, { actions: [script] }))).error_message).toContain('scripts an hour');
    me = caller();
    api = service.api(me);
    expect((await execute(await makeRule(api, { actions: [mail] }))).status).toBe('completed');
  });
});
