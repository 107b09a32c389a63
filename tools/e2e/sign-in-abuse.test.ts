import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CookieJar } from './cookie-jar.ts';
import type { MadeTenant } from '../../apps/identity/src/testing/make.ts';
import { IdentityBehindGateways } from './identity-behind-gateways.ts';

const SESSION = 'authjs.session-token';

/** Tries to sign in through a gateway. @returns `ok`, or the code of the refusal */
async function attempt(gateway: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<string> {
  const jar = new CookieJar();
  const { csrfToken } = (await (await jar.fetch(`${gateway}/api/auth/csrf`, { headers })).json()) as { csrfToken: string };
  const response = await jar.fetch(`${gateway}/api/auth/callback/credentials`, {
    method: 'POST',
    body: new URLSearchParams({ csrfToken, ...fields }),
    headers: { 'x-auth-return-redirect': '1', ...headers },
  });
  const { url } = (await response.json()) as { url: string };
  return new URL(url).searchParams.get('code') ?? (jar.cookies.has(SESSION) ? 'ok' : 'no session');
}

describe('whoever tries to get in', () => {
  let stack: IdentityBehindGateways;
  let acme: MadeTenant;
  beforeAll(async () => {
    stack = await IdentityBehindGateways.start({ gateways: 2 });
    acme = await stack.aTenant();
  });
  afterAll(() => stack.stop());

  it('is not taken for somebody else by saying so in headers', async () => {
    const wrong = { email: acme.adminEmail, password: 'wrong' };
    const from = (index: number) => ({
      'x-forwarded-for': `203.0.113.${index}`,
      'x-real-ip': `203.0.113.${index}`,
      forwarded: `for=203.0.113.${index}`,
      'x-client-ip': `203.0.113.${index}`,
      'x-user-id': acme.userId,
      'x-tenant-id': acme.tenant,
      'x-psa-user': acme.userId,
      'x-forwarded-user': acme.adminEmail,
    });
    const codes = [];
    for (let index = 0; index < 6; index++) codes.push(await attempt(stack.gateways[index % 2]?.url ?? '', wrong, from(index)));
    expect(codes).toEqual([...Array<string>(5).fill('credentials'), 'RATE_LIMITED']);
    expect(await stack.identity.sql("select distinct ip_address from audit_events where event_type = 'login_failed'")).toEqual([
      { ip_address: '127.0.0.1' },
    ]);
    const response = await fetch(`${stack.url}/api/auth/sessions`, { headers: from(1) });
    expect(response.status).toBe(401);
  });

  it('gains no right by what they send along', async () => {
    await stack.identity.sql('delete from sign_in_attempts');
    const extra = {
      user_type: 'admin',
      role_ids: randomUUID(),
      tenant_id: randomUUID(),
      permissions: '*',
      session_id: randomUUID(),
      id: randomUUID(),
      sub: randomUUID(),
    };
    expect(await attempt(stack.url, { email: acme.adminEmail, password: acme.adminPassword, ...extra })).toBe('ok');
    const [row] = await stack.identity.sql('select tenant, user_id, session_id from auth_sessions order by created_at desc limit 1');
    expect(row).toMatchObject({ tenant: acme.tenant, user_id: acme.userId });
    expect((row as { session_id: string }).session_id).not.toBe(extra.session_id);
  });

  it('is sent nowhere else by any action', async () => {
    await stack.identity.sql('delete from sign_in_attempts');
    const jar = new CookieJar();
    const { csrfToken } = (await (await jar.fetch(`${stack.url}/api/auth/csrf?callbackUrl=https://evil.example.com`)).json()) as {
      csrfToken: string;
    };
    for (const callbackUrl of ['https://evil.example.com/', '//evil.example.com', '/\\evil.example.com', 'javascript:alert(1)']) {
      for (const action of ['signin', 'signin/credentials', 'signin/google', 'callback/credentials', 'callback/google', 'signout']) {
        for (const [method, init] of [
          [
            'POST',
            { method: 'POST', body: new URLSearchParams({ csrfToken, callbackUrl, email: acme.adminEmail, password: acme.adminPassword }) },
          ],
          ['GET', { method: 'GET' }],
        ] as const) {
          const query = method === 'GET' ? `?${new URLSearchParams({ callbackUrl, error: 'x', code: 'y', state: 'z' })}` : '';
          const { headers } = await jar.fetch(`${stack.url}/api/auth/${action}${query}`, init);
          const location = headers.get('location');
          if (location !== null) expect([action, new URL(location).origin]).toEqual([action, stack.url]);
        }
      }
    }
    expect(jar.value('authjs.callback-url')).toBe(stack.url);
  });

  it('cannot have a browser sign itself out, or change anything, from another site', async () => {
    await stack.identity.sql('delete from sign_in_attempts');
    const jar = new CookieJar();
    const { csrfToken } = (await (await jar.fetch(`${stack.url}/api/auth/csrf`)).json()) as { csrfToken: string };
    await jar.fetch(`${stack.url}/api/auth/callback/credentials`, {
      method: 'POST',
      body: new URLSearchParams({ csrfToken, email: acme.adminEmail, password: acme.adminPassword }),
    });
    const evil = { origin: 'https://evil.example.com' };
    await jar.fetch(`${stack.url}/api/auth/signout`, {
      method: 'POST',
      headers: evil,
      body: new URLSearchParams({ csrfToken: 'x'.repeat(64) }),
    });
    expect(
      (
        await jar.fetch(`${stack.url}/api/auth/sessions`, {
          method: 'DELETE',
          headers: { ...evil, 'content-type': 'application/json' },
          body: '{}',
        })
      ).status,
    ).toBe(403);
    expect(
      (
        await jar.fetch(`${stack.url}/api/v1/api-keys`, {
          method: 'POST',
          headers: { ...evil, 'content-type': 'application/json' },
          body: '{}',
        })
      ).status,
    ).toBe(403);
    expect((await jar.fetch(`${stack.url}/api/auth/sessions`)).status).toBe(200);
    const own = { origin: stack.url, 'content-type': 'application/json' };
    expect(
      (await jar.fetch(`${stack.url}/api/v1/api-keys`, { method: 'POST', headers: own, body: '{"description":"From a page"}' })).status,
    ).toBe(201);
  });
});

describe('behind a proxy that is trusted', () => {
  it('attempts are counted by the addresses it tells', async () => {
    const stack = await IdentityBehindGateways.start({ gatewaySettings: { PSA_TRUSTED_PROXIES: '127.0.0.1' } });
    const acme = await stack.aTenant();
    const from = (address: string) => attempt(stack.url, { email: acme.adminEmail, password: 'wrong' }, { 'x-forwarded-for': address });
    for (let index = 0; index < 5; index++) expect(await from(`198.51.100.${index}, 203.0.113.7`)).toBe('credentials');
    // What stands before the address the proxy saw is the caller's own invention.
    expect(await from('198.51.100.99, 203.0.113.7')).toBe('RATE_LIMITED');
    expect(await from('203.0.113.8')).toBe('credentials');
    await stack.stop();
  });
});
