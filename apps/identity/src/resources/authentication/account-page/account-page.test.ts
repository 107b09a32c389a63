import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, everyPermission, type TestCaller, type TestResponse, TestService, testSettings } from '@psa/test-kit';
import { identityService } from '../../../identity-service.ts';
import { UNREACHABLE_PROVIDERS } from '../../../testing/account-page.fixtures.ts';
import { aTenant, authenticate, aUser, type MadeTenant } from '../../../testing/make.ts';
import { linkedAccount } from '../../../testing/oauth.fixtures.ts';
import { SoftAuthenticator } from '../../../testing/soft-authenticator.ts';
import { totp } from '../../../testing/two-factor.fixtures.ts';
import { Visitor } from '../../../testing/visitor.ts';
import { hashPassword } from '../password/password-hash.ts';

const BASE = testSettings.PSA_PUBLIC_URL;
const ACCOUNT = '/api/auth/account';
const PASSWORD = 'correct horse battery';

/** Somebody at their account page. */
interface Person {
  readonly who: TestCaller;
  readonly email: string;
  readonly visitor: Visitor;
}

describe('the account page', () => {
  let service: TestService;
  let acme: MadeTenant;
  let hash: string;
  let una: Person;

  beforeAll(async () => {
    hash = await hashPassword(PASSWORD);
    service = await TestService.start(identityService, { settings: { PSA_OAUTH_PROVIDERS: UNREACHABLE_PROVIDERS } });
    acme = await aTenant(service);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    una = await newPerson();
  });

  /** A new user of the tenant, signed in. */
  async function newPerson(given: { readonly client_id?: string | null } = {}): Promise<Person> {
    const { client_id } = given;
    const isClient = client_id !== undefined;
    const who = await aUser(service, acme.tenant, {
      user_type: isClient ? 'client' : 'internal',
      role: isClient ? { portal: 'client', role_name: 'User' } : { portal: 'msp', role_name: 'Technician' },
      permissions: everyPermission,
    });
    const email = `${who.userId}@example.com`;
    await service.sql('update users set password_hash = $2, client_id = $3 where user_id = $1', [who.userId, hash, client_id ?? null]);
    const visitor = new Visitor(service, { address: `198.51.100.${1 + Math.floor(Math.random() * 250)}` });
    expect(await visitor.signIn({ email, password: PASSWORD })).toBe('ok');
    return { who, email, visitor };
  }

  const show = async ({ visitor }: Person = una) => {
    const page = await visitor.get(ACCOUNT);
    expect(page.status).toBe(200);
    return page.text;
  };
  /** Sends a form of the page. */
  const send = async (path: string, fields: Record<string, string> = {}, { visitor }: Person = una): Promise<TestResponse> =>
    visitor.post(`${ACCOUNT}/${path}`, { csrfToken: await visitor.csrfToken(), ...fields }, {});
  /** Sends a form that succeeds. @returns the page it leads to */
  const done = async (section: string, path: string, fields: Record<string, string> = {}, person: Person = una): Promise<string> => {
    const { status, headers, text } = await send(path, fields, person);
    expect({ status, location: headers.get('location'), text }).toEqual({
      status: 302,
      location: `${BASE}${ACCOUNT}#${section}`,
      text: '',
    });
    return show(person);
  };
  const alertIn = ({ text }: TestResponse) => /role="alert"[^>]*>([^<]*)</.exec(text)?.[1]?.replaceAll('&#39;', "'");
  /** What is said beside a field. */
  const faultOf = ({ text }: TestResponse, field: string) => {
    expect(text).toMatch(new RegExp(`id="${field}"[^>]* aria-describedby="${field}-error[^>]* aria-invalid="true"`));
    return new RegExp(`id="${field}-error">([^<]*)<`).exec(text)?.[1]?.replaceAll('&#39;', "'");
  };
  const statusIn = (text: string) => /role="status"[^>]*>(?:<p>)?([^<]*)</.exec(text)?.[1];
  const audited = async ({ who }: Person) =>
    (
      await service.sql<{ event_type: string }>('select event_type from audit_events where subject_user_id = $1 order by created_at', [
        who.userId,
      ])
    ).map(({ event_type }) => event_type);
  const idsOf = async (table: string, column: string, { who }: Person = una) =>
    (await service.sql<{ id: string }>(`select ${column} as id from ${table} where user_id = $1 order by created_at`, [who.userId])).map(
      ({ id }) => id,
    );

  it('sends whoever is not signed in to the sign-in page, and back', async () => {
    const stranger = new Visitor(service);
    const { status, headers } = await stranger.get(ACCOUNT);
    expect([status, headers.get('location')]).toEqual([302, `${BASE}/api/auth/signin?callbackUrl=%2Fapi%2Fauth%2Faccount`]);
    const sent = await stranger.post(`${ACCOUNT}/api-keys`, { csrfToken: await stranger.csrfToken(), description: 'x' }, {});
    expect([sent.status, sent.headers.get('location')]).toEqual([302, headers.get('location')]);

    await service.sql("update auth_sessions set revoked_at = now(), revoked_reason = 'security' where user_id = $1", [una.who.userId]);
    expect((await una.visitor.get(ACCOUNT)).status).toBe(302);
    expect([...una.visitor.cookies.keys()].filter((name) => name.includes('session-token'))).toEqual([]);
  });

  it('lets no script in, is kept by no cache, and leads to the reference', async () => {
    const { headers, text } = await una.visitor.get(ACCOUNT);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self'/);
    expect(policy).not.toMatch(/script-src|unsafe/);
    expect(headers.get('cache-control')).toBe('private, no-cache, no-store');
    expect(text).not.toContain('<script');
    expect(text).toContain('href="/api/v1/meta/docs"');
    expect(text).toContain(una.email);
  });

  it('shows what people are called as text', async () => {
    const evil = '"><img src=x onerror=alert(1)>';
    await service.sql('update users set first_name = $2 where user_id = $1', [una.who.userId, evil]);
    await done('api-keys', 'api-keys', { description: evil });
    expect(await show()).not.toContain('<img');
  });

  describe.each(['', 'f'.repeat(64)])('a form with the CSRF token %j', (csrfToken) => {
    it.each([
      'api-keys',
      'sessions/end-others',
      'two-factor',
      'two-factor/disable',
      'two-factor/recovery-codes',
      'trusted-devices/forget',
      'passkeys/options',
      'passkeys',
      'connected-accounts/gone/connect',
      'password',
      `api-keys/${randomUUID()}/revoke`,
      `sessions/${randomUUID()}/end`,
      `trusted-devices/${randomUUID()}/forget`,
      `passkeys/${randomUUID()}/rename`,
      `passkeys/${randomUUID()}/remove`,
      `connected-accounts/${randomUUID()}/disconnect`,
    ])('is refused: %s', async (path) => {
      const before = await audited(una);
      const fields = { csrfToken, description: 'x', current_password: PASSWORD, new_password: 'a new password', password: PASSWORD };
      const answer = await una.visitor.post(`${ACCOUNT}/${path}`, { ...fields, confirm_password: 'a new password' }, {});
      expect([answer.status, alertIn(answer)]).toEqual([403, 'This form has expired. Please try again.']);
      expect(await audited(una)).toEqual(before);
      expect(await idsOf('api_keys', 'api_key_id')).toEqual([]);
    });
  });

  it('gives programs that send JSON the errors of the API', async () => {
    const csrfToken = await una.visitor.csrfToken();
    const cookie = [...una.visitor.cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ');
    const post = (path: string, body: object) => service.api(null).post(`${ACCOUNT}/${path}`, body, { headers: { cookie } });
    expect(await post('api-keys', {})).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(await post(`api-keys/${randomUUID()}/revoke`, { csrfToken })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  describe('API keys', () => {
    it('are created, shown once, listed and revoked', async () => {
      const page = await done('api-keys', 'api-keys', { description: 'Deployment', expires_in: '30', scope: 'all' });
      const [key = ''] = /psa_\w+_\w+/.exec(page) ?? [];
      expect(statusIn(page)).toContain('it is not shown again');
      expect(await authenticate(service, key)).toMatchObject({ user_id: una.who.userId, credential: { type: 'api_key' } });
      // The use of a key is noted after it was answered for.
      const again = await eventually(async () => {
        const text = await show();
        return text.includes('last used <time') ? text : undefined;
      });
      expect(again).not.toContain(key);
      for (const said of ['<strong>Deployment</strong>', 'expires <time', 'everything you can do']) expect(again).toContain(said);

      const [id = ''] = await idsOf('api_keys', 'api_key_id');
      expect(await done('api-keys', `api-keys/${id}/revoke`)).toContain('You have no API keys.');
      expect(await authenticate(service, key)).toBeNull();
      expect(await audited(una)).toEqual(['login', 'api_key_created', 'api_key_revoked']);
    });

    it('are confined to what is chosen', async () => {
      const chosen = { description: 'Inventory', scope: 'chosen', permissions: 'asset:read\nticket:read', ip_ranges: '192.0.2.0/24' };
      const page = await done('api-keys', 'api-keys', chosen);
      expect(await authenticate(service, /psa_\w+_\w+/.exec(page)?.[0] ?? '')).toMatchObject({
        permissions: ['asset:read', 'ticket:read'],
        ip_ranges: ['192.0.2.0/24'],
      });
      const readOnly = await done('api-keys', 'api-keys', { description: 'Report', scope: 'read' });
      const { permissions = [] } = (await authenticate(service, /psa_\w+_\w+/.exec(readOnly)?.[0] ?? '')) ?? {};
      expect(permissions).toContain('asset:read');
      expect(permissions.filter((name) => !name.endsWith(':read'))).toEqual([]);
    });

    it.each([
      [
        { scope: 'chosen', permissions: 'asset:read security_settings:delete' },
        'permissions',
        /^Permissions: security_settings:delete is not/,
      ],
      [{ scope: 'chosen' }, 'permissions', /^Permissions must not be empty/],
      [{ ip_ranges: 'home' }, 'ip_ranges', /^Networks: must be an address/],
      [{ description: 'x'.repeat(300) }, 'description', /^Name must have at most 255/],
    ])('are not created from %j, and what was entered is kept', async (fields: Record<string, string>, field, message) => {
      const answer = await send('api-keys', { description: 'My <key>', ...fields });
      expect(answer.status).toBe(400);
      expect(faultOf(answer, `create-key-${field}`)).toMatch(message);
      expect(answer.text).toMatch(new RegExp(`id="create-key-${field}"[^>]* autofocus`));
      if (field !== 'description') expect(answer.text).toContain('value="My &lt;key&gt;"');
      expect(await idsOf('api_keys', 'api_key_id')).toEqual([]);
    });

    it('of others are not revoked', async () => {
      const ben = await newPerson();
      await done('api-keys', 'api-keys', { description: "Ben's key" }, ben);
      const [id = ''] = await idsOf('api_keys', 'api_key_id', ben);
      const answer = await send(`api-keys/${id}/revoke`);
      expect([answer.status, alertIn(answer)]).toEqual([403, 'Permission denied: Cannot delete security_settings.']);
      expect(answer.text).not.toContain('Ben&#39;s key');
      expect(await show(ben)).toContain('Ben&#39;s key');
    });
  });

  describe('sessions', () => {
    const another = async (person: Person = una) => {
      const visitor = new Visitor(service, { address: '203.0.113.9', userAgent: 'Mozilla/5.0 (iPhone) Safari/605.1' });
      expect(await visitor.signIn({ email: person.email, password: PASSWORD })).toBe('ok');
      return { visitor, id: (await visitor.session()).session_id ?? '' };
    };

    it('are shown with where they are from, and ended one by one', async () => {
      const { visitor, id } = await another();
      const page = await show();
      for (const said of ['Safari on iPhone', '203.0.113.9', 'last seen']) expect(page).toContain(said);
      expect(page).toMatch(/Chrome on Linux<\/strong> <span class="quiet">\(this session\)/);
      expect(page.split('(this session)')).toHaveLength(2);
      expect(await done('sessions', `sessions/${id}/end`)).not.toContain('Safari on iPhone');
      expect(await visitor.session()).toEqual({});
    });

    it('are all ended but this one', async () => {
      const [one, two] = [await another(), await another()];
      expect(statusIn(await done('sessions', 'sessions/end-others'))).toBe('2 sessions were ended.');
      expect([await one.visitor.session(), await two.visitor.session()]).toEqual([{}, {}]);
    });

    it('end with this one as well', async () => {
      const { session_id = '' } = await una.visitor.session();
      expect((await send(`sessions/${session_id}/end`)).status).toBe(302);
      expect((await una.visitor.get(ACCOUNT)).headers.get('location')).toContain('/api/auth/signin');
    });

    it('of others are not ended', async () => {
      const ben = await newPerson();
      const { session_id = '' } = await ben.visitor.session();
      expect((await send(`sessions/${session_id}/end`)).status).toBe(403);
      expect(await ben.visitor.session()).toMatchObject({ session_id });
    });
  });

  describe('two-factor authentication', () => {
    /** Switches it on by the page. @returns the secret and the recovery codes */
    const enable = async () => {
      const setup = await una.visitor.get(`${ACCOUNT}/two-factor`);
      expect(setup.text).toContain('role="img" aria-label="QR code');
      const [, secret = ''] = /name="secret" value="(\w+)"/.exec(setup.text) ?? [];
      const page = await done('two-factor', 'two-factor', { secret, token: totp(0, secret) });
      const codes = [...page.matchAll(/<li><code>([\w-]+)<\/code><\/li>/g)].map(([, code]) => code as string);
      return { secret, codes, page };
    };

    it('is switched on with a code of the app, shows recovery codes once, and is switched off with a code', async () => {
      expect(await show()).toContain('Set up two-factor authentication');
      const { secret, codes, page } = await enable();
      expect([codes.length, page.includes('You have 10 recovery codes left')]).toEqual([10, true]);
      const again = await show();
      for (const code of codes) expect(again).not.toContain(code);
      expect((await una.visitor.get(`${ACCOUNT}/two-factor`)).headers.get('location')).toBe(`${BASE}${ACCOUNT}#two-factor`);

      const visitor = new Visitor(service);
      expect(await visitor.signIn({ email: una.email, password: PASSWORD })).toBe('TWO_FACTOR_REQUIRED');
      expect(await visitor.signIn({ email: una.email, password: PASSWORD, twoFactorCode: codes[0] ?? '' })).toBe('ok');
      expect(await done('two-factor', 'two-factor/disable', { token: totp(1, secret) })).toContain('Set up two-factor authentication');
      expect(await audited(una)).toEqual(expect.arrayContaining(['two_factor_enabled', 'two_factor_disabled']));
    });

    it('is not switched on with a wrong code, which is asked for again for the same secret', async () => {
      const { text } = await una.visitor.get(`${ACCOUNT}/two-factor`);
      const [, secret = ''] = /name="secret" value="(\w+)"/.exec(text) ?? [];
      const answer = await send('two-factor', { secret, token: '000000' });
      expect([answer.status, faultOf(answer, 'enable-two-factor-token')]).toEqual([400, 'The code is wrong, or it was used before.']);
      expect(answer.text).toContain(`name="secret" value="${secret}"`);
      expect(/<path[^>]*>/.exec(answer.text)?.[0]).toBe(/<path[^>]*>/.exec(text)?.[0]);
      const broken = await send('two-factor', { secret: 'nonsense', token: '000000' });
      expect([broken.status, alertIn(broken)]).toEqual([400, 'secret must be 16 to 102 characters of base32.']);
    });

    it('is not switched off without proof', async () => {
      await enable();
      const missing = await send('two-factor/disable', { token: '', password: '' });
      expect([missing.status, faultOf(missing, 'disable-two-factor-token')]).toEqual([400, 'Enter a code or your password.']);
      const wrong = await send('two-factor/disable', { password: 'guessed' });
      expect([wrong.status, faultOf(wrong, 'disable-two-factor-password')]).toEqual([400, 'Password is not correct.']);
      expect(wrong.text).not.toContain('guessed');
      expect(await show()).toContain('Turn off two-factor authentication');
    });

    it('gives new recovery codes for a code, and the former ones are good for nothing', async () => {
      const { codes, secret } = await enable();
      expect((await send('two-factor/recovery-codes', { token: '000000' })).status).toBe(400);
      const page = await done('two-factor', 'two-factor/recovery-codes', { token: totp(1, secret) });
      const [, fresh = ''] = /<li><code>([\w-]+)<\/code><\/li>/.exec(page) ?? [];
      expect(codes).not.toContain(fresh);
      const visitor = new Visitor(service);
      const signIn = (twoFactorCode = '') => visitor.signIn({ email: una.email, password: PASSWORD, twoFactorCode });
      expect([await signIn(codes[1]), await signIn(fresh)]).toEqual(['TWO_FACTOR_INVALID', 'ok']);
    });

    it('has a code asked for before other sessions end, also on a trusted device', async () => {
      const { codes } = await enable();
      for (let time = 0; time < 2; time++) {
        const visitor = time === 0 ? una.visitor : new Visitor(service);
        await visitor.signIn({ email: una.email, password: PASSWORD, twoFactorCode: codes[time] ?? '', trustDevice: 'true' });
      }
      const refused = await send('sessions/end-others', { two_factor_code: '' });
      expect(refused.status).toBe(403);
      expect(faultOf(refused, 'end-others-two_factor_code')).toBe('The code is missing, wrong, or was used before.');
      expect(statusIn(await done('sessions', 'sessions/end-others', { two_factor_code: codes[2] ?? '' }))).toBe('One session was ended.');
    });

    it('is not asked for on trusted devices, which are listed and forgotten', async () => {
      expect(await show()).not.toContain('Trusted devices');
      const { codes } = await enable();
      for (const twoFactorCode of codes.slice(0, 3)) {
        const visitor = new Visitor(service, { userAgent: 'Mozilla/5.0 (Macintosh) Firefox/140.0' });
        expect(await visitor.signIn({ email: una.email, password: PASSWORD, twoFactorCode, trustDevice: 'true' })).toBe('ok');
      }
      const page = await show();
      expect([...page.matchAll(/trusted until/g)]).toHaveLength(3);
      const [first = ''] = await idsOf('trusted_devices', 'device_id');
      expect([...(await done('trusted-devices', `trusted-devices/${first}/forget`)).matchAll(/trusted until/g)]).toHaveLength(2);
      const again = await send(`trusted-devices/${first}/forget`);
      expect([again.status, alertIn(again)]).toEqual([404, 'Trusted device not found.']);
      expect(await done('trusted-devices', 'trusted-devices/forget')).toContain('You are asked for a code on every device.');
    });
  });

  describe('passkeys', () => {
    /** Adds a passkey by the page, with a device in place of the script. */
    const add = async (name: string) => {
      const page = await send('passkeys/options', { password: PASSWORD });
      expect(page.status).toBe(200);
      expect(page.headers.get('content-security-policy')).toMatch(/; script-src 'sha256-[\w+/=]+';/);
      const [, options = ''] = /data-options="([^"]*)"/.exec(page.text) ?? [];
      const [, challenge_token = ''] = /name="challenge_token" value="([^"]*)"/.exec(page.text) ?? [];
      const made = new SoftAuthenticator(BASE).create(JSON.parse(options.replaceAll('&quot;', '"')));
      return done('passkeys', 'passkeys', { challenge_token, response: JSON.stringify(made), name });
    };

    it('are added, renamed and removed', async () => {
      expect(await add('Laptop')).toContain('<strong>Laptop</strong>');
      const [id = ''] = await idsOf('passkeys', 'passkey_id');
      const unnamed = await send(`passkeys/${id}/rename`, { name: ' ' });
      expect([unnamed.status, faultOf(unnamed, `rename-${id}-name`)]).toEqual([400, 'Name must not be empty.']);
      expect(await done('passkeys', `passkeys/${id}/rename`, { name: 'Old laptop' })).toContain('<strong>Old laptop</strong>');
      expect(await done('passkeys', `passkeys/${id}/remove`)).not.toContain('<strong>Old laptop</strong>');
      expect(await audited(una)).toEqual(['login', 'passkey_added', 'passkey_removed']);
    });

    it('take the password, and what a browser has made', async () => {
      const refused = await send('passkeys/options', { password: 'wrong' });
      expect([refused.status, faultOf(refused, 'add-passkey-password')]).toEqual([400, 'Password is not correct.']);
      const empty = await send('passkeys', { challenge_token: 'x', response: '' });
      expect([empty.status, alertIn(empty)]).toEqual([400, 'response is required.']);
    });

    it('of others are neither renamed nor removed', async () => {
      await add('Laptop');
      const [id = ''] = await idsOf('passkeys', 'passkey_id');
      const ben = await newPerson();
      expect((await send(`passkeys/${id}/rename`, { name: 'Mine' }, ben)).status).toBe(404);
      expect((await send(`passkeys/${id}/remove`, {}, ben)).status).toBe(404);
      expect(await show()).toContain('<strong>Laptop</strong>');
    });
  });

  describe('connected accounts', () => {
    it('are listed and disconnected', async () => {
      const id = await linkedAccount({ service, caller: una.who, api: service.api(una.who) }, 'gone');
      const page = await show();
      expect(page).toContain('<strong>Gone</strong>');
      expect(page).not.toContain('Connect Gone');
      const ben = await newPerson();
      expect((await send(`connected-accounts/${id}/disconnect`, {}, ben)).status).toBe(404);
      expect(await done('connected-accounts', `connected-accounts/${id}/disconnect`)).toContain('Connect Gone');
      expect(await audited(una)).toEqual(['login', 'oauth_account_unlinked']);
    });

    it('take proof to connect, and tell when the provider cannot be reached', async () => {
      const refused = await send('connected-accounts/gone/connect', { password: 'wrong' });
      expect([refused.status, faultOf(refused, 'connect-gone-password')]).toEqual([400, 'Password is not correct.']);
      expect((await send('connected-accounts/webauthn/connect', { password: PASSWORD })).status).toBe(404);
      const page = await done('connected-accounts', 'connected-accounts/gone/connect', { password: PASSWORD });
      expect(page).toContain('The provider cannot be reached. Try again later.');
    });
  });

  describe('the password', () => {
    const NEW = { current_password: PASSWORD, new_password: 'staple battery horse', confirm_password: 'staple battery horse' };

    it('is changed, which ends the other sessions', async () => {
      const other = new Visitor(service);
      await other.signIn({ email: una.email, password: PASSWORD });
      expect(statusIn(await done('password', 'password', NEW))).toBe('Your password was changed.');
      expect(await other.session()).toEqual({});
      const visitor = new Visitor(service);
      expect(await visitor.signIn({ email: una.email, password: PASSWORD })).toBe('credentials');
      expect(await visitor.signIn({ email: una.email, password: NEW.new_password })).toBe('ok');
    });

    it.each([
      [{ current_password: 'wrong' }, 'current_password', 'Current password is not correct.'],
      [{ new_password: 'short' }, 'new_password', 'New password must have at least 8 characters.'],
      [{ confirm_password: 'another' }, 'confirm_password', 'The passwords do not match.'],
      [
        { new_password: 'password1', confirm_password: 'password1' },
        'new_password',
        'New password is one of the passwords everybody tries first.',
      ],
    ])('is not changed by %j', async (fields, field, message) => {
      const answer = await send('password', { ...NEW, ...fields });
      expect([answer.status, faultOf(answer, `change-password-${field}`)]).toEqual([400, message]);
      for (const entered of [NEW.new_password, ...Object.values(fields)]) expect(answer.text).not.toContain(`value="${entered}"`);
      expect(await audited(una)).not.toContain('password_changed');
    });

    it('is tried no more after too many wrong ones', async () => {
      for (let time = 0; time < 5; time++) await send('password', { ...NEW, current_password: `wrong ${time}` });
      const answer = await send('password', NEW);
      expect([answer.status, alertIn(answer)]).toEqual([429, 'Too many wrong passwords: wait a quarter of an hour.']);
    });

    it('is chosen by a link where there is none yet, and nothing else asks for it', async () => {
      await service.sql('update users set password_hash = null where user_id = $1', [una.who.userId]);
      const page = await show();
      expect(page).toContain('You have no password.');
      expect(page).not.toContain('name="password"');
      expect((await send('passkeys/options')).status).toBe(200);
      expect((await send('password', NEW)).status).toBe(409);
    });
  });

  describe('of people of the client portal', () => {
    it('has everything but API keys, which they cannot create either', async () => {
      const pat = await newPerson({ client_id: randomUUID() });
      const page = await show(pat);
      for (const id of ['password', 'two-factor', 'passkeys', 'connected-accounts', 'sessions']) expect(page).toContain(`<h2 id="${id}"`);
      expect(page).not.toContain('id="api-keys"');
      const answer = await send('api-keys', { description: 'x' }, pat);
      expect([answer.status, alertIn(answer)]).toEqual([403, 'Permission denied: this is for staff only.']);
      expect(
        statusIn(
          await done(
            'password',
            'password',
            { current_password: PASSWORD, new_password: 'new and long', confirm_password: 'new and long' },
            pat,
          ),
        ),
      ).toBe('Your password was changed.');
    });

    it('knows no sessions of others', async () => {
      const pat = await newPerson({ client_id: randomUUID() });
      const { session_id = '' } = await una.visitor.session();
      expect((await send(`sessions/${session_id}/end`, {}, pat)).status).toBe(404);
      expect(await una.visitor.session()).toMatchObject({ session_id });
    });

    it('shows people without a client what they have', async () => {
      const pat = await newPerson({ client_id: null });
      const page = await show(pat);
      expect(page).toContain('<h2 id="sessions"');
      expect(page).not.toContain('<h2 id="passkeys"');
    });
  });

  it('tells a notice to the session it is for alone', async () => {
    await send('api-keys', { description: 'Deployment' });
    const notice = una.visitor.cookies.get('authjs.account-notice') ?? '';
    expect(notice).not.toBe('');
    const ben = await newPerson();
    ben.visitor.cookies.set('authjs.account-notice', notice);
    expect(await show(ben)).not.toMatch(/psa_\w+_\w+/);
    expect(await show()).toMatch(/psa_\w+_\w+/);
  });

  it('signs out, and leads to the sign-in page and back', async () => {
    const form =
      /action="\/api\/auth\/signout">\s*<input type="hidden" name="csrfToken" value="(\w+)"><input type="hidden" name="callbackUrl" value="([^"]*)"/;
    const [, csrfToken = '', callbackUrl = ''] = form.exec(await show()) ?? [];
    const { headers } = await una.visitor.post('/api/auth/signout', { csrfToken, callbackUrl }, {});
    expect(headers.get('location')).toBe(`${BASE}${ACCOUNT}`);
    expect(await una.visitor.session()).toEqual({});
    expect((await una.visitor.get(ACCOUNT)).headers.get('location')).toContain('/api/auth/signin?callbackUrl=');
    expect((await una.visitor.get('/api/auth/signin')).text).toContain(`name="callbackUrl" value="${BASE}${ACCOUNT}"`);
  });
});
