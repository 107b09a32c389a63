import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, type TestCaller, TestService, testSettings } from '@psa/test-kit';
import { identityService } from '../../../identity-service.ts';
import { HttpBrowser } from '../../../testing/http-browser.ts';
import { aUser, settle } from '../../../testing/make.ts';
import { TOTP_SECRET, totp } from '../../../testing/two-factor.fixtures.ts';
import { hashPassword } from '../password/password-hash.ts';
import { deviceCookieStem } from '../trusted-device/device-tokens.ts';

const BASE = testSettings.PSA_PUBLIC_URL;
const PASSWORD = 'correct horse battery';
const SIGNED_IN = `${BASE}/assets`;
const refusal = (code: string) => `${BASE}/api/auth/signin?error=CredentialsSignin&code=${code}`;

describe('a sign-in by password with a second factor', () => {
  let service: TestService;
  let hash: string;
  let me: TestCaller;
  let browser: HttpBrowser;
  let recoveryCodes: string[];
  /** The code that was used to enable it: the next period may begin at any moment. */
  let enabledWith: string;
  beforeAll(async () => {
    service = await TestService.start(identityService);
    hash = await hashPassword(PASSWORD);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    me = caller();
    await settle(service, me);
    recoveryCodes = await enable(me);
    browser = newBrowser();
  });

  const newBrowser = () => new HttpBrowser({ [BASE]: service.running.url });
  const emailOf = (who: TestCaller) => `${who.userId}@example.com`;
  async function enable(who: TestCaller): Promise<string[]> {
    await service.sql('update users set email = $2, password_hash = $3 where user_id = $1', [who.userId, emailOf(who), hash]);
    enabledWith = totp();
    const { body } = await service.api(who).post(`/api/v1/users/${who.userId}/2fa/enable`, { secret: TOTP_SECRET, token: enabledWith });
    return body.data.recovery_codes as string[];
  }
  async function signIn(form: Record<string, string> = {}, visitor = browser): Promise<string> {
    const { csrfToken } = JSON.parse((await visitor.visit(`${BASE}/api/auth/csrf`)).text) as { csrfToken: string };
    const answer = await visitor.visit(
      `${BASE}/api/auth/callback/credentials`,
      { csrfToken, email: emailOf(me), password: PASSWORD, callbackUrl: '/assets', ...form },
      { 'x-auth-return-redirect': '1' },
    );
    return (JSON.parse(answer.text) as { url: string }).url;
  }
  const isSignedIn = async (visitor = browser) => (await visitor.visit(`${BASE}/api/auth/session`)).text !== '{}';
  const deviceCookie = (visitor = browser) => visitor.cookie(BASE, `authjs.${deviceCookieStem({ tenant: me.tenant, userId: me.userId })}`);
  const attempts = async () =>
    (await service.sql<{ attempts: number }>('select attempts from sign_in_attempts')).reduce((sum, row) => sum + row.attempts, 0);

  it('asks for a code after the right password, and tells nobody else that there is one', async () => {
    expect(await signIn({ password: 'wrong' })).toBe(refusal('credentials'));
    expect(await signIn({ password: 'wrong', twoFactorCode: totp(1) })).toBe(refusal('credentials'));
    expect(await signIn()).toBe(refusal('TWO_FACTOR_REQUIRED'));
    expect(await signIn({ twoFactorCode: ' ' })).toBe(refusal('TWO_FACTOR_REQUIRED'));
    expect(await isSignedIn()).toBe(false);
    expect(await signIn({ twoFactorCode: totp(1) })).toBe(SIGNED_IN);
    expect(await isSignedIn()).toBe(true);
  });

  it('counts a wrong code as a failure, and a missing one not', async () => {
    await service.sql('delete from sign_in_attempts');
    for (let time = 0; time < 7; time++) expect(await signIn()).toBe(refusal('TWO_FACTOR_REQUIRED'));
    expect(await attempts()).toBe(0);
    for (let guess = 0; guess < 5; guess++)
      expect(await signIn({ twoFactorCode: String(100_000 + guess) })).toBe(refusal('TWO_FACTOR_INVALID'));
    expect(await signIn({ twoFactorCode: totp(1) })).toBe(refusal('RATE_LIMITED'));
    await service.sql('delete from sign_in_attempts');
    expect(await signIn({ twoFactorCode: totp(1) })).toBe(SIGNED_IN);
  });

  it('looks at no code for a quarter of an hour after ten wrong ones in a row, but at a recovery code', async () => {
    await service.sql('update two_factors set wrong_codes = 9 where user_id = $1', [me.userId]);
    expect(await signIn({ twoFactorCode: '100001' })).toBe(refusal('TWO_FACTOR_INVALID'));
    expect(await signIn({ twoFactorCode: totp(1) })).toBe(refusal('TWO_FACTOR_INVALID'));
    await service.sql('update two_factors set locked_until = now() where user_id = $1', [me.userId]);
    expect(await signIn({ twoFactorCode: totp(1) })).toBe(SIGNED_IN);
    await service.sql("update two_factors set locked_until = now() + interval '1 hour' where user_id = $1", [me.userId]);
    expect(await signIn({ twoFactorCode: recoveryCodes[0] ?? '' }, newBrowser())).toBe(SIGNED_IN);
  });

  it('takes a code once, of many that bring it at the same moment from one', async () => {
    expect(await signIn({ twoFactorCode: enabledWith })).toBe(refusal('TWO_FACTOR_INVALID'));
    const code = totp(1);
    const urls = await Promise.all(Array.from({ length: 4 }, () => signIn({ twoFactorCode: code }, newBrowser())));
    expect(urls.filter((url) => url === SIGNED_IN)).toHaveLength(1);
    expect(await signIn({ twoFactorCode: code })).toBe(refusal('TWO_FACTOR_INVALID'));
    expect(await service.sql('select 1 from auth_sessions where tenant = $1', [me.tenant])).toHaveLength(1);
  });

  it('takes a recovery code once, and nobody else’s', async () => {
    const other = await aUser(service, me.tenant, {});
    const [theirs = ''] = await enable(other);
    expect(await signIn({ twoFactorCode: theirs })).toBe(refusal('TWO_FACTOR_INVALID'));
    const [code = ''] = (await service.api(me).post(`/api/v1/users/${me.userId}/2fa/recovery-codes`, { token: totp(1) })).body.data
      .recovery_codes as string[];
    expect(await signIn({ twoFactorCode: code })).toBe(SIGNED_IN);
    expect(await signIn({ twoFactorCode: code })).toBe(refusal('TWO_FACTOR_INVALID'));
    expect((await service.api(me).get(`/api/v1/users/${me.userId}/2fa`)).body.data.recovery_codes_left).toBe(9);
  });

  it('guards the end of all sessions, against guessing as well', async () => {
    const endAll = (two_factor_code?: string) => service.api(me).delete('/api/auth/sessions', { body: { two_factor_code } });
    expect((await endAll()).body).toMatchObject({ requires_2fa: true });
    for (let guess = 0; guess < 5; guess++) expect((await endAll(String(100_000 + guess))).status).toBe(403);
    expect((await endAll(totp(1))).status).toBe(429);
    await service.sql('delete from sign_in_attempts');
    expect((await endAll(totp(1))).body).toMatchObject({ success: true });
  });

  it('asks for none once it is disabled', async () => {
    await service.api(me).delete(`/api/v1/users/${me.userId}/2fa/disable`, { body: { token: totp(1) } });
    expect(await signIn()).toBe(SIGNED_IN);
  });

  it('is not got around by a flag that says there is none, nor closed by one that says there is', async () => {
    await service.sql('update users set two_factor_enabled = false where user_id = $1', [me.userId]);
    expect(await signIn()).toBe(refusal('TWO_FACTOR_REQUIRED'));
  });

  describe('on a trusted device', () => {
    const trust = async () => {
      expect(await signIn({ twoFactorCode: totp(1), trustDevice: 'true' })).toBe(SIGNED_IN);
      return deviceCookie() ?? '';
    };
    const devices = async () =>
      (await service.api(me).get(`/api/v1/users/${me.userId}/trusted-devices`)).body.data as { device_id: string }[];
    const otherBrowserWith = (value: string, who = me) => {
      const other = newBrowser();
      other.setCookie(BASE, `authjs.${deviceCookieStem({ tenant: who.tenant, userId: who.userId })}`, value);
      return other;
    };

    it('asks for no code for thirty days', async () => {
      browser.headers['user-agent'] = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
      expect(await trust()).toMatch(/^[\w.-]{100,}$/);
      expect(await signIn()).toBe(SIGNED_IN);
      expect(await signIn({}, newBrowser())).toBe(refusal('TWO_FACTOR_REQUIRED'));
      const [device] = await devices();
      expect(device).toMatchObject({ device_name: 'Firefox on Linux', last_used_at: expect.any(String) });
      const [{ days }] = (await service.sql<{ days: number }>(
        'select extract(epoch from expires_at - created_at) / 86400 as days from trusted_devices where tenant = $1',
        [me.tenant],
      )) as [{ days: number }];
      expect(Number(days)).toBe(30);
      await service.sql("update trusted_devices set expires_at = now() - interval '1 second' where tenant = $1", [me.tenant]);
      expect(await signIn()).toBe(refusal('TWO_FACTOR_REQUIRED'));
    });

    it('is trusted only when its user says so, with a cookie out of reach of scripts', async () => {
      const { csrfToken } = JSON.parse((await browser.visit(`${BASE}/api/auth/csrf`)).text) as { csrfToken: string };
      const form = { csrfToken, email: emailOf(me), password: PASSWORD, twoFactorCode: totp(1), trustDevice: 'true' };
      const { headers } = await browser.visit(`${BASE}/api/auth/callback/credentials`, form);
      expect(headers.getSetCookie().find((text) => text.startsWith('authjs.trusted-device'))).toMatch(
        /; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
      );
      const other = newBrowser();
      await service.sql('update two_factors set last_used_step = 0 where tenant = $1', [me.tenant]);
      expect(await signIn({ twoFactorCode: totp() }, other)).toBe(SIGNED_IN);
      expect(deviceCookie(other)).toBeUndefined();
      expect(await devices()).toHaveLength(1);
    });

    it('needs the password all the same', async () => {
      await trust();
      expect(await signIn({ password: 'wrong' })).toBe(refusal('credentials'));
    });

    it('is not for another user, nor with a cookie that was changed', async () => {
      const value = await trust();
      expect(await signIn({}, otherBrowserWith(value))).toBe(SIGNED_IN);
      expect(await signIn({}, otherBrowserWith(`${value.slice(0, -4)}AAAA`))).toBe(refusal('TWO_FACTOR_REQUIRED'));
      const other = await aUser(service, me.tenant, {});
      await enable(other);
      expect(await signIn({ email: emailOf(other) }, otherBrowserWith(value, other))).toBe(refusal('TWO_FACTOR_REQUIRED'));
      expect(await signIn({ email: emailOf(other) })).toBe(refusal('TWO_FACTOR_REQUIRED'));
    });

    it('until it is forgotten, one or all', async () => {
      const path = `/api/v1/users/${me.userId}/trusted-devices`;
      await trust();
      const [device] = await devices();
      expect((await service.api(await aUser(service, me.tenant, {})).delete(path)).status).toBe(403);
      expect((await service.api(me).delete(`${path}/${device?.device_id}`)).status).toBe(204);
      expect((await service.api(me).delete(`${path}/${device?.device_id}`)).status).toBe(404);
      expect(await signIn()).toBe(refusal('TWO_FACTOR_REQUIRED'));
      await service.sql('update two_factors set last_used_step = 0 where tenant = $1', [me.tenant]);
      await trust();
      expect((await service.api(me).delete(path)).status).toBe(204);
      expect(await devices()).toEqual([]);
      expect(await signIn()).toBe(refusal('TWO_FACTOR_REQUIRED'));
    });

    it('until the second factor is another', async () => {
      await trust();
      await service.api(await aUser(service, me.tenant, { permissions: ['user:update'] })).delete(`/api/v1/users/${me.userId}/2fa/disable`);
      await enable(me);
      expect(await signIn()).toBe(refusal('TWO_FACTOR_REQUIRED'));
    });

    it('until the password is another', async () => {
      await trust();
      const body = { current_password: PASSWORD, new_password: 'Another-9-horse-battery', confirm_password: 'Another-9-horse-battery' };
      expect((await service.api({ ...me, credential: 'session' }).put(`/api/v1/users/${me.userId}/password`, body)).status).toBe(200);
      expect(await signIn({ password: body.new_password })).toBe(refusal('TWO_FACTOR_REQUIRED'));
    });

    it('of which nobody has more than twenty', async () => {
      for (let index = 0; index < 22; index++) {
        await service.sql('update two_factors set last_used_step = 0 where tenant = $1', [me.tenant]);
        expect(await signIn({ twoFactorCode: totp(), trustDevice: 'true' }, newBrowser())).toBe(SIGNED_IN);
      }
      expect(await devices()).toHaveLength(20);
    });
  });
});
