import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { caller, eventually, type TestApi, TestService } from '@psa/test-kit';
import { automationService } from '../automation-service.ts';
import { fakes, testSettings } from '../testing/fakes.ts';
import { assetCreated } from '../testing/make-event.ts';
import { makeRule } from '../testing/rule.fixtures.ts';
import { WebhookReceiver } from '../testing/webhook-receiver.ts';

const BASE = '/api/v1/automation';

describe('places for executions', () => {
  let service: TestService;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    service = await TestService.start(automationService, { settings: testSettings, ports: fakes, instances: 1 });
  });
  /** Calls that wait for an answer. */
  const held: ServerResponse[] = [];
  const hold = (response: ServerResponse) => {
    held.push(response);
  };
  afterEach(async () => {
    await service.sql("update automation_rules set status = 'inactive'");
    // Those that wait for a place follow those that are answered.
    await eventually(async () => {
      for (const response of held.splice(0)) response.end();
      return (await service.sql("select 1 from automation_executions where status in ('pending', 'running')")).length === 0;
    });
  });
  afterAll(async () => {
    // Ends the calls that hang, so that the service need not wait for them.
    await receiver.stop();
    await service.stop();
  });

  const calling = (path: string) => [{ type: 'webhook_call', order: 1, config: { url: receiver.url(path), retry_attempts: 0 } }];
  const startOften = async (api: TestApi, path: string, rules: number, each: number) => {
    for (let index = 0; index < rules; index++) {
      const { rule_id } = await makeRule(api, { priority: 'critical', max_concurrent_executions: each, actions: calling(path) });
      await Promise.all(Array.from({ length: each }, () => api.post(`${BASE}/rules/${rule_id}/execute`, { automation_rule_id: rule_id })));
    }
  };

  it('are left for a tenant whose neighbours fill theirs with critical rules that hang', async () => {
    receiver.answer('/hangs', hold);
    const [first, second, third] = [caller(), caller(), caller()].map((one) => service.api(one)) as [TestApi, TestApi, TestApi];
    for (const api of [first, second]) await startOften(api, '/hangs', 4, 10);
    await eventually(() => receiver.at('/hangs').length >= 20, 30_000);
    await startOften(third, '/answers', 1, 1);
    // Without a place left for it it would wait until those that hang are given up, which takes longer than this.
    await eventually(() => receiver.at('/answers').length > 0);
    expect(receiver.at('/answers')).toHaveLength(1);
  }, 60_000);

  const onAsset = (api: TestApi, path: string, given: Record<string, unknown> = {}) =>
    makeRule(api, {
      trigger_type: 'event_based',
      trigger_config: { event_type: 'asset.created' },
      max_concurrent_executions: 10,
      actions: calling(path),
      ...given,
    });

  it('are left for a tenant while events of another start more than all of them', async () => {
    receiver.answer('/burst', hold);
    const [busy, other] = [caller(), caller()];
    for (let index = 0; index < 8; index++) await onAsset(service.api(busy), '/burst');
    await onAsset(service.api(other), '/other');
    await Promise.all(Array.from({ length: 10 }, () => assetCreated(service, busy.tenant)));
    const running = async () =>
      (
        await service.sql<{ count: number }>(
          "select count(*)::int as count from automation_executions where tenant = $1 and status = 'running'",
          [busy.tenant],
        )
      )[0]?.count ?? 0;
    await eventually(async () => (await running()) >= 10);
    await service.settled();
    expect(await running()).toBeLessThanOrEqual(32);
    await assetCreated(service, other.tenant);
    await eventually(() => receiver.at('/other').length === 1);
    expect(await running()).toBeLessThanOrEqual(32);
  }, 60_000);

  it('go to what is most important while there are too few', async () => {
    receiver.answer('/held', hold);
    receiver.answer('/critical', hold);
    const { tenant } = caller();
    const api = service.api({ ...caller(), tenant });
    const rules = await Promise.all(Array.from({ length: 6 }, () => onAsset(api, '/held')));
    await Promise.all(Array.from({ length: 10 }, () => assetCreated(service, tenant)));
    await service.settled();
    const ofRules = 'rule_id = any($1::uuid[])';
    await eventually(
      async () =>
        (await service.sql(`select 1 from automation_executions where ${ofRules}`, [rules.map(({ rule_id }) => rule_id)])).length === 60,
    );
    for (const { rule_id } of rules) await api.put(`${BASE}/rules/${rule_id}`, { status: 'inactive' });
    await onAsset(api, '/low', { priority: 'low' });
    await assetCreated(service, tenant);
    await service.settled();
    await onAsset(api, '/critical', { priority: 'critical', trigger_config: { event_type: 'asset.*' } });
    await assetCreated(service, tenant);
    await service.settled();
    expect([receiver.at('/low'), receiver.at('/critical')]).toEqual([[], []]);
    held.shift()?.end();
    await eventually(() => receiver.at('/critical').length === 1);
    expect(receiver.at('/low')).toEqual([]);
  }, 60_000);
});
