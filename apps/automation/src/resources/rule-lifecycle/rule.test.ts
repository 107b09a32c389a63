import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ruleEvents } from '@psa/contracts-automation';
import { caller, everyPermission, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { automationService } from '../../automation-service.ts';
import { aRule, hookRule, makeRule } from '../../testing/rule.fixtures.ts';
import { fakes, testSettings } from '../../testing/fakes.ts';

const RULES = '/api/v1/automation/rules';
const SECRET = 'canary-4f1c';

const call = (config: Record<string, unknown> = {}) => ({
  type: 'webhook_call',
  order: 1,
  config: { url: 'https://example.com/hook', ...config },
});

describe('automation rules', () => {
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

  const issues = async (given: Record<string, unknown>) => {
    const { status, body } = await api.post(RULES, aRule(given));
    return { status, paths: (body.error?.details ?? []).map(({ path }: { path: (string | number)[] }) => path.join('.')) as string[] };
  };

  it('are drafts of normal priority unless said otherwise, and are told of', async () => {
    const { status, body, headers } = await api.post(RULES, aRule());
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`${RULES}/${body.data.rule_id}`);
    expect(body.data).toMatchObject({
      status: 'draft',
      priority: 'normal',
      trigger_type: 'manual',
      trigger_config: {},
      conditions: [],
      condition_logic: 'and',
      max_concurrent_executions: 1,
      execution_timeout_minutes: 60,
      execution_count: 0,
      last_executed: null,
      created_by: me.userId,
      notification_settings: { notify_on_failure: true, notify_on_success: false },
    });
    expect(await service.events(me.tenant)).toMatchObject([
      { type: ruleEvents.created.type, aggregateversion: 1, data: { rule_id: body.data.rule_id, status: 'draft' } },
    ]);
    expect((await api.get(`/api/v1/automations/rules/${body.data.rule_id}`)).body.data.execution_statistics).toEqual({
      total_executions: 0,
      successful_executions: 0,
      failed_executions: 0,
      success_rate: 0,
    });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no action', { actions: [] }, 'actions'],
    ['an unknown action', { actions: [{ type: 'dance', order: 1, config: {} }] }, 'actions.0.type'],
    [
      'an action without what it needs',
      { actions: [{ type: 'email_notification', order: 1, config: { to: [], subject: 'x', body: 'y' } }] },
      'actions.0.config.to',
    ],
    [
      'an address that is none',
      { actions: [{ type: 'email_notification', order: 1, config: { to: ['nobody'], subject: 'x', body: 'y' } }] },
      'actions.0.config.to.0',
    ],
    [
      'a script in another language',
      { actions: [{ type: 'custom_script', order: 1, config: { script_type: 'bash', script_content: 'ls' } }] },
      'actions.0.config.script_type',
    ],
    [
      'a command nobody offers',
      { actions: [{ type: 'system_command', order: 1, config: { command_id: 'reboot' } }] },
      'actions.0.config.command_id',
    ],
    ['a private address', { actions: [call({ url: 'https://10.0.0.1/x' })] }, 'actions.0.config.url'],
    ['an address of the cloud', { actions: [call({ url: 'http://169.254.169.254/latest' })] }, 'actions.0.config.url'],
    [
      'a private address to tell',
      { notification_settings: { notification_webhooks: ['https://[::1]/x'] } },
      'notification_settings.notification_webhooks.0',
    ],
    [
      'a table that is no entity',
      { actions: [{ type: 'database_update', order: 1, config: { table: 'pg_user', operation: 'delete', conditions: { id: 'x' } } }] },
      'actions.0.config.table',
    ],
    [
      'a deletion of everything',
      { actions: [{ type: 'database_update', order: 1, config: { table: 'clients', operation: 'delete' } }] },
      'actions.0.config.conditions',
    ],
    [
      'an event that does not exist',
      { trigger_type: 'event_based', trigger_config: { event_type: 'asset.exploded' } },
      'trigger_config.event_type',
    ],
    [
      'an event nobody may read',
      { trigger_type: 'event_based', trigger_config: { event_type: 'asset.created', event_source: 'nowhere' } },
      'trigger_config.event_source',
    ],
    [
      "another trigger's configuration",
      { trigger_type: 'event_based', trigger_config: { cron: '* * * * *' } },
      'trigger_config.event_type',
    ],
    [
      'a schedule that is none',
      { trigger_type: 'time_based', trigger_config: { schedule_type: 'custom_cron', cron_expression: 'x' } },
      'trigger_config.cron_expression',
    ],
    [
      'a time zone that is none',
      { trigger_type: 'recurring', trigger_config: { every_minutes: 5, timezone: 'Mars/Olympus' } },
      'trigger_config.timezone',
    ],
    [
      'two repetitions at once',
      { trigger_type: 'recurring', trigger_config: { every_minutes: 5, cron: '* * * * *' } },
      'trigger_config.cron',
    ],
    ['a pattern that is none', { conditions: [{ field: 'event.data.name', operator: 'regex_match', value: '(' }] }, 'conditions.0.value'],
    ['a list that is none', { conditions: [{ field: 'event.data.name', operator: 'in', value: 'x' }] }, 'conditions.0.value'],
    ['a path that is none', { conditions: [{ field: 'a..b', operator: 'exists' }] }, 'conditions.0.field'],
    ['a status of the product', { status: 'error' }, 'status'],
    ['too many retries', { actions: [{ ...call(), retry_attempts: 6 }] }, 'actions.0.retry_attempts'],
  ])('are refused with %s, by name', async (_, given, path) => {
    const { status, paths } = await issues(given);
    expect(status).toBe(400);
    expect(paths).toContain(path);
    expect(await service.sql('select 1 from automation_rules where tenant = $1', [me.tenant])).toEqual([]);
  });

  it.each<[string, string, Record<string, unknown>]>([
    ['time_based', 'daily', { schedule_type: 'daily', timezone: 'Europe/Berlin' }],
    ['recurring', 'cron', { cron: '0 9 * * 1-5' }],
    ['recurring', 'rrule', { rrule: 'FREQ=WEEKLY' }],
    ['event_based', 'event', { event_type: 'asset.*' }],
    [
      'condition_based',
      'condition',
      { check_interval_minutes: 5, conditions: [{ field: 'clock.hour', operator: 'greater_than', value: 8 }] },
    ],
    ['manual', 'nothing', {}],
    ['webhook', 'hook', {}],
  ])('take the trigger %s by %s', async (trigger_type, _, trigger_config) => {
    const rule = await makeRule(api, { trigger_type, trigger_config });
    expect(rule.trigger_config).toMatchObject(trigger_config);
    const written = await api.put(`${RULES}/${rule.rule_id}`, rule);
    // A rule that is due at once may have been looked at since.
    const { _links, next_execution } = written.body.data;
    expect(written.body.data).toEqual({ ...rule, _links, next_execution });
    expect(['time_based', 'recurring', 'condition_based'].includes(trigger_type)).toBe(rule['next_execution'] !== null);
  });

  it('have a public address when a webhook starts them, with a secret that is shown once', async () => {
    const { rule_id, trigger_config } = await makeRule(api, hookRule);
    expect(trigger_config['url']).toBe(`http://psa.test/hooks/automation/${me.tenant}/${trigger_config['hook_id']}`);
    const { body } = await api.post(`${RULES}/${rule_id}/hook-secret`);
    expect(body.data).toEqual({ hook_id: trigger_config['hook_id'], url: trigger_config['url'], secret: expect.stringMatching(/^whsec_/) });
    expect((await api.get(`${RULES}/${rule_id}`)).text).not.toContain(body.data.secret);
    await api.put(`${RULES}/${rule_id}`, { trigger_type: 'manual' });
    expect(await service.sql('select 1 from automation_hooks where tenant = $1', [me.tenant])).toEqual([]);
    expect((await api.post(`${RULES}/${rule_id}/hook-secret`)).status).toBe(409);
  });

  it('run their actions in their order, whatever the order they are listed in', async () => {
    const action = (order: number, message: string) => ({
      type: 'sms_notification',
      order,
      config: { phone_numbers: ['+15551234567'], message },
    });
    const rule = await makeRule(api, { actions: [action(3, 'c'), action(1, 'a'), action(3, 'd'), action(2, 'b')] });
    expect((rule['actions'] as { config: { message: string } }[]).map(({ config }) => config.message)).toEqual(['a', 'b', 'c', 'd']);
  });

  describe('and their secrets', () => {
    const secretive = call({
      headers: { 'X-Api-Key': `${SECRET}-header` },
      authentication: { type: 'bearer', credentials: { token: `${SECRET}-token` } },
      signing_secret: `whsec_${Buffer.from(`${SECRET}-aaaaaaaaaaaaaaaaaaaaaaaaaaaa`).toString('base64')}`,
    });

    it('come back by no route, no event and no table', async () => {
      const { rule_id } = await makeRule(api, { actions: [secretive] });
      const answers = await Promise.all([
        api.get(`${RULES}/${rule_id}`),
        api.get(RULES),
        api.put(`${RULES}/${rule_id}`, { name: 'Other' }),
      ]);
      for (const { text, status } of answers) {
        expect(status).toBe(200);
        expect(text).not.toContain(SECRET);
        expect(text).toContain('[REDACTED]');
      }
      for (const table of ['automation_rules', 'automation_executions', 'outbox', 'idempotency_keys']) {
        expect(
          await service.sql(`select 1 from ${table} t where tenant = $1 and t::text like '%' || $2 || '%'`, [me.tenant, SECRET]),
        ).toEqual([]);
      }
    });

    it('stay when a rule that was read is written back', async () => {
      const rule = await makeRule(api, { actions: [secretive] });
      const sealed = async () =>
        (await service.sql('select sealed_secrets, secrets_version from automation_rules where rule_id = $1', [rule.rule_id]))[0];
      const before = await sealed();
      const written = await api.put(`${RULES}/${rule.rule_id}`, { ...rule, name: 'Other' });
      expect(written.status).toBe(200);
      expect(await sealed()).toEqual(before);
    });

    it('have to be given again for another address', async () => {
      const rule = await makeRule(api, { actions: [secretive] });
      const [action] = rule['actions'] as [{ config: object }];
      const { status, body } = await api.put(`${RULES}/${rule.rule_id}`, {
        actions: [{ ...action, config: { ...action.config, url: 'https://evil.example/' } }],
      });
      expect(status).toBe(400);
      expect(body.error.details.map(({ path }: { path: unknown[] }) => path.join('.'))).toContain('actions.0.config.signing_secret');
    });

    it('are not made of what stands in their place', async () => {
      expect((await issues({ actions: [call({ authentication: { type: 'bearer', credentials: { token: '[REDACTED]' } } })] })).status).toBe(
        400,
      );
    });
  });

  describe('as a way around permissions', () => {
    const without = (...names: string[]) => service.api({ ...me, permissions: everyPermission.filter((name) => !names.includes(name)) });

    it.each<[string, Record<string, unknown>]>([
      ['asset:read', { trigger_type: 'event_based', trigger_config: { event_type: 'asset.created' } }],
      ['client:read', { trigger_type: 'event_based', trigger_config: { event_type: '*' } }],
      ['ticket:create', { actions: [{ type: 'ticket_creation', order: 1, config: { ticket_data: {} } }] }],
      [
        'client:delete',
        {
          actions: [
            {
              type: 'database_update',
              order: 1,
              config: { table: 'clients', operation: 'delete', conditions: { id: '{{trigger_data.client_id}}' } },
            },
          ],
        },
      ],
      [
        'invoice:generate',
        {
          actions: [
            {
              type: 'invoice_generation',
              order: 1,
              config: { client_id: '{{trigger_data.client_id}}', period_start: '2026-01-01T00:00:00Z', period_end: '2026-02-01T00:00:00Z' },
            },
          ],
        },
      ],
    ])('do not serve whoever lacks %s', async (permission, given) => {
      expect((await api.post(RULES, aRule(given))).status).toBe(201);
      expect((await without(permission).post(RULES, aRule(given))).status).toBe(403);
    });

    it('may be renamed, but not sent elsewhere, by who could not have written them', async () => {
      const rule = await makeRule(api, { trigger_type: 'event_based', trigger_config: { event_type: 'asset.created' } });
      const other = without('asset:read');
      expect((await other.put(`${RULES}/${rule.rule_id}`, { name: 'Renamed' })).status).toBe(200);
      expect((await other.put(`${RULES}/${rule.rule_id}`, { actions: [call()] })).status).toBe(403);
    });
  });

  it('are found by every filter, with the right total', async () => {
    const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    await makeRule(api, { name: 'Alpha', priority: 'high', tags: ['night'], template_category: 'ops' });
    const beta = await makeRule(api, {
      name: 'Beta_x',
      status: 'inactive',
      trigger_type: 'event_based',
      trigger_config: { event_type: 'client.created' },
    });
    await service.sql('update automation_rules set execution_count = 7, last_executed = now() where rule_id = $1', [beta.rule_id]);
    const found = async (query: Record<string, string>) => {
      const { body } = await api.get(RULES, { query });
      expect(body.pagination.total).toBe(body.data.length);
      return body.data.map(({ name }: { name: string }) => name) as string[];
    };
    expect(await found({})).toEqual(['Beta_x', 'Alpha']);
    expect(await found({ sort: 'name', order: 'asc' })).toEqual(['Alpha', 'Beta_x']);
    const cases: [Record<string, string>, string[]][] = [
      [{ name: 'a_' }, ['Beta_x']],
      [{ status: 'active' }, ['Alpha']],
      [{ is_active: 'false' }, ['Beta_x']],
      [{ trigger_type: 'manual' }, ['Alpha']],
      [{ priority: 'high' }, ['Alpha']],
      [{ template_category: 'ops' }, ['Alpha']],
      [{ created_by: me.userId }, ['Beta_x', 'Alpha']],
      [{ created_by: me.tenant }, []],
      [{ search: 'night' }, ['Alpha']],
      [{ search: 'client.cr' }, ['Beta_x']],
      [{ last_executed_from: at(-1) }, ['Beta_x']],
      [{ last_executed_to: at(-1) }, []],
      [{ execution_count_min: '7' }, ['Beta_x']],
      [{ execution_count_max: '6' }, ['Alpha']],
      [{ created_from: at(1) }, []],
      [{ created_to: at(1) }, ['Beta_x', 'Alpha']],
      [{ updated_from: at(1) }, []],
    ];
    for (const [query, names] of cases) expect([query, await found(query)]).toEqual([query, names]);
  });

  it('get a status many at a time, and each that does not says why', async () => {
    const [one, two] = [await makeRule(api), await makeRule(api)];
    const unknown = caller().userId;
    const { body } = await api.post('/api/v1/automation/bulk/status', { ids: [one.rule_id, unknown, two.rule_id], status: 'inactive' });
    expect(body.data).toEqual({
      action: 'bulk_status_update',
      status: 'inactive',
      rule_ids: [one.rule_id, unknown, two.rule_id],
      updated: 2,
      errors: [`${unknown}: Rule not found`],
      message: '2 of 3 rules updated',
    });
    expect((await api.get(RULES, { query: { status: 'inactive' } })).body.pagination.total).toBe(2);
    const refused = await api.post('/api/v1/automation/bulk/status', { ids: [one.rule_id], status: 'error' });
    expect(refused.body.data).toMatchObject({ updated: 0, errors: [`${one.rule_id}: status: is set by the product alone`] });
  });

  it('are not changed by who has read an older version, and do not change by writing the same', async () => {
    const { rule_id } = await makeRule(api);
    const etag = (await api.get(`${RULES}/${rule_id}`)).headers.get('etag') as string;
    expect((await api.put(`${RULES}/${rule_id}`, { name: 'Note it' })).headers.get('etag')).toMatch(/^"1-/);
    expect((await api.put(`${RULES}/${rule_id}`, { name: 'B', tags: ['x'] }, { headers: { 'if-match': etag } })).status).toBe(200);
    expect((await api.put(`${RULES}/${rule_id}`, { name: 'C' }, { headers: { 'if-match': etag } })).status).toBe(412);
    expect((await service.events(me.tenant)).at(-1)).toMatchObject({
      type: ruleEvents.updated.type,
      aggregateversion: 2,
      data: { changed: ['name', 'tags'] },
    });
  });

  it('are not deleted while something runs, and leave behind what they did', async () => {
    const { rule_id } = await makeRule(api);
    const started = await api.post(`${RULES}/${rule_id}/execute`, { automation_rule_id: rule_id, dry_run: true });
    await service.sql("update automation_executions set status = 'running' where execution_id = $1", [started.body.data.execution_id]);
    expect((await api.delete(`${RULES}/${rule_id}`)).status).toBe(409);
    await service.sql("update automation_executions set status = 'completed' where execution_id = $1", [started.body.data.execution_id]);
    expect((await api.delete(`${RULES}/${rule_id}`)).status).toBe(204);
    expect((await api.get(`${RULES}/${rule_id}`)).status).toBe(404);
    expect((await api.get('/api/v1/automation/executions', { query: { automation_rule_id: rule_id } })).body.pagination.total).toBe(1);
  });
});
