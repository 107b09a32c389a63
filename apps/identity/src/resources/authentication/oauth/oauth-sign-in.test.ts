import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { tenantId } from '@psa/contract-kit';
import { TenantDb } from '@psa/postgres-kit';
import { KeyRing, SecretBox } from '@psa/secrets-kit';
import { caller, type TestCaller, testEncryptionKeys, TestService, testSettings } from '@psa/test-kit';
import { identityService } from '../../../identity-service.ts';
import { formOf, HttpBrowser, type Visited } from '../../../testing/http-browser.ts';
import { aUser, settle } from '../../../testing/make.ts';
import { CLIENT, TestIssuer } from '../../../testing/test-issuer.ts';
import { TOTP_SECRET, totp } from '../../../testing/two-factor.fixtures.ts';
import { hashPassword } from '../password/password-hash.ts';
import { SealedCookies } from '../auth/sealed-cookies.ts';
import { tokensPlace } from './link-account.actions.ts';
import { readState, signState } from './oauth-state.rules.ts';

const BASE = testSettings.PSA_PUBLIC_URL;
const PASSWORD = 'correct horse battery';
const KEYS = [testSettings.PSA_AUTH_SECRET];
const callbackOf = (provider: string) => `${BASE}/api/auth/callback/${provider}`;

