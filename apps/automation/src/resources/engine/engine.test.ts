import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { entityCommandRpc, tenantId } from '@psa/contract-kit';
import type { Execution } from '@psa/contracts-automation';
import { clientRpc } from '@psa/contracts-clients';
import { identityEvents } from '@psa/contracts-identity';
import { Broker, serveRpc, rpcHandler } from '@psa/events-kit';
import { toApiError } from '@psa/http-kit';
import type { OutgoingMail } from '@psa/mail-kit';
import { caller, eventually, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { Webhook } from 'standardwebhooks';
import type { Db, Ports } from '../../automation-app.ts';
import { automationService } from '../../automation-service.ts';
import { assetCreated } from '../../testing/make-event.ts';
import { makeRule, type MadeRule } from '../../testing/rule.fixtures.ts';
import { fakes, testSettings } from '../../testing/fakes.ts';
import { WebhookReceiver } from '../../testing/webhook-receiver.ts';
import { fireRule } from './fire-rule.actions.ts';

const BASE = '/api/v1/automation';

describe('the engine', () => {
  let service: TestService;
  let owners: Broker;
  let receiver: WebhookReceiver;
  let me: TestCaller;
  let api: TestApi;
  const mails: OutgoingMail[] = [];
  const commands: Record<string, unknown>[] = [];
  const clients = new Map<string, boolean>();

  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    service = await TestService.start(automationService, {
      settings: {
        ...testSettings,
        PSA_SYSTEM_COMMANDS: JSON.stringify({ greet: { file: '/bin/echo', args: ['hello', '{who}'] }, fail: { file: '/bin/false' } }),
      },
      ports: {
        ...fakes,
        mailer: {
          send: async (mail: OutgoingMail) => {
            mails.push(mail);
          },
        },
      },
    });
    owners = await Broker.connect({ url: service.natsUrl, name: 'owners' });
    const log = { error: () => {} };
    serveRpc(
      owners,
      rpcHandler(entityCommandRpc('desk').command, async (command, { tenant, actor }) => {
        commands.push({ ...command, tenant, actor });
        return { id: '7a1f0000-0000-4000-8000-000000000001', entity: { title: command.data['title'] } };
      }) as never,
      {},
      toApiError,
      log,
    );
    serveRpc(
      owners,
      rpcHandler(clientRpc.getClientFacts, async ({ client_id }) => {
        const inactive = clients.get(client_id);
        return {
          client: inactive === undefined ? null : { client_id, client_name: 'C', is_inactive: inactive, version: 1, locations: [] },
        };
      }) as never,
      {},
      toApiError,
      log,
    );
  });
  afterAll(async () => {
    await owners.close();
    await service.stop();
    await receiver.stop();
  });
  beforeEach(() => {
    me = caller();
    api = service.api(me);
  });
  afterEach(async () => {
    // What a test leaves running would find its way into the next.
    await service.sql("update automation_rules set status = 'inactive' where tenant = $1", [me.tenant]);
  });

  const path = () => `/${randomUUID()}`;
  const call = (at: string, config: Record<string, unknown> = {}) => ({
    type: 'webhook_call',
    order: 1,
    config: { url: receiver.url(at), retry_attempts: 0, ...config },
  });
  const onAsset = (given: Record<string, unknown>) =>
    makeRule(api, { trigger_type: 'event_based', trigger_config: { event_type: 'asset.created' }, ...given });
  const executions = async ({ rule_id }: MadeRule, status = ''): Promise<Execution[]> =>
    (await api.get(`${BASE}/executions`, { query: { automation_rule_id: rule_id, ...(status === '' ? {} : { status }) } })).body
      .data as Execution[];
  const done = async (rule: MadeRule, count = 1): Promise<Execution[]> =>
    eventually(async () => {
      const ended = (await executions(rule)).filter(({ status }) => !['pending', 'running'].includes(status));
      return ended.length >= count ? ended : undefined;
    }) as Promise<Execution[]>;
  const log = async (execution: Execution | undefined) =>
    ((await api.get(`${BASE}/executions/${execution?.execution_id}`)).body.data as Execution).logs ?? [];
  /** All that was to happen has: no event is to be handled, and no execution to be run. */
  const quiet = async () => {
    await service.settled();
    await eventually(
      async () =>
        (await service.sql("select 1 from automation_executions where tenant = $1 and status in ('pending', 'running')", [me.tenant]))
          .length === 0,
    );
    await service.settled();
  };

  describe('by events', () => {
    it('calls a receiver that knows the sender by the library everybody uses', async () => {
      const at = path();
      const secret = `whsec_${Buffer.from(randomUUID() + randomUUID()).toString('base64')}`;
      const rule = await onAsset({
        conditions: [
          { field: 'event.data.name', operator: 'starts_with', value: 'srv' },
          { field: 'event.data.asset_type', operator: 'in', value: ['server'] },
        ],
        actions: [call(at, { signing_secret: secret, body: { asset: '{{event.data.name}}', by: '{{rule.name}}', id: '{{event.id}}' } })],
      });
      const eventId = await assetCreated(service, me.tenant, { name: 'srv-12' });
      await assetCreated(service, me.tenant, { name: 'printer' });
      const [received] = (await eventually(() => receiver.at(at).length > 0 && receiver.at(at))) as unknown as [
        { body: string; headers: Record<string, string> },
      ];
      expect(new Webhook(secret).verify(received.body, received.headers)).toEqual({ asset: 'srv-12', by: 'Note it', id: eventId });
      const [skipped, completed] = [
        (await done(rule, 2)).find(({ status }) => status === 'skipped'),
        (await executions(rule, 'completed'))[0],
      ];
      expect(skipped?.execution_context).toMatchObject({ skipped_because: 'The conditions do not hold' });
      expect(completed).toMatchObject({
        trigger_type: 'event_based',
        trigger_data: { eventname: 'asset.created', data: { name: 'srv-12' } },
      });
      expect(received.headers['webhook-id']).toBe(`${completed?.execution_id}.0`);
      expect(receiver.at(at)).toHaveLength(1);
      // What is in the event is shown to those alone who may read assets.
      const clerk = service.api({ ...me, permissions: ['automation:read'] });
      const seen = (await clerk.get(`/api/v1/automation/executions/${completed?.execution_id}`)).body.data;
      expect(seen.trigger_data).toEqual({ id: eventId, eventname: 'asset.created', type: 'psa.assets.asset.created.v1' });
    });

    it('of other kinds, sources and members starts nothing', async () => {
      const rules = await Promise.all([
        onAsset({ trigger_config: { event_type: 'client.created' } }),
        onAsset({ trigger_config: { event_type: 'asset.created', event_filters: { status: 'retired' } } }),
        onAsset({ trigger_config: { event_type: '*', event_source: 'clients' } }),
        onAsset({ status: 'inactive' }),
      ]);
      const [any, ofKind, filtered] = await Promise.all([
        onAsset({ trigger_config: { event_type: '*' } }),
        onAsset({ trigger_config: { event_type: 'asset.*' } }),
        onAsset({ trigger_config: { event_type: 'asset.created', event_filters: { status: ['active', 'new'], asset_type: 'server' } } }),
      ]);
      await assetCreated(service, me.tenant);
      for (const rule of [any, ofKind, filtered]) expect((await done(rule))[0]?.status).toBe('completed');
      for (const rule of rules) expect(await executions(rule)).toEqual([]);
    });

    it('of another tenant starts nothing', async () => {
      const rule = await onAsset({});
      await assetCreated(service, caller().tenant);
      await quiet();
      expect(await executions(rule)).toEqual([]);
    });

    it('delivered twice starts a rule once', async () => {
      const rule = await onAsset({});
      await assetCreated(service, me.tenant);
      const [first] = await done(rule);
      await service.sql("delete from inbox where consumer = 'automation-rules-assets'");
      const [{ envelope }] = [{ envelope: first?.trigger_data }];
      expect(envelope).toBeDefined();
      const duplicate = await service.sql('select fire_key from automation_executions where rule_id = $1', [rule.rule_id]);
      expect(duplicate).toEqual([{ fire_key: `event:${first?.trigger_data['id']}` }]);
      await expect(
        service.sql(
          "insert into automation_executions select (jsonb_populate_record(e, jsonb_build_object('execution_id', gen_random_uuid()))).* from automation_executions e where rule_id = $1",
          [rule.rule_id],
        ),
      ).rejects.toThrow('automation_executions_fire');
    });

    it('debounces what concerns the same entity', async () => {
      const rule = await onAsset({ trigger_config: { event_type: 'asset.created', debounce_minutes: 5 } });
      const asset_id = randomUUID();
      for (const version of [1, 2, 3]) await assetCreated(service, me.tenant, { asset_id }, version);
      await assetCreated(service, me.tenant);
      const all = await done(rule, 4);
      expect(all.map(({ status }) => status).sort()).toEqual(['completed', 'completed', 'skipped', 'skipped']);
    });

    it('runs no more at once than the rule allows, however many events come at the same moment', async () => {
      const at = path();
      let [running, most] = [0, 0];
      receiver.answer(at, (response) => {
        most = Math.max(most, ++running);
        // Long enough for others to come in meanwhile, if there were more.
        setTimeout(() => {
          running--;
          response.end();
        }, 20);
      });
      const rule = await onAsset({ max_concurrent_executions: 2, actions: [call(at)] });
      await Promise.all(Array.from({ length: 12 }, () => assetCreated(service, me.tenant)));
      expect((await done(rule, 12)).every(({ status }) => status === 'completed')).toBe(true);
      expect(most).toBe(2);
    });

    it('gathers batches', async () => {
      const at = path();
      const rule = await onAsset({
        trigger_config: { event_type: 'asset.created', batch_size: 3, batch_timeout_minutes: 60 },
        actions: [call(at, { body: '{{trigger_data.events}}' })],
      });
      for (let index = 0; index < 5; index++) await assetCreated(service, me.tenant, { name: `a${index}` });
      await eventually(() => receiver.at(at).length === 1);
      expect(JSON.parse(receiver.at(at)[0]?.body ?? '')).toHaveLength(3);
      await service.settled();
      expect(receiver.at(at)).toHaveLength(1);
      await service.sql('update automation_executions set due_at = now() where rule_id = $1 and is_gathering', [rule.rule_id]);
      await eventually(() => receiver.at(at).length === 2);
      expect(JSON.parse(receiver.at(at)[1]?.body ?? '')).toHaveLength(2);
    });

    it('stops rules that start each other', async () => {
      const one = await makeRule(api, {
        name: 'One',
        trigger_type: 'event_based',
        trigger_config: { event_type: 'automation.execution.completed' },
        max_concurrent_executions: 5,
      });
      const two = await makeRule(api, {
        name: 'Two',
        trigger_type: 'event_based',
        trigger_config: { event_type: 'automation.execution.completed' },
        max_concurrent_executions: 5,
      });
      const start = await makeRule(api, { name: 'Start' });
      await api.post(`${BASE}/rules/${start.rule_id}/execute`, { automation_rule_id: start.rule_id });
      await eventually(async () => (await executions(one, 'skipped')).length + (await executions(two, 'skipped')).length > 0);
      await quiet();
      const all = [...(await executions(one)), ...(await executions(two))];
      expect(all.every(({ execution_context }) => (execution_context['depth'] as number) <= 6)).toBe(true);
      expect(
        all
          .filter(({ status }) => status === 'skipped')
          .every(({ execution_context }) => String(execution_context['skipped_because']).includes('loop')),
      ).toBe(true);
      const before = all.length;
      await quiet();
      expect([...(await executions(one)), ...(await executions(two))]).toHaveLength(before);
    });
  });

  describe('by the clock', () => {
    const inPast = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
    const setDue = (rule: MadeRule, seconds: number) =>
      service.sql('update automation_rules set next_fire_at = $2 where rule_id = $1', [rule.rule_id, inPast(seconds)]);

    it('fires once however many look, and says when next', async () => {
      const rule = await makeRule(api, { trigger_type: 'recurring', trigger_config: { every_minutes: 10, start_date: inPast(3_300) } });
      await setDue(rule, 5);
      const { ports, asTenant } = service.running.scheduleOptions;
      const db = asTenant({
        tenant: tenantId(me.tenant),
        actor: { id: rule.rule_id, type: 'system' },
        correlationId: 'test',
      }) as unknown as Db;
      await Promise.all(Array.from({ length: 12 }, () => fireRule(db, ports as Ports, rule.rule_id, Date.now())));
      const [execution] = await done(rule);
      expect(execution).toMatchObject({
        status: 'completed',
        trigger_type: 'recurring',
        trigger_data: { scheduled_at: expect.any(String) },
      });
      const { next_execution } = (await api.get(`${BASE}/rules/${rule.rule_id}`)).body.data;
      expect(Date.parse(next_execution)).toBeGreaterThan(Date.now());
      await quiet();
      expect(await executions(rule)).toHaveLength(1);
      await service.sql('update automation_rules set next_fire_at = $2 where rule_id = $1', [
        rule.rule_id,
        execution?.trigger_data['scheduled_at'],
      ]);
      await eventually(async () => Date.parse((await api.get(`${BASE}/rules/${rule.rule_id}`)).body.data.next_execution) > Date.now());
      await quiet();
      // The same instant once more makes no second execution.
      expect(await executions(rule)).toHaveLength(1);
    });

    it.each([
      ['fire_once', 1],
      ['skip', 0],
    ] as const)('does with what was missed as %s says', async (missed_fires, count) => {
      const rule = await makeRule(api, {
        trigger_type: 'time_based',
        trigger_config: { schedule_type: 'hourly', start_date: inPast(86_400), missed_fires },
      });
      await setDue(rule, 7_200);
      await eventually(async () => Date.parse((await api.get(`${BASE}/rules/${rule.rule_id}`)).body.data.next_execution) > Date.now());
      await quiet();
      expect(await executions(rule)).toHaveLength(count);
    });

    it('waits while its tenant is suspended, and fires when it is served again', async () => {
      const at = path();
      const tenant_id = me.tenant;
      const known = (version: number) =>
        eventually(
          async () =>
            (await service.sql('select 1 from tenant_replicas where tenant = $1 and version = $2', [tenant_id, version])).length === 1,
        );
      await service.publish(me.tenant, identityEvents.tenantCreated, { tenant_id, name: 'T', slug: tenant_id }, 1);
      await known(1);
      await service.publish(me.tenant, identityEvents.tenantSuspended, { tenant_id }, 2);
      await known(2);
      const rule = await makeRule(api, { trigger_type: 'recurring', trigger_config: { every_minutes: 1 }, actions: [call(at)] });
      await setDue(rule, 1);
      const other = await makeRule(api, { trigger_type: 'manual', trigger_config: {}, actions: [call(at)] });
      await api.post(`${BASE}/rules/${other.rule_id}/execute`, { automation_rule_id: other.rule_id });
      // Longer than two looks at what is due.
      await sleep(2_500);
      expect(receiver.at(at)).toHaveLength(0);
      await service.publish(me.tenant, identityEvents.tenantResumed, { tenant_id }, 3);
      await eventually(() => receiver.at(at).length === 2);
    });

    it('passes over a time while something runs, if told to', async () => {
      const slow = path();
      receiver.answer(slow, () => {});
      const rule = await makeRule(api, {
        trigger_type: 'recurring',
        trigger_config: { every_minutes: 1, skip_if_running: true },
        actions: [call(slow)],
      });
      await setDue(rule, 1);
      await eventually(() => receiver.at(slow).length === 1);
      await setDue(rule, 2);
      const [skipped] = await done(rule);
      expect(skipped).toMatchObject({ status: 'skipped', execution_context: { skipped_because: 'An execution of the rule is under way' } });
    });

    it('stops after as many times as it may', async () => {
      const rule = await makeRule(api, { trigger_type: 'recurring', trigger_config: { every_minutes: 1, max_executions: 1 } });
      await setDue(rule, 1);
      await done(rule);
      expect((await api.get(`${BASE}/rules/${rule.rule_id}`)).body.data.next_execution).toBeNull();
    });

    it('fires when a condition comes true, and again only after it was not', async () => {
      const client_id = randomUUID();
      clients.set(client_id, false);
      const rule = await makeRule(api, {
        trigger_type: 'condition_based',
        trigger_config: {
          check_interval_minutes: 1,
          subject: { entity_type: 'client', entity_id: client_id },
          conditions: [{ field: 'entity.is_inactive', operator: 'equals', value: true }],
        },
      });
      const look = async () => {
        await setDue(rule, 1);
        await eventually(
          async () =>
            (await service.sql('select next_fire_at > now() as later from automation_rules where rule_id = $1', [rule.rule_id]))[0]
              .later === true,
        );
      };
      for (const [inactive, fired] of [
        [false, 0],
        [true, 1],
        [true, 1],
        [false, 1],
        [true, 2],
      ] as const) {
        clients.set(client_id, inactive);
        await look();
        expect([inactive, (await executions(rule)).length]).toEqual([inactive, fired]);
      }
      expect((await executions(rule))[0]?.trigger_data).toMatchObject({ entity: { client_id, is_inactive: true } });
    });

    it('turns a rule to error that cannot look', async () => {
      const rule = await makeRule(api, {
        trigger_type: 'condition_based',
        trigger_config: {
          check_interval_minutes: 1,
          max_check_attempts: 2,
          subject: { entity_type: 'ticket', entity_id: randomUUID() },
          conditions: [{ field: 'entity.is_closed', operator: 'equals', value: true }],
        },
      });
      await eventually(async () => {
        await setDue(rule, 1);
        return (await api.get(`${BASE}/rules/${rule.rule_id}`)).body.data.status === 'error';
      });
    });
  });

  describe('with actions', () => {
    const runs = async (...actions: Record<string, unknown>[]): Promise<Execution> => {
      const rule = await onAsset({ status: 'draft', actions: actions.map((action, index) => ({ ...action, order: index + 1 })) });
      // Not by the API, which activates no rule whose services are not there.
      await service.sql("update automation_rules set status = 'active' where rule_id = $1", [rule.rule_id]);
      await assetCreated(service, me.tenant, { name: '<b>srv</b>' });
      return (await done(rule))[0] as Execution;
    };

    it('sends mail, filled in for its form', async () => {
      const execution = await runs({
        type: 'email_notification',
        config: {
          to: ['a@example.com'],
          cc: ['b@example.com'],
          subject: 'New {{event.data.name}}',
          body: '<p>{{event.data.name}}</p>',
          is_html: true,
        },
      });
      expect(execution.status).toBe('completed');
      expect(mails.at(-1)).toMatchObject({
        to: ['a@example.com'],
        cc: ['b@example.com'],
        subject: 'New <b>srv</b>',
        html: '<p>&lt;b&gt;srv&lt;/b&gt;</p>',
        messageId: `<${execution.execution_id}.0@automation.psa>`,
      });
    });

    it('asks the owner of an entity, in the name of the rule', async () => {
      const at = path();
      const execution = await runs(
        {
          type: 'ticket_creation',
          config: { ticket_data: { title: '{{event.data.name}}', client_id: '{{event.data.client_id}}' }, priority: 'high' },
        },
        {
          type: 'database_update',
          config: { table: 'tickets', operation: 'update', conditions: { id: '{{actions.1.output.id}}' }, data: { note: 'x' } },
        },
        call(at, { body: '{{actions}}' }),
      );
      expect(execution).toMatchObject({ status: 'completed', actions_successful: 3, error_message: null });
      expect(commands.slice(-2)).toMatchObject([
        {
          entity: 'ticket',
          operation: 'create',
          id: null,
          data: { title: '<b>srv</b>', priority: 'high' },
          tenant: me.tenant,
          actor: { id: execution.automation_rule_id, type: 'system' },
          idempotency_key: `${execution.execution_id}.0`,
        },
        { entity: 'ticket', operation: 'update', id: '7a1f0000-0000-4000-8000-000000000001', data: { note: 'x' } },
      ]);
      expect(JSON.parse(receiver.at(at)[0]?.body ?? '')).toMatchObject({
        1: { is_success: true, output: { entity: { title: '<b>srv</b>' } } },
        2: { output: { id: '7a1f0000-0000-4000-8000-000000000001' } },
      });
    });

    it.each<[string, Record<string, unknown>, RegExp]>([
      [
        'nobody answers for',
        {
          type: 'time_entry_creation',
          config: {
            user_id: randomUUID(),
            work_item_id: randomUUID(),
            work_item_type: 'ticket',
            start_time: '2026-01-01T00:00:00Z',
            end_time: '2026-01-01T01:00:00Z',
          },
        },
        /time service takes no commands here/,
      ],
      [
        'need what is not there',
        { type: 'project_update', config: { project_id: '{{trigger_data.data.project_id}}', changes: {} } },
        /project_id must be a UUID/,
      ],
      ['name no workflow', { type: 'workflow_execution', config: { workflow_name: 'Onboard' } }, /workflow_name is no workflow/],
      [
        'throw',
        { type: 'custom_script', config: { script_type: 'javascript', script_content: 'throw new Error(input.event.data.name)' } },
        /Error: <b>srv/,
      ],
      [
        'reach inside',
        { type: 'webhook_call', config: { url: 'http://{{trigger_data.data.nothing}}127.0.0.2/' } },
        /https|public internet/,
      ],
      ['fail as programs', { type: 'system_command', config: { command_id: 'fail' } }, /ended with 1/],
      [
        'smuggle options',
        { type: 'system_command', config: { command_id: 'greet', args: { who: '--help' } } },
        /must not begin with a hyphen/,
      ],
    ])('fails those that %s, and says so', async (_, action, message) => {
      const execution = await runs(action);
      expect(execution).toMatchObject({ status: 'failed', failed_action_index: 0, error_message: expect.stringMatching(message) });
    });

    it('are not to be active while the service they need is not there', async () => {
      const action = {
        type: 'invoice_generation',
        order: 1,
        config: { client_id: randomUUID(), period_start: '2026-01-01T00:00:00Z', period_end: '2026-02-01T00:00:00Z' },
      };
      const { rule_id } = await makeRule(api, { status: 'draft', actions: [action] });
      const { status, body } = await api.put(`${BASE}/rules/${rule_id}`, { status: 'active' });
      expect({ status, details: body.error.details }).toEqual({
        status: 400,
        details: [expect.objectContaining({ path: ['actions', 0, 'type'], message: expect.stringContaining('billing service') })],
      });
    });

    it('runs scripts with what the rule knows, and their output goes on', async () => {
      const at = path();
      const execution = await runs(
        {
          type: 'custom_script',
          config: {
            script_type: 'javascript',
            script_content: "console.log('seen', input.event.data.asset_tag); return { upper: input.event.data.asset_tag + env.SUFFIX };",
            environment_variables: { SUFFIX: 'canary-env' },
          },
        },
        call(at, { body: '{{actions.1.output.upper}}' }),
      );
      expect(execution.status).toBe('completed');
      const logs = await log(execution);
      expect(logs.map(({ message }) => message)).toContain('seen S-1');
      expect(JSON.stringify(logs)).not.toContain('canary-env');
      // What a secret is part of is not passed on in the clear either.
      expect(receiver.at(at)[0]?.body).toBe('S-1[REDACTED]');
    });

    it('runs the commands the operator lists, without a shell', async () => {
      const at = path();
      await runs(
        { type: 'system_command', config: { command_id: 'greet', args: { who: '$(id); {{event.data.name}}' } } },
        call(at, { body: '{{actions.1.output.stdout}}' }),
      );
      expect(receiver.at(at)[0]?.body).toBe('hello $(id); <b>srv</b>\n');
    });

    it('shows no secret that an answer repeats', async () => {
      const at = path();
      receiver.answer(at, (response, { headers }) => response.writeHead(500).end(JSON.stringify({ you_sent: headers.authorization })));
      const execution = await runs(call(at, { authentication: { type: 'bearer', credentials: { token: 'canary-77' } } }));
      expect(receiver.at(at)[0]?.headers.authorization).toBe('Bearer canary-77');
      expect(JSON.stringify(await log(execution))).not.toContain('canary-77');
      for (const table of ['automation_action_results', 'automation_execution_logs', 'outbox', 'automation_executions']) {
        expect(await service.sql(`select 1 from ${table} t where tenant = $1 and t::text like '%canary-77%'`, [me.tenant])).toEqual([]);
      }
    });

    it('tells whom the rule names', async () => {
      const at = path();
      await onAsset({
        name: 'Told',
        notification_settings: {
          notify_on_success: true,
          notification_emails: ['boss@example.com'],
          notification_webhooks: [receiver.url(at)],
        },
      });
      await assetCreated(service, me.tenant);
      await eventually(() => receiver.at(at).length === 1 && mails.some(({ subject }) => subject === 'Automation: Told completed'));
      expect(JSON.parse(receiver.at(at)[0]?.body ?? '')).toMatchObject({
        type: 'automation.execution',
        rule_name: 'Told',
        status: 'completed',
      });
    });
  });
});
