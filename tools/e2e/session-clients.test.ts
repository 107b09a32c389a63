import { randomUUID } from 'node:crypto';
import { decode, encode } from '@auth/core/jwt';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, testSettings } from '@psa/test-kit';
import type { MadeTenant } from '../../apps/identity/src/testing/make.ts';
import { CookieJar } from './cookie-jar.ts';
import { IdentityBehindGateways } from './identity-behind-gateways.ts';

interface Provider {
  id: string;
  type: string;
  signinUrl: string;
  callbackUrl: string;
}
interface ClientSession {
  user: { email: string };
  expires: string;
  session_id?: string;
}
interface SignInAnswer {
  error: string | null;
  status: number;
  ok: boolean;
  url: string | null;
  code?: string | null;
}

/** What both versions of the session library's client export. */
interface Client {
  getSession(options?: { broadcast?: boolean }): Promise<ClientSession | null>;
  getCsrfToken(): Promise<string>;
  getProviders(): Promise<Record<string, Provider> | null>;
  signIn(provider: string, options: Record<string, unknown>): Promise<SignInAnswer>;
  signOut(options: { redirect: false; callbackUrl: string; redirectTo: string }): Promise<{ url: string }>;
}

const SECRET = testSettings.PSA_AUTH_SECRET;
const SESSION = 'authjs.session-token';
const QUIET = { broadcast: false };

