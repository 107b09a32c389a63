import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { caller, eventually, type TestApi, TestService } from '@psa/test-kit';
import { automationService } from '../automation-service.ts';
import { fakes, testSettings } from '../testing/fakes.ts';
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
    receiver.answer('/hangs', () => {});
    const [first, second, third] = [caller(), caller(), caller()].map((one) => service.api(one)) as [TestApi, TestApi, TestApi];
    for (const api of [first, second]) await startOften(api, '/hangs', 4, 10);
    await eventually(() => receiver.at('/hangs').length >= 20, 30_000);
    await startOften(third, '/answers', 1, 1);
    // Without a place left for it it would wait until those that hang are given up, which takes longer than this.
    await eventually(() => receiver.at('/answers').length > 0);
    expect(receiver.at('/answers')).toHaveLength(1);
  }, 60_000);
});
