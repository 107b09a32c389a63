import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Execution, ruleEvents } from '@psa/contracts-automation';
import { caller, earlier, eventually, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { automationService } from '../../automation-service.ts';
import { fakes, testSettings } from '../../testing/fakes.ts';
import { assetCreated } from '../../testing/make-event.ts';
import { makeRule, type MadeRule } from '../../testing/rule.fixtures.ts';

const BASE = '/api/v1/automation';
const OF_RULE = 3;
const OF_TENANT = 5;

const options = {
  settings: {
    ...testSettings,
    PSA_AUTOMATION_STARTS_PER_HOUR_OF_RULE: String(OF_RULE),
    PSA_AUTOMATION_STARTS_PER_HOUR: String(OF_TENANT),
  },
  ports: fakes,
};
const start = ({ rule_id }: MadeRule, by: TestApi) => by.post(`${BASE}/rules/${rule_id}/execute`, { automation_rule_id: rule_id });

describe('how often rules start in an hour', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;

  beforeAll(async () => {
    service = await TestService.start(automationService, options);
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    me = caller();
    api = service.api(me);
  });

  const executions = async ({ rule_id }: MadeRule): Promise<Execution[]> =>
    (await api.get(`${BASE}/executions`, { query: { automation_rule_id: rule_id } })).body.data as Execution[];
  const told = async () =>
    (await service.events(me.tenant)).filter(({ type }) => type === ruleEvents.limit_reached.type).map(({ data }) => data);

  it('skips what would start a rule beyond its limit, and tells so once', async () => {
    const rule = await makeRule(api, { trigger_type: 'event_based', trigger_config: { event_type: 'asset.created' } });
    for (let made = 0; made < OF_RULE; made++) await assetCreated(service, me.tenant);
    await eventually(async () => (await executions(rule)).length === OF_RULE);
    for (let made = 0; made < 3; made++) await assetCreated(service, me.tenant);
    await service.settled();
    const skipped = (await executions(rule)).filter(({ status }) => status === 'skipped');
    expect(skipped.map(({ execution_context }) => execution_context['skipped_because'])).toEqual([
      expect.stringContaining(`The rule was started ${OF_RULE} times in this hour`),
    ]);
    expect(await executions(rule)).toHaveLength(OF_RULE + 1);
    expect(await told()).toMatchObject([{ rule_id: rule.rule_id, scope: 'rule', limit: OF_RULE }]);
  });

  it('refuses whoever starts a rule beyond it by hand, and says when to try again', async () => {
    const rule = await makeRule(api);
    for (let made = 0; made < OF_RULE; made++) expect((await start(rule, api)).status).toBe(201);
    const refused = await start(rule, api);
    expect({ status: refused.status, code: refused.body.error.code }).toEqual({ status: 429, code: 'RATE_LIMITED' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('starts a rule again in the next hour', async () => {
    const rule = await makeRule(api);
    for (let made = 0; made < OF_RULE; made++) await start(rule, api);
    await service.sql(`update automation_rules set starts_hour = ${earlier('starts_hour', "interval '1 hour'")} where rule_id = $1`, [
      rule.rule_id,
    ]);
    expect((await start(rule, api)).status).toBe(201);
  });
});

// Processes hear of each other's starts every few seconds: up to then each may start as many.
describe('how often all rules of a tenant start in an hour, in one process', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start(automationService, { ...options, instances: 1 });
  });
  afterAll(() => service.stop());

  it('is bounded, and no other tenant is', async () => {
    const [api, other] = [service.api(caller()), service.api(caller())];
    const rules = await Promise.all([makeRule(api), makeRule(api), makeRule(api)]);
    const statuses: number[] = [];
    for (const rule of rules) for (let made = 0; made < 2; made++) statuses.push((await start(rule, api)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
    expect((await start(await makeRule(other), other)).status).toBe(201);
  });
});