/** Both clients as they are published; only the browser around them is made up. */
describe.each(['v4', 'v5'] as const)('the client of the session library, %s', (version) => {
  let stack: IdentityBehindGateways;
  let acme: MadeTenant;
  let client: Client;
  let jar: CookieJar;
  const actual = { fetch: globalThis.fetch, channel: globalThis.BroadcastChannel };

  beforeAll(async () => {
    stack = await IdentityBehindGateways.start();
    acme = await stack.aTenant();
    process.env['NEXTAUTH_URL'] = `${stack.url}/api/auth`;
    // The clients find the server by it when they are loaded, and only then.
    client = (version === 'v4' ? await import('next-auth-v4/react') : await import('next-auth-v5/react')) as unknown as Client;
    Object.assign(globalThis, {
      fetch: (input: string, init?: RequestInit) => jar.fetch(input, init),
      BroadcastChannel: class {
        postMessage() {}
      },
    });
  });
  afterAll(async () => {
    Object.assign(globalThis, { fetch: actual.fetch, BroadcastChannel: actual.channel });
    delete process.env['NEXTAUTH_URL'];
    await stack.stop();
  });
  beforeEach(() => {
    jar = new CookieJar();
  });

  const home = () => `${stack.url}/`;
  const signIn = (given: Record<string, unknown> = {}) =>
    client.signIn('credentials', {
      email: acme.adminEmail,
      password: acme.adminPassword,
      redirect: false,
      callbackUrl: home(),
      redirectTo: home(),
      ...given,
    });

  it('finds nobody signed in', async () => {
    const session = await client.getSession(QUIET);
    // The empty object is what the API promises; version 4 makes null of it.
    expect(session).toEqual(version === 'v4' ? null : {});
    expect(jar.last?.headers.get('cache-control')).toBe('private, no-cache, no-store');
  });

  it('gets a CSRF token with its cookie, and keeps both', async () => {
    const token = await client.getCsrfToken();
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(jar.value('authjs.csrf-token')).toMatch(new RegExp(`^${token}\\|[0-9a-f]{64}$`));
    expect(jar.cookies.get('authjs.csrf-token')?.attributes).toEqual({ path: '/', httponly: true, samesite: 'Lax' });
    expect(jar.value('authjs.callback-url')).toBe(stack.url);
    expect(await client.getCsrfToken()).toBe(token);
    expect(jar.last?.headers.getSetCookie()).toEqual([]);
  });

  it('lists the providers', async () => {
    expect(await client.getProviders()).toMatchObject({
      credentials: {
        id: 'credentials',
        type: 'credentials',
        signinUrl: `${stack.url}/api/auth/signin/credentials`,
        callbackUrl: `${stack.url}/api/auth/callback/credentials`,
      },
    });
  });

  it('signs in, and knows who that is', async () => {
    expect(await signIn()).toMatchObject({ error: null, status: 200, ok: true, url: home() });
    const cookie = jar.cookies.get(SESSION);
    expect(cookie?.attributes).toEqual({ path: '/', httponly: true, samesite: 'Lax', expires: expect.any(String) });
    expect(Math.abs(Date.parse(String(cookie?.attributes['expires'])) - Date.now() - 86_400_000)).toBeLessThan(60_000);

    const session = await client.getSession(QUIET);
    expect(session).toEqual({
      session_id: expect.any(String),
      login_method: 'credentials',
      expires: expect.any(String),
      user: {
        id: acme.userId,
        email: acme.adminEmail,
        name: 'Admin',
        username: 'admin',
        proToken: '',
        tenant: acme.tenant,
        tenantSlug: acme.tenantSlug,
        user_type: 'internal',
      },
    });
    // Read again, the session lasts longer, in another token.
    expect(jar.cookies.get(SESSION)?.value).not.toBe(cookie?.value);
  });

  it('is refused with a wrong password, the way it expects', async () => {
    const answer = await signIn({ password: 'wrong' });
    expect(answer).toMatchObject(
      version === 'v4'
        ? { error: 'CredentialsSignin', status: 401, ok: false, url: null }
        : { error: 'CredentialsSignin', code: 'credentials', status: 200, url: null },
    );
    expect(jar.cookies.has(SESSION)).toBe(false);
  });

  it('is refused with a forged CSRF token', async () => {
    await client.getCsrfToken();
    jar.set(`authjs.csrf-token=${'a'.repeat(64)}%7C${'b'.repeat(64)}; Path=/`);
    const forged = new URLSearchParams({ email: acme.adminEmail, password: acme.adminPassword, csrfToken: 'a'.repeat(64), json: 'true' });
    const headers: Record<string, string> = version === 'v5' ? { 'x-auth-return-redirect': '1' } : {};
    const response = await jar.fetch(`${stack.url}/api/auth/callback/credentials`, { method: 'POST', body: forged, headers });
    expect(await response.json()).toEqual({ url: `${stack.url}/api/auth/signin?${version === 'v4' ? 'csrf=true' : 'error=MissingCSRF'}` });
    expect(jar.cookies.has(SESSION)).toBe(false);
  });

  it('signs out: the cookie goes, and the session with it', async () => {
    await signIn();
    const before = jar.header;
    expect((await client.signOut({ redirect: false, callbackUrl: home(), redirectTo: home() })).url).toBe(home());
    expect(jar.cookies.has(SESSION)).toBe(false);
    // Somebody who copied the cookie has nothing of it.
    const copied = await actual.fetch(`${stack.url}/api/auth/session`, { headers: { cookie: before } });
    expect(await copied.json()).toEqual({});
  });

  it('calls the API with its cookie', async () => {
    await signIn();
    const response = await jar.fetch(`${stack.url}/api/auth/sessions`);
    expect(response.status).toBe(200);
    const { sessions } = (await response.json()) as { sessions: { is_current: boolean }[] };
    expect(sessions.filter(({ is_current }) => is_current)).toHaveLength(1);
  });

  if (version === 'v5') {
    it('is told by its own library what a token says', async () => {
      await signIn();
      const token = jar.value(SESSION) ?? '';
      const claims = await decode({ token, secret: SECRET, salt: SESSION });
      expect(claims).toMatchObject({
        sub: acme.userId,
        id: acme.userId,
        email: acme.adminEmail,
        name: 'Admin',
        username: 'admin',
        tenant: acme.tenant,
        tenantSlug: acme.tenantSlug,
        user_type: 'internal',
        proToken: '',
        login_method: 'credentials',
        session_id: expect.any(String),
        iat: expect.any(Number),
        exp: expect.any(Number),
        jti: expect.any(String),
      });
      await expect(decode({ token, secret: randomUUID(), salt: SESSION })).rejects.toThrow();
    });

    it('may bring a token of its own library, in a cookie of any name or as a bearer token', async () => {
      await signIn();
      const {
        iat: _iat,
        exp: _exp,
        jti: _jti,
        ...claims
      } = (await decode({ token: jar.value(SESSION) ?? '', secret: SECRET, salt: SESSION })) ?? {};
      const name = '__Secure-other.session-token';
      const theirs = (salt: string) => encode({ token: claims, secret: SECRET, salt, maxAge: 600 });
      const asked = async (headers: Record<string, string>) => (await actual.fetch(`${stack.url}/api/auth/sessions`, { headers })).status;
      expect(await asked({ cookie: `${name}=${await theirs(name)}` })).toBe(200);
      expect(await asked({ authorization: `Bearer ${await theirs(SESSION)}` })).toBe(200);
      expect(await asked({ authorization: `Bearer ${await theirs(`__Secure-${SESSION}`)}` })).toBe(200);
      expect(await asked({ cookie: `${name}=${await theirs('another.session-token')}` })).toBe(401);
      expect(
        await asked({ authorization: `Bearer ${await encode({ token: claims, secret: randomUUID() + randomUUID(), salt: SESSION })}` }),
      ).toBe(401);
      expect(await asked({ authorization: `Bearer ${await encode({ token: claims, secret: SECRET, salt: SESSION, maxAge: -60 })}` })).toBe(
        401,
      );
    });

    it('may not say of itself what contradicts itself', async () => {
      await signIn();
      const { exp: _exp, ...claims } = (await decode({ token: jar.value(SESSION) ?? '', secret: SECRET, salt: SESSION })) ?? {};
      const token = await encode({ token: { ...claims, clientId: randomUUID() }, secret: SECRET, salt: SESSION, maxAge: 600 });
      const response = await actual.fetch(`${stack.url}/api/auth/sessions`, { headers: { cookie: `${SESSION}=${token}` } });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ error: 'Invalid session identity' });
      expect(response.headers.getSetCookie()).toEqual([`${SESSION}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`]);
      for (const wrong of [{ user_type: 'client' }, { sub: randomUUID() }, { session_id: randomUUID() }, { tenant: randomUUID() }]) {
        const other = await encode({ token: { ...claims, ...wrong }, secret: SECRET, salt: SESSION, maxAge: 600 });
        const refused = await actual.fetch(`${stack.url}/api/auth/sessions`, { headers: { authorization: `Bearer ${other}` } });
        expect({ wrong, status: refused.status }).toEqual({ wrong, status: 401 });
      }
    });
  } else {
    it('may bring a token of its own library', async () => {
      await signIn();
      const { exp: _exp, ...claims } = (await decode({ token: jar.value(SESSION) ?? '', secret: SECRET, salt: SESSION })) ?? {};
      const { encode: encodeV4 } = await import('next-auth-v4/jwt');
      const token = await encodeV4({ token: claims, secret: SECRET, maxAge: 600 });
      for (const [name, value] of [
        ['authorization', `Bearer ${token}`],
        ['cookie', `next-auth.session-token=${token}`],
      ] as const) {
        expect((await actual.fetch(`${stack.url}/api/auth/sessions`, { headers: { [name]: value } })).status).toBe(200);
      }
    });
  }
});

