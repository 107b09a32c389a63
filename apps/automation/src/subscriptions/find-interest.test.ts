import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { caller, eventually, type TestCaller, TestService } from '@psa/test-kit';
import { automationService } from '../automation-service.ts';
import { assetCreated } from '../testing/make-event.ts';
import { makeWebhook } from '../testing/make-webhook.ts';
import { makeRule } from '../testing/rule.fixtures.ts';
import { fakes, testSettings } from '../testing/fakes.ts';

const EVENTS = 8;

describe('events of many tenants that come together', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start(automationService, { ports: fakes, settings: testSettings });
  });
  afterAll(() => service.stop());

  const count = async (table: string, { tenant }: TestCaller) =>
    (await service.sql<{ count: number }>(`select count(*)::int as count from ${table} where tenant = $1`, [tenant]))[0]?.count;
  /** In the feed there is also what became of the rules. */
  const ASSETS = "(select * from feed_events where event_type = 'asset.created') of_assets";

  it('reach the rules and webhooks of those that have any, and the feeds of all', async () => {
    const [ruling, hooked, both, neither, elsewhere] = Array.from({ length: 5 }, () => caller()) as [
      TestCaller,
      TestCaller,
      TestCaller,
      TestCaller,
      TestCaller,
    ];
    const onAssets = { trigger_type: 'event_based', trigger_config: { event_type: 'asset.created' } };
    for (const who of [ruling, both]) await makeRule(service.api(who), onAssets);
    for (const who of [hooked, both]) await makeWebhook(service.api(who), { event_types: ['asset.*'] });
    await makeRule(service.api(elsewhere), { ...onAssets, trigger_config: { event_type: 'client.created' } });
    await makeWebhook(service.api(elsewhere), { event_types: ['client.*'] });

    const all = [ruling, hooked, both, neither, elsewhere];
    await Promise.all(all.flatMap((who) => Array.from({ length: EVENTS }, () => assetCreated(service, who.tenant))));

    for (const who of all) await eventually(async () => (await count(ASSETS, who)) === EVENTS);
    for (const who of [ruling, both]) await eventually(async () => (await count('automation_executions', who)) === EVENTS);
    for (const who of [hooked, both]) await eventually(async () => (await count('webhook_deliveries', who)) === EVENTS);
    for (const who of [hooked, neither, elsewhere]) expect(await count('automation_executions', who)).toBe(0);
    for (const who of [ruling, neither, elsewhere]) expect(await count('webhook_deliveries', who)).toBe(0);
  });
});
