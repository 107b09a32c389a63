import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { makeApiKey } from '@psa/contracts-identity';
import { createLog } from '@psa/observability-kit';
import { TestGateway } from '../testing/test-gateway.ts';
import type { TestSession } from '../testing/test-identity.ts';

const PORTAL = 'https://portal.example.com';
const CSRF = 'c'.repeat(64);

describe('sessions at the gateway', () => {
  let gateway: TestGateway;
  let session: TestSession;
  let logged = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk);
      done();
    },
  });
  beforeAll(async () => {
    gateway = await TestGateway.start({
      log: createLog('gateway', 'trace', sink),
      settings: { PSA_CORS_ORIGINS: PORTAL, PSA_PUBLIC_URL: 'http://psa.test' },
    });
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    session = gateway.identity.newSession();
  });

  const get = (headers: Record<string, string>, path = '/api/v1/people') => gateway.fetch(path, null, { headers });
  const cookie = (name = 'authjs.session-token', { token } = session) => ({ cookie: `other=1; ${name}=${token}` });

  it('come as a bearer token', async () => {
    const response = await get({ authorization: `Bearer ${session.token}` });
    expect(response.status).toBe(200);
    const { headers } = (await response.json()) as { headers: Record<string, string> };
    expect(headers['authorization']).toMatch(/^Bearer eyJ/);
    expect(headers['authorization']).not.toContain(session.token);
    expect(gateway.identity.askedCookie).toBeUndefined();
  });

  it.each(['authjs.session-token', '__Secure-authjs.session-token', 'next-auth.session-token', 'authjs.session-token.3000'])(
    'come in the cookie %s, which goes no further',
    async (name) => {
      const response = await get(cookie(name));
      expect(response.status).toBe(200);
      expect(((await response.json()) as { headers: Record<string, string> }).headers['cookie']).toBeUndefined();
      expect(gateway.identity.askedCookie).toBe(name);
    },
  );

  it('come in chunks, whatever their order', async () => {
    const long = gateway.identity.newSession({}, 6_000);
    const [one, two, three] = [long.token.slice(0, 3936), long.token.slice(3936, 7872), long.token.slice(7872)];
    const name = 'authjs.session-token';
    const sent = three === '' ? `${name}.1=${two}; ${name}.0=${one}` : `${name}.2=${three}; ${name}.0=${one}; ${name}.1=${two}`;
    expect((await get({ cookie: sent })).status).toBe(200);
    expect(gateway.identity.askedCookie).toBe(name);
  });

  it('count against a quota of their own, and are asked about once in a while', async () => {
    const { asked } = gateway.identity;
    const responses = [await get(cookie()), await get(cookie())];
    expect(responses.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['119', '118']);
    expect(gateway.identity.asked - asked).toBe(1);
  });

  it.each(['/api/v1/things', '/api/v1/people', '/api/doors'])('that are not valid get a 401 at %s', async (path) => {
    for (const [name, value] of [
      ['authorization', `Bearer ${session.token.slice(0, -4)}AAAA`],
      ['cookie', 'authjs.session-token=nonsense'],
    ] as const) {
      const response = await get({ [name]: value }, path);
      expect(response.status).toBe(401);
      expect(await response.text()).toContain('Invalid or expired session');
    }
  });

  it('do not make a wrong key good', async () => {
    expect((await get({ ...cookie(), 'x-api-key': makeApiKey().text })).status).toBe(401);
    const key = gateway.identity.newKey();
    const response = await gateway.fetch('/api/v1/people', key, { headers: { cookie: 'authjs.session-token=nonsense' } });
    expect(response.status).toBe(200);
  });

  it('are narrowed by x-tenant-id as keys are', async () => {
    for (const state of ['cold', 'warm']) {
      expect([state, (await get({ ...cookie(), 'x-tenant-id': randomUUID() })).status]).toEqual([state, 401]);
      expect([state, (await get({ ...cookie(), 'x-tenant-id': session.caller.tenant })).status]).toEqual([state, 200]);
    }
  });

  it('that contradict themselves get the flat 401, and are cleared from the browser', async () => {
    gateway.identity.contradictory.add(session.token);
    const response = await get({ cookie: `authjs.session-token=${session.token}; __Secure-next-auth.session-token.1=x` }, '/api/v1/things');
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: 'Invalid session identity', code: 'UNAUTHORIZED' });
    expect(response.headers.getSetCookie()).toEqual([
      'authjs.session-token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
      '__Secure-next-auth.session-token.1=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
    ]);
  });

  describe('in a cookie, that are to change something,', () => {
    const write = (headers: Record<string, string>, method = 'POST') =>
      gateway.fetch('/api/v1/people', null, {
        method,
        body: '{}',
        headers: { 'content-type': 'application/json', ...cookie(), ...headers },
      });

    it.each<[string, Record<string, string>]>([
      ['from a page of this origin', { origin: 'http://psa.test' }],
      ['from a page on the list', { origin: PORTAL }],
      ['with the CSRF token', { 'x-csrf-token': CSRF, cookie: `authjs.csrf-token=${CSRF}%7Csignature; authjs.session-token=TOKEN` }],
    ])('are let through %s', async (_what, headers) => {
      const sent = 'cookie' in headers ? { ...headers, cookie: headers['cookie']?.replace('TOKEN', session.token) ?? '' } : headers;
      expect((await write(sent)).status).toBe(200);
    });

    it('are let through from a page of the host they are for', async () => {
      expect((await write({ origin: new URL(gateway.running.url).origin })).status).toBe(200);
    });

    it.each<[string, Record<string, string>]>([
      ['from a page of another origin', { origin: 'https://evil.example.com' }],
      ['from a page of another port', { origin: 'http://psa.test:81' }],
      ['from the same host without encryption where there is one, or the other way round', { origin: 'https://psa.test' }],
      ['from a page that hides where it is', { origin: 'null' }],
      ['from nobody knows where', {}],
      [
        'with a token that is not of the cookie',
        { 'x-csrf-token': 'd'.repeat(64), cookie: `authjs.csrf-token=${CSRF}%7Csignature; authjs.session-token=TOKEN` },
      ],
      ['with a token and no cookie for it', { 'x-csrf-token': CSRF }],
      [
        'with the token, but from a page of another origin',
        { origin: 'https://evil.example.com', 'x-csrf-token': CSRF, cookie: `authjs.csrf-token=${CSRF}%7Cs; authjs.session-token=TOKEN` },
      ],
    ])('are refused %s', async (_what, headers) => {
      const before = gateway.upstream.requests.length;
      const sent = 'cookie' in headers ? { ...headers, cookie: headers['cookie']?.replace('TOKEN', session.token) ?? '' } : headers;
      const response = await write(sent);
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ error: { code: 'FORBIDDEN' } });
      expect(gateway.upstream.requests).toHaveLength(before);
    });

    it('may read from anywhere: what a page of another origin gets it cannot see', async () => {
      expect((await get({ ...cookie(), origin: 'https://evil.example.com' })).status).toBe(200);
    });
  });

  it('need no proof of their page as a bearer token, which no browser sends by itself', async () => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${session.token}`, origin: 'https://evil.example.com' };
    expect((await gateway.fetch('/api/v1/people', null, { method: 'POST', body: '{}', headers })).status).toBe(200);
  });

  it('leave no token in the log', async () => {
    await get(cookie());
    await get({ authorization: `Bearer ${session.token}` });
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
    expect(logged).toContain('"status":200');
    expect(logged).not.toContain(session.token.slice(0, 40));
  });
});
