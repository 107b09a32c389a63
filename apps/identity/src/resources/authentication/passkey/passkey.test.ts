import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, type TestApi, type TestCaller, TestService, testSettings } from '@psa/test-kit';
import { identityService } from '../../../identity-service.ts';
import { HttpBrowser } from '../../../testing/http-browser.ts';
import { aUser, settle } from '../../../testing/make.ts';
import { type Quirks, SoftAuthenticator } from '../../../testing/soft-authenticator.ts';
import { TOTP_SECRET, totp } from '../../../testing/two-factor.fixtures.ts';
import { hashPassword } from '../password/password-hash.ts';
import { userHandleOf } from './user-handle.rules.ts';

const BASE = testSettings.PSA_PUBLIC_URL;
const PASSWORD = 'correct horse battery';

describe('passkeys', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  let path: string;
  let device: SoftAuthenticator;
  let browser: HttpBrowser;
  beforeAll(async () => {
    service = await TestService.start(identityService);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    me = caller();
    await settle(service, me);
    api = service.api(me);
    path = `/api/v1/users/${me.userId}/passkeys`;
    device = new SoftAuthenticator(BASE);
    browser = new HttpBrowser({ [BASE]: service.running.url });
  });

  const start = async (proof: object = {}) => (await api.post(`${path}/options`, proof)).body.data;
  async function add(with_: SoftAuthenticator = device, quirks: Quirks = {}) {
    const { options, challenge_token } = await start();
    return api.post(path, { challenge_token, response: with_.create(options, quirks) });
  }
  const events = async () =>
    (await service.sql('select event_type from audit_events where tenant = $1 order by audit_id', [me.tenant])).map(
      ({ event_type }) => event_type as string,
    );
  const enable = () => api.post(`/api/v1/users/${me.userId}/2fa/enable`, { secret: TOTP_SECRET, token: totp() });

  describe('are added', () => {
    it('from the options for a browser', async () => {
      const { options, challenge_token } = await start();
      expect(options).toMatchObject({
        rp: { id: 'psa.test', name: 'PSA' },
        attestation: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        user: { id: Buffer.from(userHandleOf({ tenant: me.tenant, userId: me.userId })).toString('base64url') },
      });
      const { status, body, headers, text } = await api.post(path, { name: 'Laptop', challenge_token, response: device.create(options) });
      expect(status).toBe(201);
      expect(body.data).toMatchObject({
        user_id: me.userId,
        name: 'Laptop',
        device_type: 'singleDevice',
        backed_up: false,
        last_used_at: null,
      });
      expect(headers.get('location')).toBe(`${path}/${body.data.passkey_id}`);
      expect(text).not.toContain(device.id);
      expect((await api.get(path)).body.data).toMatchObject([{ name: 'Laptop' }]);
      expect((await start()).options.excludeCredentials).toMatchObject([{ id: device.id, transports: ['internal'] }]);
      expect(await events()).toEqual(['passkey_added']);
    });

    it.each<[string, Quirks]>([
      ['for another site', { rpId: 'evil.example' }],
      ['on a page of another origin', { origin: 'https://psa.test' }],
      ['of another challenge', { challenge: 'AAAA' }],
      ['by whoever holds the device', { verified: false }],
      ['that is a sign-in', { type: 'webauthn.get' }],
    ])('not %s', async (_, quirks) => {
      const { status, body } = await add(device, quirks);
      expect([status, body.error.details]).toMatchObject([400, [{ path: ['response'] }]]);
      expect((await api.get(path)).body.data).toEqual([]);
    });

    it('once from the same options, by nobody but the user they were for', async () => {
      const { options, challenge_token } = await start();
      const other = await aUser(service, me.tenant, {});
      const stranger = caller({ userId: me.userId });
      await service.sql("insert into tenants (tenant_id, slug, name, access_catalogue) values ($1, $2, 'Bare', '')", [
        stranger.tenant,
        `bare-${stranger.tenant}`,
      ]);
      await service.sql("insert into users (tenant, user_id, username, email, user_type) values ($1, $2, $3, $3, 'internal')", [
        stranger.tenant,
        me.userId,
        `${me.userId}@example.com`,
      ]);
      const body = { challenge_token, response: device.create(options) };
      for (const [who, id] of [
        [other, other.userId],
        [stranger, me.userId],
      ] as const) {
        const answer = await service.api(who).post(`/api/v1/users/${id}/passkeys`, body);
        expect([answer.status, answer.body.error.details]).toMatchObject([400, [{ path: ['challenge_token'] }]]);
      }
      expect((await api.post(path, body)).status).toBe(201);
      expect((await api.post(path, { ...body, response: new SoftAuthenticator(BASE).create(options) })).body.error.details).toMatchObject([
        { path: ['challenge_token'] },
      ]);
      expect((await api.post(path, { ...body, challenge_token: 'made.up' })).status).toBe(400);
      expect((await add()).status).toBe(409);
    });

    it('only by users who prove who they are, where they can', async () => {
      const other = await aUser(service, me.tenant, { permissions: ['user:update'] });
      expect((await service.api(other).post(`${path}/options`, {})).status).toBe(403);
      await service.sql('update users set password_hash = $2 where user_id = $1', [me.userId, await hashPassword(PASSWORD)]);
      for (const proof of [{}, { password: 'wrong' }, { token: '123456' }])
        expect((await api.post(`${path}/options`, proof)).status).toBe(400);
      expect((await api.post(`${path}/options`, { password: PASSWORD })).status).toBe(200);
      await enable();
      expect((await api.post(`${path}/options`, { token: totp(1) })).status).toBe(200);
    });

    it('no more than twenty', async () => {
      for (let index = 0; index < 20; index++) expect((await add(new SoftAuthenticator(BASE))).status).toBe(201);
      expect((await api.post(`${path}/options`, {})).status).toBe(409);
    });
  });

  it('are renamed and removed by their user, and removed by whoever may; that ends the sessions', async () => {
    const { passkey_id } = (await add()).body.data;
    const other = service.api(await aUser(service, me.tenant, { permissions: ['user:update', 'user:read'] }));
    expect((await other.put(`${path}/${passkey_id}`, { name: 'Mine' })).status).toBe(403);
    const renamed = await api.put(`${path}/${passkey_id}`, { name: '  Telephone ' });
    expect([renamed.status, renamed.body.data.name]).toEqual([200, 'Telephone']);
    expect((await api.put(`${path}/${passkey_id}`, { name: ' ' })).status).toBe(400);
    await signIn();
    expect((await other.delete(`${path}/${passkey_id}`)).status).toBe(204);
    expect((await api.delete(`${path}/${passkey_id}`)).status).toBe(404);
    expect(await service.sql('select revoked_reason from auth_sessions where tenant = $1', [me.tenant])).toEqual([
      { revoked_reason: 'security' },
    ]);
    expect(await signIn()).toContain('error=WebAuthnVerificationError');
    expect(await events()).toEqual(expect.arrayContaining(['passkey_added', 'passkey_removed']));
  });

  const options = async (visitor = browser) =>
    JSON.parse((await visitor.visit(`${BASE}/api/auth/webauthn-options/webauthn?action=authenticate`)).text) as {
      action: string;
      options: { challenge: string };
    };
  async function post(data: unknown, visitor = browser): Promise<string> {
    const { csrfToken } = JSON.parse((await visitor.visit(`${BASE}/api/auth/csrf`)).text) as { csrfToken: string };
    const answer = await visitor.visit(
      `${BASE}/api/auth/callback/webauthn`,
      { csrfToken, action: 'authenticate', callbackUrl: '/assets', data: JSON.stringify(data) },
      { 'x-auth-return-redirect': '1' },
    );
    return (JSON.parse(answer.text) as { url: string }).url;
  }
  const signIn = async (quirks: Quirks = {}, with_ = device) => post(with_.get((await options()).options, quirks));
  const session = async (visitor = browser) =>
    JSON.parse((await visitor.visit(`${BASE}/api/auth/session`)).text) as { user?: { id: string }; login_method?: string };

  describe('sign their user in', () => {
    it('without being told who it is', async () => {
      await add();
      expect(JSON.parse((await browser.visit(`${BASE}/api/auth/providers`)).text)).toMatchObject({
        webauthn: { id: 'webauthn', type: 'webauthn' },
      });
      const offered = await options();
      expect(offered).toMatchObject({ action: 'authenticate', options: { rpId: 'psa.test', userVerification: 'required' } });
      expect(await post(device.get(offered.options))).toBe(`${BASE}/assets`);
      expect(await session()).toMatchObject({ login_method: 'passkey', user: { id: me.userId } });
      expect((await api.get(path)).body.data[0].last_used_at).toEqual(expect.any(String));
    });

    it('where a second factor is on, without a code: they are two', async () => {
      await add();
      await enable();
      expect(await signIn()).toBe(`${BASE}/assets`);
    });

    it('when their device does not count', async () => {
      await add();
      expect(await signIn({ counter: 0 })).toBe(`${BASE}/assets`);
      expect(await signIn({ counter: 0 })).toBe(`${BASE}/assets`);
    });

    it.each<[string, Quirks]>([
      ['for another site', { rpId: 'evil.example' }],
      ['on a page of another origin', { origin: 'http://psa.test.evil.example' }],
      ['with another challenge', { challenge: 'AAAA' }],
      ['by whoever holds the device', { verified: false }],
      ['with what is no sign-in', { type: 'webauthn.create' }],
      ['as nobody', { userHandle: 'AAAA' }],
    ])('not %s', async (_, quirks) => {
      await add();
      expect(await signIn(quirks)).toBe(`${BASE}/api/auth/signin?error=WebAuthnVerificationError`);
      expect(await session()).toEqual({});
    });

    it('not as somebody else, nor in another tenant', async () => {
      await add();
      const other = await aUser(service, me.tenant, {});
      for (const owner of [
        { tenant: me.tenant, userId: other.userId },
        { tenant: caller().tenant, userId: me.userId },
      ]) {
        expect(await signIn({ userHandle: Buffer.from(userHandleOf(owner)).toString('base64url') })).toContain(
          'error=WebAuthnVerificationError',
        );
      }
    });

    it('not when a copy of them has been used: it counts on its own', async () => {
      await add();
      expect(await signIn({ counter: 7 })).toBe(`${BASE}/assets`);
      for (const counter of [7, 6, 0]) expect(await signIn({ counter })).toContain('error=WebAuthnVerificationError');
      expect(await signIn({ counter: 8 })).toBe(`${BASE}/assets`);
      expect((await events()).filter((type) => type === 'login_failed')).toHaveLength(3);
    });

    it('once for a challenge, in the browser it was for', async () => {
      await add();
      const { options: offered } = await options();
      const cookie = browser.cookie(BASE, 'authjs.challenge') ?? '';
      const signed = device.get(offered, { counter: 0 });
      const thief = new HttpBrowser({ [BASE]: service.running.url });
      expect(await post(signed, thief)).toContain('error=WebAuthnVerificationError');
      expect(await post(signed)).toBe(`${BASE}/assets`);
      thief.setCookie(BASE, 'authjs.challenge', cookie);
      expect(await post(signed, thief)).toContain('error=WebAuthnVerificationError');
      expect(await session(thief)).toEqual({});
      const { challenge_token } = await start();
      thief.setCookie(BASE, 'authjs.challenge', challenge_token);
      expect(await post(signed, thief)).toContain('error=WebAuthnVerificationError');
    });

    it('not when they are inactive, or their tenant is suspended', async () => {
      await add();
      await service.sql('update users set is_inactive = true where user_id = $1', [me.userId]);
      expect(await signIn()).toContain('error=WebAuthnVerificationError');
      await service.sql('update users set is_inactive = false where user_id = $1', [me.userId]);
      await service.sql('update tenants set suspended_at = now() where tenant_id = $1', [me.tenant]);
      expect(await signIn()).toContain('error=WebAuthnVerificationError');
    });

    it('not with junk, nor without a CSRF token', async () => {
      await options();
      for (const data of [null, 'x', {}, { id: 'AAAA' }, [1]]) expect(await post(data)).toContain('error=WebAuthnVerificationError');
      const answer = await browser.visit(`${BASE}/api/auth/callback/webauthn`, { data: '{}' });
      expect(answer.headers.get('location')).toBe(`${BASE}/api/auth/signin?error=MissingCSRF`);
      expect((await browser.visit(`${BASE}/api/auth/webauthn-options/webauthn?action=register`)).status).toBe(400);
      expect((await browser.visit(`${BASE}/api/auth/webauthn-options/acme`)).headers.get('location')).toContain('error=Configuration');
    });
  });
});