describe('a session that was ended', () => {
  it('is of no use at two gateways within five seconds, in whatever way it was ended', async () => {
    const stack = await IdentityBehindGateways.start({ gateways: 2 });
    const acme = await stack.aTenant();
    const signIn = async () => {
      const jar = new CookieJar();
      const { csrfToken } = (await (await jar.fetch(`${stack.url}/api/auth/csrf`)).json()) as { csrfToken: string };
      await jar.fetch(`${stack.url}/api/auth/callback/credentials`, {
        method: 'POST',
        body: new URLSearchParams({ email: acme.adminEmail, password: acme.adminPassword, csrfToken }),
      });
      return {
        jar,
        csrfToken,
        statuses: () =>
          Promise.all(
            stack.gateways.map(async ({ url }) => (await fetch(`${url}/api/auth/sessions`, { headers: { cookie: jar.header } })).status),
          ),
      };
    };
    const asKey = { 'x-api-key': acme.apiKey, 'content-type': 'application/json' };
    const ways: ((session: Awaited<ReturnType<typeof signIn>>) => Promise<unknown>)[] = [
      ({ jar, csrfToken }) =>
        fetch(`${stack.url}/api/auth/signout`, {
          method: 'POST',
          body: new URLSearchParams({ csrfToken }),
          headers: { cookie: jar.header },
        }),
      () => fetch(`${stack.url}/api/auth/sessions`, { method: 'DELETE', headers: asKey, body: '{}' }),
      async () => {
        const { sessions } = (await (await fetch(`${stack.url}/api/auth/sessions`, { headers: asKey })).json()) as {
          sessions: { session_id: string }[];
        };
        return fetch(`${stack.url}/api/auth/sessions/${sessions[0]?.session_id}`, { method: 'DELETE', headers: asKey });
      },
    ];
    for (const end of ways) {
      const session = await signIn();
      expect(await session.statuses()).toEqual([200, 200]);
      await end(session);
      const ended = performance.now();
      await eventually(async () => (await session.statuses()).every((status) => status === 401), 5_000);
      expect(performance.now() - ended).toBeLessThan(5_000);
    }
    await stack.stop();
  });
});