describe('a sign-in with an OpenID Connect provider', () => {
  const [issuer, otherIssuer] = [new TestIssuer(), new TestIssuer()];
  let service: TestService;
  let me: TestCaller;
  let name: string;
  let email: string;
  let browser: HttpBrowser;

  let hash: string;

  beforeAll(async () => {
    hash = await hashPassword(PASSWORD);
    await issuer.start([callbackOf('acme')]);
    await otherIssuer.start([callbackOf('other')]);
    const providers = [
      { id: 'acme', name: 'Acme SSO', issuer: issuer.url, client_id: CLIENT.id, client_secret: CLIENT.secret },
      { id: 'other', issuer: otherIssuer.url, client_id: CLIENT.id, client_secret: CLIENT.secret },
      { id: 'gone', issuer: 'http://localhost:1', client_id: CLIENT.id },
    ];
    service = await TestService.start(identityService, { settings: { PSA_OAUTH_PROVIDERS: JSON.stringify(providers) } });
  });
  afterAll(async () => {
    await service.stop();
    await Promise.all([issuer.stop(), otherIssuer.stop()]);
  });
  beforeEach(async () => {
    me = caller();
    await settle(service, me);
    name = `una-${randomUUID().slice(0, 8)}`;
    email = `${name}@example.com`;
    await service.sql('update users set email = $2, password_hash = $3 where user_id = $1', [me.userId, email, hash]);
    for (const one of [issuer, otherIssuer]) one.accounts.set(name, { email, email_verified: true });
    browser = newBrowser();
  });

  const newBrowser = () => new HttpBrowser({ [BASE]: service.running.url });

  /** Leaves for the provider. @returns the redirect that leads there */
  async function leave(visitor: HttpBrowser, form: Record<string, string> = {}, provider = 'acme'): Promise<Visited> {
    const { csrfToken } = JSON.parse((await visitor.visit(`${BASE}/api/auth/csrf`)).text) as { csrfToken: string };
    return visitor.visit(`${BASE}/api/auth/signin/${provider}`, { csrfToken, ...form });
  }

  /** Signs in at the provider and agrees. @returns the address it sends the user back to */
  async function signInThere(visitor: HttpBrowser, departure: Visited, as = name): Promise<string> {
    const home = (url: string) => url.startsWith(`${BASE}/`);
    let page = await visitor.follow(departure, home);
    while (!home(page.url)) {
      const { action, fields } = formOf(page);
      page = await visitor.follow(
        await visitor.visit(action, { ...fields, ...('login' in fields ? { login: as, password: 'any' } : {}) }),
        home,
      );
    }
    return page.url;
  }

  /** Comes back from the provider. @returns the page that answers */
  async function comeBack(visitor: HttpBrowser, form: Record<string, string> = {}, provider = 'acme', as = name): Promise<Visited> {
    return visitor.visit(await signInThere(visitor, await leave(visitor, form, provider), as));
  }

  /** Fills the form that asks for a password or code before the sign-in ends. */
  function confirm(visitor: HttpBrowser, page: Visited, entered: Record<string, string>): Promise<Visited> {
    const { action, fields } = formOf(page);
    return visitor.visit(action, { ...fields, ...entered });
  }

  /** Signs in, and enters the password where the account is not linked yet. */
  async function signIn(visitor: HttpBrowser, form: Record<string, string> = {}, provider = 'acme', as = name): Promise<Visited> {
    const page = await comeBack(visitor, form, provider, as);
    return page.text.includes('name="password"') ? confirm(visitor, page, { password: PASSWORD }) : page;
  }

  const message = ({ text }: Visited) =>
    JSON.parse((/data-message="([^"]*)"/.exec(text)?.[1] ?? '').replaceAll('&quot;', '"')) as Record<string, unknown>;
  const next = ({ text }: Visited) => /data-next="([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
  const session = async (visitor: HttpBrowser) =>
    JSON.parse((await visitor.visit(`${BASE}/api/auth/session`)).text) as { user?: { id: string }; login_method?: string };
  const sessions = () => service.sql('select user_id from auth_sessions where tenant = $1', [me.tenant]);
  const refused = async (answer: Visited, error: string, visitor = browser) => {
    expect({ status: answer.status, ...message(answer) }).toMatchObject({ status: 200, type: 'oauth-callback', success: false, error });
    expect(await session(visitor)).toEqual({});
  };

  it('is offered among the ways to sign in', async () => {
    expect(JSON.parse((await browser.visit(`${BASE}/api/auth/providers`)).text)).toMatchObject({
      acme: { id: 'acme', name: 'Acme SSO', type: 'oidc', signinUrl: `${BASE}/api/auth/signin/acme`, callbackUrl: callbackOf('acme') },
    });
  });

  it('leads to the provider with PKCE, a nonce and a state, and leaves nothing of them to read in the browser', async () => {
    const departure = await leave(browser, { callbackUrl: '/assets', tenant: 'Acme' });
    expect(departure.status).toBe(302);
    const there = new URL(departure.headers.get('location') ?? '');
    expect(there.origin).toBe(issuer.url);
    const { state = '', nonce = '', ...query } = Object.fromEntries(there.searchParams);
    expect(query).toEqual({
      client_id: CLIENT.id,
      response_type: 'code',
      redirect_uri: callbackOf('acme'),
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(readState(state, KEYS, Date.now())).toMatchObject({ tenant: 'acme', provider: 'acme', redirectUri: callbackOf('acme') });
    const cookie = departure.headers.getSetCookie().find((text) => text.startsWith('authjs.state=')) ?? '';
    expect(cookie).toMatch(/; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
    for (const hidden of [nonce, state]) expect(cookie).not.toContain(hidden);
  });

  it('signs the user in whose verified address it is, links the account and keeps its tokens sealed', async () => {
    const answer = await signIn(browser, { callbackUrl: '/assets' });
    expect([answer.status, answer.headers.get('content-type'), message(answer)]).toEqual([
      200,
      'text/html; charset=utf-8',
      { type: 'oauth-callback', provider: 'acme', success: true },
    ]);
    expect(next(answer)).toBe(`${BASE}/assets`);
    expect(/data-origin="([^"]*)"/.exec(answer.text)?.[1]).toBe(BASE);
    expect(await session(browser)).toMatchObject({ login_method: 'acme', user: { id: me.userId, email } });

    await comeBack(newBrowser());
    const [account] = await service.sql('select * from oauth_accounts where tenant = $1', [me.tenant]);
    expect(account).toMatchObject({ user_id: me.userId, provider: 'acme', issuer: issuer.url, subject: name, email });
    expect(account.sealed_tokens).toMatch(/^v2\./);
    const db = new TenantDb<never>(service.running.database, {
      tenant: tenantId(me.tenant),
      actor: { id: 'test', type: 'system' },
      correlationId: 'test',
    });
    const tokens = JSON.parse(
      await new SecretBox(new KeyRing(testEncryptionKeys)).open(db, account.sealed_tokens, tokensPlace(account.oauth_account_id)),
    ) as Record<string, string>;
    expect(Object.keys(tokens)).toEqual(expect.arrayContaining(['access_token', 'id_token']));
    for (const { name: table } of await service.sql<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'identity'",
    )) {
      const dump = (await service.sql<{ row: string }>(`select t::text as row from ${table} t`)).map(({ row }) => row).join('\n');
      for (const token of [tokens['access_token'], tokens['id_token']]) expect(dump).not.toContain(token);
    }
    const types = (await service.sql('select event_type from audit_events where tenant = $1', [me.tenant])).map(
      ({ event_type }) => event_type as string,
    );
    expect(types).toEqual(expect.arrayContaining(['oauth_account_linked', 'login']));
  });

  it('links an account only after the password', async () => {
    const page = await comeBack(browser);
    expect([page.status, await session(browser)]).toEqual([200, {}]);
    const wrong = await confirm(browser, page, { password: 'wrong' });
    expect(wrong.text).toContain('The password is not right');
    expect(await service.sql('select 1 from oauth_accounts where tenant = $1', [me.tenant])).toEqual([]);
    expect(message(await confirm(browser, wrong, { password: PASSWORD }))).toMatchObject({ success: true });
    expect(await session(browser)).toMatchObject({ login_method: 'acme', user: { id: me.userId } });
    const again = newBrowser();
    expect(message(await comeBack(again))).toMatchObject({ success: true });
  });

  it('confirms nothing in another browser, without the token of the form, and with what was not sealed here', async () => {
    const page = await comeBack(browser);
    const { action, fields } = formOf(page);
    const stranger = newBrowser();
    const { csrfToken } = JSON.parse((await stranger.visit(`${BASE}/api/auth/csrf`)).text) as { csrfToken: string };
    await refused(await stranger.visit(action, { csrfToken, password: PASSWORD }), 'OAuthCallbackError', stranger);
    stranger.setCookie(BASE, 'authjs.pending', 'planted');
    await refused(await stranger.visit(action, { csrfToken, password: PASSWORD }), 'OAuthCallbackError', stranger);
    const forged = await browser.visit(action, { ...fields, csrfToken: 'forged', password: PASSWORD });
    expect([forged.headers.get('location'), await session(browser)]).toEqual([`${BASE}/api/auth/signin?error=MissingCSRF`, {}]);
  });

  it('counts wrong passwords like those of the sign-in page', async () => {
    await service.sql('delete from sign_in_attempts');
    let page = await comeBack(browser);
    for (let guess = 0; guess < 5; guess++) page = await confirm(browser, page, { password: `guess ${guess}` });
    expect((await confirm(browser, page, { password: PASSWORD })).text).toContain('Too many attempts failed');
    await service.sql('delete from sign_in_attempts');
  });

  describe('of a person with a second factor', () => {
    beforeEach(async () => {
      await signIn(browser);
      const path = `/api/v1/users/${me.userId}/2fa/enable`;
      expect((await service.api(me).post(path, { secret: TOTP_SECRET, token: totp() })).status).toBe(200);
      browser = newBrowser();
    });

    it('asks for the code, which a wrong one does not replace', async () => {
      const page = await comeBack(browser);
      expect([page.text.includes('name="twoFactorCode"'), page.text.includes('name="password"')]).toEqual([true, false]);
      expect(await session(browser)).toEqual({});
      const wrong = await confirm(browser, page, { twoFactorCode: '000000' });
      expect(wrong.text).toContain('The code is not right');
      expect(await session(browser)).toEqual({});
      expect(message(await confirm(browser, wrong, { twoFactorCode: totp(1) }))).toMatchObject({ success: true });
      expect(await session(browser)).toMatchObject({ user: { id: me.userId } });
    });

    it('goes on asking for the code when too many wrong ones were entered', async () => {
      let page = await comeBack(browser);
      for (let guess = 0; guess < 5; guess++) page = await confirm(browser, page, { twoFactorCode: String(100_000 + guess) });
      const limited = await confirm(browser, page, { twoFactorCode: totp(1) });
      expect(limited.text).toContain('Too many attempts failed');
      expect(limited.text).toContain('name="twoFactorCode"');
      await service.sql('delete from sign_in_attempts');
      expect(message(await confirm(browser, limited, { twoFactorCode: totp(1) }))).toMatchObject({ success: true });
    });

    it('asks for none on a device that was trusted, nor where the provider has checked one', async () => {
      await confirm(browser, await comeBack(browser), { twoFactorCode: totp(1), trustDevice: 'true' });
      expect(message(await comeBack(browser))).toMatchObject({ success: true });
      issuer.accounts.set(name, { email, email_verified: true, amr: ['pwd', 'otp'] });
      expect(message(await comeBack(newBrowser()))).toMatchObject({ success: true });
      issuer.accounts.set(name, { email, email_verified: true, amr: ['pwd'] });
      expect((await comeBack(newBrowser())).text).toContain('name="twoFactorCode"');
    });

    it('asks for the password and the code before another account is linked', async () => {
      await service.sql('delete from oauth_accounts where tenant = $1', [me.tenant]);
      const page = await comeBack(browser);
      const asked = await confirm(browser, page, { password: PASSWORD });
      expect(asked.text).toContain('name="twoFactorCode"');
      expect(await service.sql('select 1 from oauth_accounts where tenant = $1', [me.tenant])).toEqual([]);
      const done = await confirm(browser, asked, { password: PASSWORD, twoFactorCode: totp(1) });
      expect(message(done)).toMatchObject({ success: true });
    });
  });

  it('signs in by the account from then on, whatever becomes of its address', async () => {
    await signIn(browser);
    issuer.accounts.set(name, { email: 'new@elsewhere.example', email_verified: false });
    const again = newBrowser();
    expect(message(await signIn(again))).toMatchObject({ success: true });
    expect(await session(again)).toMatchObject({ user: { id: me.userId } });
    expect(await service.sql('select email from oauth_accounts where tenant = $1', [me.tenant])).toEqual([
      { email: 'new@elsewhere.example' },
    ]);
  });

  it('goes nowhere else in the end', async () => {
    expect(new URL(next(await signIn(browser, { callbackUrl: 'https://evil.example/' })) ?? '').origin).toBe(BASE);
  });

  it.each<[string, { email?: string; email_verified: boolean }]>([
    ['an address that is not verified', { email_verified: false }],
    ['an address that is nobody’s', { email: `nobody-${randomUUID()}@example.com`, email_verified: true }],
  ])('opens nothing with %s', async (_, account) => {
    issuer.accounts.set(name, { email, ...account });
    await refused(await signIn(browser), 'OAuthAccountNotLinked');
    expect(await service.sql('select 1 from oauth_accounts where tenant = $1', [me.tenant])).toEqual([]);
  });

  it('opens nothing with an address that was given to somebody else at the provider', async () => {
    await signIn(browser);
    issuer.accounts.set(`${name}-2`, { email, email_verified: true });
    const theirs = newBrowser();
    await refused(await signIn(theirs, {}, 'acme', `${name}-2`), 'OAuthAccountNotLinked', theirs);
  });

  it('opens nothing to users who are inactive', async () => {
    await signIn(browser);
    await service.sql('update users set is_inactive = true where user_id = $1', [me.userId]);
    const again = newBrowser();
    await refused(await signIn(again), 'OAuthAccountNotLinked', again);
  });

  it('takes the tenant of an address that belongs to users of several', async () => {
    const twin = caller();
    await settle(service, twin);
    await service.sql('update users set email = $2, password_hash = $3 where user_id = $1', [twin.userId, email, hash]);
    await refused(await signIn(browser), 'OAuthAccountNotLinked');
    for (const who of [me, twin, me]) {
      const own = newBrowser();
      expect(message(await signIn(own, { tenant: `bare-${who.tenant}` }))).toMatchObject({ success: true });
      expect(await session(own)).toMatchObject({ user: { id: who.userId, tenant: who.tenant } });
    }
    await refused(await signIn(newBrowser(), { tenant: 'no-such-tenant' }), 'OAuthAccountNotLinked');
  });

  it('tells the portals apart', async () => {
    const client = await aUser(service, me.tenant, { user_type: 'client' });
    await service.sql('update users set email = $2, password_hash = $3 where user_id = $1', [client.userId, email, hash]);
    expect(message(await signIn(browser, { userType: 'client' }))).toMatchObject({ success: true });
    expect(await session(browser)).toMatchObject({ user: { id: client.userId, user_type: 'client' } });
  });

  it('starts anew: a session that was planted before is no session afterwards', async () => {
    await signIn(browser);
    const planted = browser.cookie(BASE, 'authjs.session-token') ?? '';
    await signIn(browser);
    expect(browser.cookie(BASE, 'authjs.session-token')).not.toBe(planted);
    const attacker = newBrowser();
    attacker.setCookie(BASE, 'authjs.session-token', planted);
    expect(await session(attacker)).toEqual({});
  });

  describe('is refused', () => {
    it('when code and state come a second time', async () => {
      await signIn(newBrowser());
      const back = await signInThere(browser, await leave(browser));
      const state = browser.cookie(BASE, 'authjs.state') ?? '';
      expect(message(await browser.visit(back))).toMatchObject({ success: true });
      const replaying = newBrowser();
      replaying.setCookie(BASE, 'authjs.state', state);
      await refused(await replaying.visit(back), 'OAuthCallbackError', replaying);
      expect(await sessions()).toHaveLength(2);
    });

    it('all but once when they come many times at the same moment', async () => {
      await signIn(newBrowser());
      const back = await signInThere(browser, await leave(browser));
      const answers = await Promise.all(Array.from({ length: 5 }, () => browser.visit(back)));
      expect(answers.filter((answer) => message(answer)['success'] === true)).toHaveLength(1);
      expect(await sessions()).toHaveLength(2);
    });

    it('in another browser than the one that left', async () => {
      const back = await signInThere(browser, await leave(browser));
      const victim = newBrowser();
      await refused(await victim.visit(back), 'OAuthCallbackError', victim);
      await leave(victim);
      await refused(await victim.visit(back), 'OAuthCallbackError', victim);
    });

    it('when the code of another sign-in comes with a state that is right', async () => {
      const stolen = new URL(await signInThere(browser, await leave(browser))).searchParams.get('code') ?? '';
      const attacker = newBrowser();
      const own = new URL(await signInThere(attacker, await leave(attacker)));
      own.searchParams.set('code', stolen);
      await refused(await attacker.visit(own.href), 'OAuthCallbackError', attacker);
    });

    it('when the answer of one provider comes to the address of another', async () => {
      const back = new URL(await signInThere(browser, await leave(browser)));
      await refused(await browser.visit(`${callbackOf('other')}${back.search}`), 'OAuthCallbackError');
      back.searchParams.set('iss', otherIssuer.url);
      await refused(await browser.visit(back.href), 'OAuthCallbackError');
    });

    it('when the provider was asked with another nonce or challenge', async () => {
      for (const [member, value] of [
        ['nonce', 'planted'],
        ['code_challenge', 'x'.repeat(43)],
      ] as const) {
        const visitor = newBrowser();
        const departure = await leave(visitor);
        const there = new URL(departure.headers.get('location') ?? '');
        there.searchParams.set(member, value);
        const changed = { ...departure, headers: new Headers({ location: there.href }) };
        await refused(await visitor.visit(await signInThere(visitor, changed)), 'OAuthCallbackError', visitor);
      }
    });

    it('after ten minutes', async () => {
      const back = new URL(await signInThere(browser, await leave(browser)));
      const state = readState(back.searchParams.get('state') ?? '', KEYS, Date.now());
      if (state === undefined) throw new Error('no state');
      const old = { ...state, timestamp: Date.now() - 601_000, nonce: randomUUID() };
      back.searchParams.set('state', signState(old, KEYS[0] as string));
      const kept = { nonce: old.nonce, idNonce: 'x', verifier: 'x', callbackUrl: BASE };
      browser.setCookie(BASE, 'authjs.state', await new SealedCookies(KEYS).seal('authjs.state', kept, 600));
      await refused(await browser.visit(back.href), 'OAuthCallbackError');
    });

    it.each([
      ['its signature', (state: string) => `${state.slice(0, -6)}AAAAAA`],
      ['all of it', () => 'e30'],
      ['nothing', () => ''],
    ])('when of the state somebody made up %s', async (_, change) => {
      const back = new URL(await signInThere(browser, await leave(browser)));
      back.searchParams.set('state', change(back.searchParams.get('state') ?? ''));
      await refused(await browser.visit(back.href), 'OAuthCallbackError');
    });

    it('by its user, or by the provider', async () => {
      for (const [code, error] of [
        ['access_denied', 'AccessDenied'],
        ['server_error', 'OAuthCallbackError'],
      ] as const) {
        const visitor = newBrowser();
        const state = new URL((await leave(visitor)).headers.get('location') ?? '').searchParams.get('state') ?? '';
        const query = new URLSearchParams({ error: code, error_description: '<b>no</b>', state });
        const answer = await visitor.visit(`${callbackOf('acme')}?${query}`);
        expect(answer.text).not.toContain('<b>');
        expect(message(answer)['error_description']).toBe('&lt;b&gt;no&lt;/b&gt;');
        await refused(answer, error, visitor);
      }
    });

    it('when the provider cannot be reached', async () => {
      const answer = await leave(browser, {}, 'gone');
      expect([answer.status, answer.headers.get('location')]).toEqual([302, `${BASE}/api/auth/signin?error=OAuthSignInError`]);
    });

    it('without a CSRF token, and by a link', async () => {
      expect((await browser.visit(`${BASE}/api/auth/signin/acme`, { callbackUrl: '/' })).headers.get('location')).toBe(
        `${BASE}/api/auth/signin?error=MissingCSRF`,
      );
      expect((await browser.visit(`${BASE}/api/auth/signin/acme`)).headers.get('location')).toBe(
        `${BASE}/api/auth/error?error=Configuration`,
      );
    });
  });

  it('is linked until its user unlinks it, or somebody who may', async () => {
    await signIn(browser);
    const path = `/api/v1/users/${me.userId}/oauth-accounts`;
    const {
      text,
      body: {
        data: [account],
      },
    } = await service.api(me).get(path);
    expect(account).toMatchObject({ provider: 'acme', email });
    expect(text).not.toContain('sealed');
    expect((await service.api(await aUser(service, me.tenant, {})).delete(`${path}/${account.oauth_account_id}`)).status).toBe(403);
    expect((await service.api(me).delete(`${path}/${account.oauth_account_id}`)).status).toBe(204);
    expect((await service.api(me).delete(`${path}/${account.oauth_account_id}`)).status).toBe(404);
    expect((await service.api(me).get(path)).body.data).toEqual([]);
  });

  it('forgets what is too old to come again', async () => {
    await service.sql("insert into spent_nonces values ('old', now() - interval '1 minute'), ('young', now() + interval '1 minute')");
    await service.tick('delete-spent-nonces');
    expect(await service.sql("select nonce from spent_nonces where nonce in ('old', 'young')")).toEqual([{ nonce: 'young' }]);
  });
});
