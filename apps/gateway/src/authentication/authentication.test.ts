import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeApiKey } from '@psa/contracts-identity';
import { TestGateway } from '../testing/test-gateway.ts';

describe('authentication', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await TestGateway.start();
  });
  afterAll(() => gateway.stop());

  const asBearer = (text: string) => gateway.fetch('/api/v1/people', null, { headers: { authorization: `Bearer ${text}` } });

  it.each(['/api/v1/things', '/api/v1/people', '/api/doors'])('answers a request to %s without a key in the flat form', async (path) => {
    const before = gateway.upstream.requests.length;
    const response = await gateway.fetch(path, null);
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ error: 'Unauthorized: API key missing', code: 'UNAUTHORIZED', request_id: expect.any(String) });
    expect(response.headers.get('www-authenticate')).toContain('Bearer');
    expect(gateway.upstream.requests).toHaveLength(before);
  });

  it.each([
    ['/api/v1/things', { success: false, error: { code: 'UNAUTHORIZED', message: 'Invalid API key' } }],
    ['/api/v1/people', { error: { code: 'UNAUTHORIZED', message: 'Invalid API key' } }],
    ['/api/doors', { error: 'Invalid API key', code: 'UNAUTHORIZED' }],
  ])('answers a wrong key at %s in the form of the route', async (path, body) => {
    const response = await gateway.fetch(path, { ...gateway.identity.newKey(), text: makeApiKey().text });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject(body);
  });

  it('says that its tenant is suspended to who holds a key of it, and remembers that for a moment', async () => {
    const key = gateway.identity.newKey();
    gateway.identity.suspended.add(key.caller.tenant);
    const { asked } = gateway.identity;
    for (let nth = 0; nth < 2; nth++) {
      const response = await gateway.fetch('/api/v1/people', key);
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toContain('Bearer');
      expect(await response.json()).toMatchObject({
        error: { code: 'UNAUTHORIZED', message: 'This tenant is suspended', details: [{ code: 'tenant_suspended' }] },
      });
    }
    expect(gateway.identity.asked).toBe(asked + 1);
  });

  it('refuses a mistyped key without asking anybody', async () => {
    const { asked } = gateway.identity;
    const key = gateway.identity.newKey();
    const response = await gateway.fetch('/api/v1/people', {
      ...key,
      text: `${key.text.slice(0, -1)}${key.text.endsWith('a') ? 'b' : 'a'}`,
    });
    expect(response.status).toBe(401);
    expect(gateway.identity.asked).toBe(asked);
  });

  it('takes a key as a bearer token as well', async () => {
    expect((await asBearer(gateway.identity.newKey().text)).status).toBe(200);
  });

  it('tells apart the keys that come over one connection', async () => {
    const { hostname, port } = new URL(gateway.running.url);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const [one, other] = [gateway.identity.newKey(), gateway.identity.newKey()];
    const statuses = [];
    for (const text of [one.text, other.text, makeApiKey().text, one.text]) {
      const request = httpRequest({ hostname, port, path: '/api/v1/people', agent, headers: { 'x-api-key': text } }).end();
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      await once(response.resume(), 'end');
      statuses.push([response.statusCode, request.reusedSocket]);
    }
    agent.destroy();
    expect(statuses).toEqual([
      [200, false],
      [200, true],
      [401, true],
      [200, true],
    ]);
  });

  it('lets the first credential decide: a wrong key is not made good by a right bearer token', async () => {
    const right = gateway.identity.newKey();
    const response = await gateway.fetch(
      '/api/v1/people',
      { ...right, text: makeApiKey().text },
      { headers: { authorization: `Bearer ${right.text}` } },
    );
    expect(response.status).toBe(401);
  });

  it('takes a bearer token that is no key for no credential at all', async () => {
    const response = await asBearer('something-else');
    expect(await response.json()).toMatchObject({ error: 'Unauthorized: API key missing' });
  });

  it('asks identity once for many requests at the same time', async () => {
    const key = gateway.identity.newKey();
    const { asked } = gateway.identity;
    gateway.identity.delayMs = 50;
    const responses = await Promise.all(Array.from({ length: 10 }, () => gateway.fetch('/api/v1/people', key)));
    gateway.identity.delayMs = 0;
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(gateway.identity.asked - asked).toBe(1);
  });

  it('asks for every request with a key that counts its uses', async () => {
    const key = gateway.identity.newKey({ single_use: true });
    const { asked } = gateway.identity;
    for (let index = 0; index < 3; index++) expect((await gateway.fetch('/api/v1/people', key)).status).toBe(200);
    expect(gateway.identity.asked - asked).toBe(3);
  });

  it.each([
    [['127.0.0.0/8', '::1/128'], 200],
    [['203.0.113.0/24'], 403],
  ])('admits a key that is confined to %j from there only', async (ip_ranges, status) => {
    const response = await gateway.fetch('/api/v1/people', gateway.identity.newKey({ ip_ranges }));
    expect(response.status).toBe(status);
    if (status === 403)
      expect(await response.json()).toMatchObject({ error: { message: expect.stringMatching(/^This API key cannot be used from /) } });
  });

  it('tells services which keys are confined to some permissions', async () => {
    const key = gateway.identity.newKey({ credential: { type: 'api_key', id: randomUUID(), restricted: 'permissions' } });
    const { headers } = (await (await gateway.fetch('/api/v1/people', key)).json()) as { headers: Record<string, string> };
    const [, claims = ''] = String(headers['authorization']).split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ credential: { restricted: 'permissions' } });
  });

  describe('x-tenant-id', () => {
    const narrowed = (key: ReturnType<typeof gateway.identity.newKey>, tenant: string) =>
      gateway.fetch('/api/v1/people', key, { headers: { 'x-tenant-id': tenant } });

    it("changes nothing when it names the key's own tenant", async () => {
      const key = gateway.identity.newKey();
      expect((await narrowed(key, key.caller.tenant.toUpperCase())).status).toBe(200);
    });

    it.each(['cold', 'warm'])('makes a key of another tenant invalid, the cache being %s', async (state) => {
      const key = gateway.identity.newKey();
      if (state === 'warm') await gateway.fetch('/api/v1/people', key);
      expect((await narrowed(key, randomUUID())).status).toBe(401);
      expect((await gateway.fetch('/api/v1/people', key)).status).toBe(200);
    });

    it('makes any key invalid when it is no tenant id', async () => {
      expect((await narrowed(gateway.identity.newKey(), 'acme')).status).toBe(401);
    });
  });

  it('lets anybody use a public route, and hands the request on with its own credentials', async () => {
    const key = makeApiKey().text;
    const response = await gateway.fetch('/api/sign-in', null, {
      method: 'POST',
      body: '{}',
      headers: { 'x-api-key': key, cookie: 'a=b', authorization: 'Bearer x' },
    });
    expect(response.status).toBe(200);
    const { headers } = (await response.json()) as { headers: Record<string, string> };
    expect(headers).toMatchObject({ 'x-api-key': key, cookie: 'a=b', authorization: 'Bearer x' });
  });
});

describe('authentication without identity', () => {
  it('answers 503 and says when to come back, because a key nobody could check is not wrong', async () => {
    const gateway = await TestGateway.start();
    const key = gateway.identity.newKey();
    await gateway.identity.stop();
    const response = await gateway.fetch('/api/v1/things', key);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(response.headers.get('x-no-responders')).toBeNull();
    expect(await response.json()).toMatchObject({ success: false, error: { code: 'SERVICE_UNAVAILABLE' } });
    await gateway.stop();
  });
});
