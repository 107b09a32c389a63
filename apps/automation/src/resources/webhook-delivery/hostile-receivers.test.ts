import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Egress, egressPolicy } from '@psa/egress-kit';
import { caller, eventually, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { automationService } from '../../automation-service.ts';
import { assetCreated } from '../../testing/make-event.ts';
import { aWebhook, makeWebhook } from '../../testing/make-webhook.ts';
import { fakes, testSettings } from '../../testing/fakes.ts';
import { WebhookReceiver } from '../../testing/webhook-receiver.ts';

/** Names as a hostile name server answers: another address the second time, or a bad one among good ones. */
const answers: Record<string, readonly string[][]> = {
  'rebinding.example.com': [['93.184.215.14'], ['127.0.0.1']],
  'mixed.example.com': [['93.184.215.14', '10.0.0.1']],
  'metadata.example.com': [['169.254.169.254']],
  'loopback.example.com': [['::ffff:127.0.0.1']],
};

describe('addresses', () => {
  let service: TestService;
  let api: TestApi;
  let me: TestCaller;
  const asked: string[] = [];

  beforeAll(async () => {
    const policy = egressPolicy('');
    const resolve = async (host: string) => {
      const turns = answers[host] ?? [[]];
      const turn = turns[Math.min(asked.filter((one) => one === host).length, turns.length - 1)] ?? [];
      asked.push(host);
      return turn.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    };
    service = await TestService.start(automationService, {
      ports: { ...fakes, egressPolicy: policy, egress: new Egress({ policy, resolve }) },
    });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    me = caller();
    api = service.api(me);
  });

  const PRIVATE = [
    'http://example.com',
    'ftp://example.com',
    'file:///etc/passwd',
    'gopher://example.com',
    'https://user:pass@example.com',
    'https://example.com:22',
    'https://example.com:5432',
    'https://localhost',
    'https://LOCALHOST.',
    'https://app.localhost',
    'https://postgres',
    'https://gateway.default.svc',
    'https://gateway.default.svc.cluster.local',
    'https://metadata.google.internal',
    'https://nas.home.arpa',
    'https://printer.local',
    'https://127.0.0.1',
    'https://127.1',
    'https://0x7f.1',
    'https://0x7f000001',
    'https://2130706433',
    'https://0177.0.0.1',
    'https://017700000001',
    'https://127.0.0.1.',
    'https://0.0.0.0',
    'https://0',
    'https://10.0.0.1',
    'https://10.255.255.255',
    'https://100.64.0.1',
    'https://169.254.169.254/latest/meta-data',
    'https://172.16.0.1',
    'https://172.31.255.255',
    'https://192.168.1.1',
    'https://192.0.0.170',
    'https://192.0.2.1',
    'https://198.18.0.1',
    'https://198.51.100.7',
    'https://203.0.113.9',
    'https://224.0.0.1',
    'https://240.0.0.1',
    'https://255.255.255.255',
    'https://[::]',
    'https://[::1]',
    'https://[::ffff:10.0.0.1]',
    'https://[::ffff:a9fe:a9fe]',
    'https://[64:ff9b::7f00:1]',
    'https://[fc00::1]',
    'https://[fd00::1]',
    'https://[fe80::1]',
    'https://[ff02::1]',
    'https://[2001:db8::1]',
    'https://[2002:7f00:1::]',
    'https://１２７.0.0.1',
    'https://①②⑦.0.0.1',
    'not an address',
    '//example.com',
    'https://',
  ];

  it.each(PRIVATE)('cannot be %s when a webhook is made, changed or tried', async (url) => {
    const made = await api.post('/api/v1/webhooks', aWebhook({ url }));
    expect([made.status, made.body.error.details?.[0]?.path]).toEqual([400, ['url']]);
    expect((await api.post('/api/v1/webhooks/test', { override_url: url })).status).toBe(400);
    expect(await service.sql('select 1 from webhooks where tenant = $1', [me.tenant])).toEqual([]);
  });

  it.each(['rebinding', 'mixed', 'metadata', 'loopback'])(
    'behind %s.example.com are looked at again when a delivery is made',
    async (name) => {
      const { webhook_id } = await makeWebhook(api, { url: `https://${name}.example.com/hook` });
      // Whoever asked first, such as a test before it was saved, saw the good address.
      if (name === 'rebinding') asked.push('rebinding.example.com');
      await assetCreated(service, me.tenant);
      const [row] = await eventually(async () => {
        const rows = await service.sql(
          "select status, error_type, error_message, response_status from webhook_deliveries where webhook_id = $1 and status = 'abandoned'",
          [webhook_id],
        );
        return rows.length === 1 && rows;
      });
      expect(row).toEqual({
        status: 'abandoned',
        error_type: 'forbidden',
        error_message: 'The address must be reachable from the public internet',
        response_status: null,
      });
      expect(asked).toContain(`${name}.example.com`);
    },
  );

  it('that were saved before they were forbidden are not called', async () => {
    const { webhook_id } = await makeWebhook(api, { url: 'https://example.com/hook' });
    await service.sql("update webhooks set url = 'http://169.254.169.254/latest/meta-data' where webhook_id = $1", [webhook_id]);
    await assetCreated(service, me.tenant);
    const [row] = await eventually(async () => {
      const rows = await service.sql("select error_type from webhook_deliveries where webhook_id = $1 and status = 'abandoned'", [
        webhook_id,
      ]);
      return rows.length === 1 && rows;
    });
    expect(row).toEqual({ error_type: 'forbidden' });
  });
});

describe('hostile receivers', () => {
  let service: TestService;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    [service, receiver] = await Promise.all([
      TestService.start(automationService, { ports: fakes, settings: testSettings }),
      WebhookReceiver.start(),
    ]);
    receiver.answer('/redirect', (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end());
    receiver.answer('/silent', () => {});
    receiver.answer('/drip', (response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 100);
      response.once('close', () => clearInterval(drip));
    });
    receiver.answer('/endless', (response) => {
      response.writeHead(200);
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', pour);
      pour();
    });
    receiver.answer('/headers', (response) => {
      response.writeHead(200, { 'x-long': 'y'.repeat(100_000) }).end();
    });
    receiver.answer('/reset', (response) => {
      response.destroy();
    });
    receiver.answer('/failing', 500);
  });
  afterAll(async () => {
    await Promise.all([service.stop(), receiver.stop()]);
  });

  it.each([
    ['/redirect', { error_type: 'redirect', response_status: 302 }],
    ['/silent', { error_type: 'timeout' }],
    ['/drip', { error_type: 'timeout' }],
    ['/endless', { error_type: null, response_status: 200 }],
    ['/headers', { error_type: 'too_large' }],
    ['/reset', { error_type: 'connect' }],
    ['/failing', { error_type: 'status', response_status: 500 }],
  ])('at %s cost what is allowed and no more', async (path, expected) => {
    const me = caller();
    const { webhook_id } = await makeWebhook(service.api(me), { url: receiver.url(path), retry_config: { timeout: 1000 } });
    await assetCreated(service, me.tenant);
    const [attempt] = await eventually(async () => {
      const rows = await service.sql(
        'select a.error_type, a.response_status, a.duration_ms, length(a.response_body) as kept from webhook_attempts a join webhook_deliveries d using (tenant, delivery_id) where d.webhook_id = $1',
        [webhook_id],
      );
      return rows.length === 1 && rows;
    });
    expect(attempt).toMatchObject(expected);
    expect(attempt.duration_ms).toBeLessThan(1500);
    expect(Number(attempt.kept)).toBeLessThanOrEqual(8192);
  });

  it('delay nobody, in their own tenant or another', async () => {
    const [villain, victim] = [caller(), caller()];
    const timeout = { strategy: 'fixed_interval', initial_delay: 1, timeout: 30_000 };
    for (let index = 0; index < 40; index++)
      await makeWebhook(service.api(villain), { url: receiver.url('/silent'), retry_config: timeout });
    for (const path of ['/drip', '/endless', '/reset'])
      await makeWebhook(service.api(villain), { url: receiver.url(path), retry_config: timeout });
    const [good, theirs] = [`/${randomUUID()}`, `/${randomUUID()}`];
    await makeWebhook(service.api(villain), { url: receiver.url(good) });
    await makeWebhook(service.api(victim), { url: receiver.url(theirs) });
    for (let event = 0; event < 20; event++)
      await Promise.all([assetCreated(service, villain.tenant), assetCreated(service, victim.tenant)]);
    await eventually(() => receiver.at(theirs).length === 20 && receiver.at(good).length === 20, 20_000);
    // Every silent receiver holds a request before the event that is timed.
    await eventually(() => receiver.at('/silent').length >= 40);
    const late = await assetCreated(service, victim.tenant);
    const sent = Date.now();
    const message = await eventually(() => receiver.at(theirs).find(({ headers }) => headers['webhook-id'] === late));
    expect(message.at - sent).toBeLessThan(1_000);
  }, 60_000);
});
