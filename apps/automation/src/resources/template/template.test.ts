import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { templateEvents } from '@psa/contracts-automation';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { automationService } from '../../automation-service.ts';
import { type MadeRule, makeRule } from '../../testing/rule.fixtures.ts';
import { fakes, testSettings } from '../../testing/fakes.ts';

const BASE = '/api/v1/automation';

describe('automation templates', () => {
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

  const settings = {
    description: 'What it is for',
    priority: 'high',
    trigger_type: 'event_based',
    trigger_config: { event_type: 'asset.created', debounce_minutes: 5 },
    conditions: [{ field: 'event.data.name', operator: 'starts_with', value: 'srv' }],
    condition_logic: 'or',
    max_concurrent_executions: 4,
    tags: ['a'],
    metadata: { own: 1 },
    actions: [{ type: 'email_notification', order: 1, config: { to: ['a@example.com'], subject: 'New: {{event.data.name}}', body: 'x' } }],
  };
  const template = async (rule: MadeRule, template_variables: object[] = []) =>
    api.post(`${BASE}/templates`, { automation_rule_id: rule.rule_id, template_name: 'T', category: 'ops', template_variables });
  const ownMembers = ({
    rule_id: _id,
    created_at: _created,
    updated_at: _updated,
    status: _status,
    _links: _l,
    next_execution: _next,
    ...rest
  }: MadeRule) => rest;

  it('give back the rule they were made of, as a draft', async () => {
    const rule = await makeRule(api, settings);
    const made = await template(rule);
    expect(made.status).toBe(201);
    expect(made.body.data).toMatchObject({
      name: 'T',
      category: 'ops',
      version: '1.0.0',
      author: me.userId,
      usage_count: 0,
      last_used: null,
      required_permissions: ['automation:send_messages', 'asset:read'],
    });
    const { status, body } = await api.post(`${BASE}/templates/${made.body.data.template_id}/create-rule`, {});
    expect({ status, state: body.data.status }).toEqual({ status: 201, state: 'draft' });
    expect(ownMembers(body.data)).toEqual(ownMembers(rule));
    expect(body._links.template.href).toBe(`${BASE}/templates/${made.body.data.template_id}`);
    expect((await api.get(`${BASE}/templates/${made.body.data.template_id}`)).body.data).toMatchObject({
      usage_count: 1,
      last_used: expect.any(String),
    });
    expect((await service.events(me.tenant)).map(({ type }) => type)).toContain(templateEvents.created.type);
  });

  it('have gaps that are filled with values of their type', async () => {
    const made = await template(await makeRule(api, settings), [
      { rule_field_path: 'name', variable_name: 'title', required: true },
      { rule_field_path: 'max_concurrent_executions', variable_name: 'most' },
      { rule_field_path: 'actions[0].config.to', variable_name: 'people', type: 'multiselect' },
    ]);
    const at = `${BASE}/templates/${made.body.data.template_id}/use`;
    const { status, body } = await api.post(at, { variables: { title: 'Mine', most: 9, people: ['b@example.com'] } });
    expect({
      status,
      name: body.data?.name,
      most: body.data?.max_concurrent_executions,
      config: body.data?.actions[0].config,
    }).toMatchObject({
      status: 201,
      name: 'Mine',
      most: 9,
      config: { to: ['b@example.com'], subject: 'New: {{event.data.name}}' },
    });
    const wrong = await api.post(at, { variables: { title: 7, most: 'many' } });
    expect({ status: wrong.status, paths: wrong.body.error.details.map(({ path }: { path: string[] }) => path.join('.')) }).toEqual({
      status: 400,
      paths: ['variables.title', 'variables.most'],
    });
    const invalid = await api.post(at, { variables: { most: 1000 } });
    expect({ status: invalid.status, path: invalid.body.error.details[0].path.join('.') }).toEqual({
      status: 400,
      path: 'template_config.max_concurrent_executions',
    });
  });

  it('keep no secrets and ask for them', async () => {
    const rule = await makeRule(api, {
      actions: [
        {
          type: 'webhook_call',
          order: 1,
          config: { url: 'https://example.com', authentication: { type: 'bearer', credentials: { token: 'canary-1' } } },
        },
      ],
    });
    const made = await template(rule);
    expect(made.text).not.toContain('canary-1');
    const [variable] = made.body.data.template_variables;
    expect(variable).toMatchObject({ type: 'string', required: true });
    const at = `${BASE}/templates/${made.body.data.template_id}/create-rule`;
    expect((await api.post(at, {})).body.error.details).toMatchObject([{ path: ['variables', variable.name], message: 'is required' }]);
    const used = await api.post(at, { variables: { [variable.name]: 'canary-2' } });
    expect({ status: used.status, token: used.body.data.actions[0].config.authentication.credentials.token }).toEqual({
      status: 201,
      token: '[REDACTED]',
    });
    expect(await service.sql("select 1 from automation_templates t where t::text like '%canary%'")).toEqual([]);
  });

  it('are found by every filter', async () => {
    const rule = await makeRule(api, settings);
    const made = await template(rule);
    await api.post(`${BASE}/templates`, { automation_rule_id: rule.rule_id, template_name: 'Other', category: 'sales' });
    await api.post(`${BASE}/templates/${made.body.data.template_id}/use`, {});
    const found = async (query: Record<string, string>) => {
      const { body } = await api.get(`${BASE}/templates`, { query });
      expect(body.pagination.total).toBe(body.data.length);
      return body.data.map(({ name }: { name: string }) => name) as string[];
    };
    const cases: [Record<string, string>, string[]][] = [
      [{}, ['Other', 'T']],
      [{ category: 'ops' }, ['T']],
      [{ author: me.userId }, ['Other', 'T']],
      [{ author: 'x' }, []],
      [{ compatible_version: 'v1' }, ['Other', 'T']],
      [{ compatible_version: 'v9' }, []],
      [{ usage_count_min: '1' }, ['T']],
      [{ usage_count_max: '0' }, ['Other']],
      [{ search: 'oth' }, ['Other']],
      [{ is_active: 'false' }, []],
    ];
    for (const [query, names] of cases) expect([query, await found(query)]).toEqual([query, names]);
    expect((await api.delete(`${BASE}/templates/${made.body.data.template_id}`)).status).toBe(204);
    expect(await found({})).toEqual(['Other']);
  });

  it('need a rule', async () => {
    expect((await api.post(`${BASE}/templates`, { automation_rule_id: me.userId, template_name: 'T', category: 'x' })).status).toBe(404);
  });

  it('count in the figures what there is', async () => {
    const rule = await makeRule(api, {
      actions: [{ type: 'sms_notification', order: 1, config: { phone_numbers: ['+15551234567'], message: 'x' } }],
    });
    await makeRule(api, { status: 'draft' });
    for (const [status, ms] of [
      ['completed', 100],
      ['completed', 300],
      ['failed', 50],
      ['timeout', 10],
      ['pending', null],
      ['skipped', 0],
    ] as const) {
      await service.sql(
        `insert into automation_executions (tenant, execution_id, rule_id, rule_name, status, trigger_type, trigger_data, execution_context, plan, priority, correlation_id, actions_total, duration_ms)
        values ($1, gen_random_uuid(), $2, 'x', $3, 'manual', '{}', '{}', '{}', 1, 'c', 1, $4)`,
        [me.tenant, rule.rule_id, status, ms],
      );
    }
    const { data } = (await api.get(`${BASE}/statistics`)).body;
    expect(data).toMatchObject({
      total_rules: 2,
      active_rules: 1,
      draft_rules: 1,
      inactive_rules: 0,
      error_rules: 0,
      total_executions: 6,
      successful_executions: 2,
      failed_executions: 1,
      executions_today: 6,
      executions_this_week: 6,
      executions_this_month: 6,
      avg_execution_time_ms: 200,
      success_rate_percent: 50,
      most_used_trigger_types: [{ trigger_type: 'manual', count: 2 }],
      most_used_action_types: [{ action_type: 'sms_notification', count: 2 }],
    });
    const performance = (
      await api.get(`${BASE}/performance`, { query: { metrics: 'execution_count,success_rate', rule_ids: rule.rule_id } })
    ).body.data;
    expect(performance.data).toHaveLength(31);
    expect(performance.data.at(-1)).toEqual({
      bucket: `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`,
      execution_count: 5,
      success_rate: 50,
    });
    expect((await api.get(`${BASE}/performance`, { query: { rule_ids: me.userId } })).body.data.data.at(-1).execution_count).toBe(0);
    expect((await api.get(`${BASE}/performance`, { query: { metrics: 'speed' } })).status).toBe(400);
    expect((await api.get(`${BASE}/performance`, { query: { group_by: 'hour', date_from: '2020-01-01' } })).status).toBe(400);
  });
});
