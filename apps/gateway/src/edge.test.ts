import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@psa/test-kit';
import { TestGateway } from './testing/test-gateway.ts';

describe('the gateway itself', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await TestGateway.start();
  });
  afterAll(() => gateway.stop());

  it('says that it runs, without a key', async () => {
    const response = await gateway.fetch('/healthz', null);
    expect([response.status, await response.json()]).toEqual([200, { status: 'up' }]);
  });

  it('leads whoever comes to the front door to the reference page', async () => {
    const { status, headers } = await gateway.fetch('/', null);
    expect([status, headers.get('location')]).toEqual([302, '/api/v1/meta/docs']);
    const reference = await gateway.fetch('/api/v1/meta/docs', null);
    expect([reference.status, await reference.text()]).toEqual([
      200,
      expect.stringContaining('<a href="/api/auth/account">Your account</a>'),
    ]);
  });

  it.each([
    ['authjs.session-token=x', '/api/auth/account'],
    ['a=b; __Secure-authjs.session-token.0=x', '/api/auth/account'],
    ['authjs.session-token=', '/api/v1/meta/docs'],
    ['authjs.csrf-token=x', '/api/v1/meta/docs'],
  ])('leads a browser with the cookies %j to %s', async (cookie, place) => {
    const { status, headers } = await gateway.fetch('/', null, { headers: { cookie } });
    expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([302, place, 'no-store']);
  });

  it('publishes the key its tokens are verified by, for caches to keep, and never the private half', async () => {
    const response = await gateway.fetch('/.well-known/jwks.json', null);
    expect(response.headers.get('cache-control')).toMatch(/^public, max-age=\d+/);
    const { keys } = (await response.json()) as { keys: object[] };
    expect(keys).toEqual([{ kty: 'OKP', crv: 'Ed25519', x: expect.any(String), kid: expect.any(String), alg: 'EdDSA', use: 'sig' }]);
  });

  it('serves its own routes to callers with a key, within their limits', async () => {
    expect((await gateway.fetch('/api/v1/meta/endpoints', null)).status).toBe(401);
    const response = await gateway.fetch('/api/v1/meta/endpoints', gateway.identity.newKey());
    expect(response.status).toBe(200);
    expect(response.headers.get('x-ratelimit-remaining')).toBe('119');
    expect(response.headers.get('x-frame-options')).toBe('DENY');
  });

  it('tells the state of its services', async () => {
    const { data } = (await (await gateway.fetch('/api/v1/meta/health', null)).json()) as { data: { services: Record<string, unknown> } };
    expect(data.services).toMatchObject({
      identity: { status: 'up', latency: expect.any(Number) },
      clients: { status: 'up' },
      assets: { status: 'up' },
    });
  });

  it('counts what a tenant asked for, and tells no other', async () => {
    const key = gateway.identity.newKey();
    await gateway.fetch('/api/v1/people?page=1', key);
    await gateway.fetch('/api/v1/people?page=2', key);
    const usageOf = async (as: typeof key) =>
      ((await (await gateway.fetch('/api/v1/meta/stats?period=1h', as)).json()) as { data: { usage: unknown } }).data.usage;
    expect(await usageOf(key)).toMatchObject({ requestsByEndpoint: { 'GET /api/v1/people': 2 }, errorRate: 0 });
    expect(await usageOf(gateway.identity.newKey())).toMatchObject({ totalRequests: 0 });
  });

  it('counts and times requests by route template', async () => {
    await gateway.fetch('/api/v1/things/00000000-0000-4000-8000-000000000001', gateway.identity.newKey());
    await gateway.fetch('/nowhere/at/all', null);
    const metrics = await (await fetch(new URL('/metrics', gateway.running.adminUrl))).text();
    expect(metrics).toContain(
      'http_server_request_duration_seconds_count{service="gateway",method="GET",route="/api/v1/things/{id}",status="200"} 1',
    );
    expect(metrics).toContain('route="(unmatched)",status="404"} 1');
    expect(metrics).not.toContain('nowhere');
  });

  it('is ready while the broker is there', async () => {
    for (const address of [gateway.running.url, gateway.running.adminUrl])
      expect((await fetch(new URL('/readyz', address))).status).toBe(200);
  });
});

describe('a gateway without its broker', () => {
  it('is not ready, and says why; but it runs', async () => {
    const gateway = await TestGateway.start();
    await gateway.running.broker.connection.close();
    const response = await gateway.fetch('/readyz', null);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      error: 'Not ready',
      code: 'SERVICE_UNAVAILABLE',
      details: { nats: 'down: not connected' },
    });
    expect((await gateway.fetch('/healthz', null)).status).toBe(200);
    await gateway.stop();
  });
});

describe('a gateway that stops', () => {
  it('turns unready first, asks callers to connect anew, and finishes what is under way', async () => {
    const gateway = await TestGateway.start({ settings: { PSA_DRAIN_SECONDS: '0.3' } });
    const key = gateway.identity.newKey();
    let finish = () => {};
    gateway.upstream.answer = (_request, response) => {
      finish = () => response.end('done');
    };
    const underWay = gateway.fetch('/api/v1/people', key);
    await eventually(() => gateway.upstream.requests.length === 1);

    const stopped = gateway.stop();
    const ready = await gateway.fetch('/readyz', null);
    expect(ready.status).toBe(503);
    expect(ready.headers.get('connection')).toBe('close');
    expect(await ready.json()).toMatchObject({ error: 'Not ready', details: { gateway: 'stopping' } });
    finish();
    expect(await (await underWay).text()).toBe('done');
    await stopped;
    await expect(gateway.fetch('/healthz', null)).rejects.toThrow();
  });
});
