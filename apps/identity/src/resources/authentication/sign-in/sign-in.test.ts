import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { identityRpc } from '@psa/contracts-identity';
import { TestService } from '@psa/test-kit';
import { identityService } from '../../../identity-service.ts';
import { aTenant, aUser, asking, type MadeTenant } from '../../../testing/make.ts';
import { Visitor } from '../../../testing/visitor.ts';
import { checkPassword, hashPassword } from '../password/password-hash.ts';

const ORIGIN = 'http://psa.test';

describe('signing in by password', () => {
  let service: TestService;
  let acme: MadeTenant;
  let visitor: Visitor;
  let credentials: { email: string; password: string };
  const checked: string[] = [];

  beforeAll(async () => {
    service = await TestService.start(identityService, {
      ports: {
        checkPassword: (password: string, stored: string | null) => {
          checked.push(password);
          return checkPassword(password, stored);
        },
      },
    });
    acme = await aTenant(service);
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    visitor = new Visitor(service, { address: `198.51.100.${Math.floor(Math.random() * 250)}` });
    credentials = { email: acme.adminEmail, password: acme.adminPassword };
  });

  /** A user with an address and a password of their own, in a tenant. */
  const person = async (given: { tenant?: string; email?: string; user_type?: string; password?: string; is_inactive?: boolean } = {}) => {
    const { tenant = acme.tenant, email = `${randomUUID()}@example.com`, password = 'open sesame' } = given;
    const { userId } = await aUser(service, tenant, { user_type: given.user_type ?? 'internal', is_inactive: given.is_inactive ?? false });
    await service.sql('update users set email = $1, password_hash = $2 where user_id = $3', [email, await hashPassword(password), userId]);
    return { userId, email, password };
  };

  it('starts a session with what is known of the browser, and notes it on the user', async () => {
    expect(await visitor.signIn(credentials)).toBe('ok');
    const { session_id } = await visitor.session();
    const [row] = await service.sql('select * from auth_sessions where session_id = $1', [session_id]);
    expect(row).toMatchObject({
      tenant: acme.tenant,
      user_id: acme.userId,
      login_method: 'credentials',
      ip_address: expect.stringMatching(/^198\.51\.100\./),
      device_name: 'Chrome on Linux',
      device_type: 'desktop',
      revoked_at: null,
      version: 1,
    });
    const [user] = await service.sql('select last_login_method, last_login_at is not null as noted from users where user_id = $1', [
      acme.userId,
    ]);
    expect(user).toEqual({ last_login_method: 'credentials', noted: true });
    const [entry] = await service.sql("select * from audit_events where event_type = 'login' and record_id = $1", [session_id]);
    expect(entry).toMatchObject({ tenant: acme.tenant, subject_user_id: acme.userId, actor_id: acme.userId });
  });

  it('takes the address in any case, and the password as it is', async () => {
    expect(await visitor.signIn({ ...credentials, email: ` ${acme.adminEmail.toUpperCase()} ` })).toBe('ok');
    expect(await visitor.signIn({ ...credentials, password: ` ${acme.adminPassword}` })).toBe('credentials');
  });

  it('redirects a browser, and answers JSON to a body of JSON', async () => {
    const csrfToken = await visitor.csrfToken();
    const redirected = await visitor.post('/api/auth/callback/credentials', { csrfToken, ...credentials, callbackUrl: '/tickets' }, {});
    expect([redirected.status, redirected.headers.get('location'), redirected.text]).toEqual([302, `${ORIGIN}/tickets`, '']);
    const refused = await visitor.post('/api/auth/callback/credentials', { csrfToken, ...credentials, password: 'wrong' }, {});
    expect([refused.status, refused.headers.get('location')]).toEqual([
      302,
      `${ORIGIN}/api/auth/signin?error=CredentialsSignin&code=credentials`,
    ]);
    const json = await service.api(null).post(
      '/api/auth/callback/credentials',
      { csrfToken, ...credentials, json: 'true' },
      {
        headers: {
          cookie: `authjs.csrf-token=${encodeURIComponent(visitor.cookies.get('authjs.csrf-token') ?? '')}`,
          'x-forwarded-for': '198.51.100.251',
        },
      },
    );
    expect([json.status, json.body]).toEqual([200, { url: ORIGIN }]);
  });

  it('gives one answer for whatever is wrong, and tells nobody which', async () => {
    const inactive = await person({ is_inactive: true });
    const suspended = await aTenant(service);
    await asking(service, identityRpc['admin.tenant-suspend'], { tenant: suspended.tenant });
    const without = await person();
    await service.sql('update users set password_hash = null where user_id = $1', [without.userId]);
    const attempts: Record<string, string>[] = [
      { ...credentials, password: 'wrong' },
      { email: 'nobody@example.com', password: 'wrong' },
      { email: '', password: '' },
      {},
      { ...credentials, password: 'x'.repeat(4000) },
      { email: inactive.email, password: inactive.password },
      { email: suspended.adminEmail, password: suspended.adminPassword },
      { email: without.email, password: '' },
      { ...credentials, tenant: 'no-such-tenant' },
      { ...credentials, userType: 'client' },
      { ...credentials, userType: 'admin' },
    ];
    const answers: { status: number; text: string; signedIn: boolean }[] = [];
    for (const fields of attempts) {
      const one = new Visitor(service, { address: `192.0.2.${answers.length}` });
      const { status, text } = await one.post('/api/auth/callback/credentials', { csrfToken: await one.csrfToken(), ...fields });
      answers.push({ status, text, signedIn: one.cookies.has('authjs.session-token') });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([
        JSON.stringify({
          status: 200,
          text: JSON.stringify({ url: `${ORIGIN}/api/auth/signin?error=CredentialsSignin&code=credentials` }),
          signedIn: false,
        }),
      ]),
    );
  });

  it('checks one password for nobody as for somebody', async () => {
    const somebody = await person();
    const withoutPassword = await person();
    await service.sql('update users set password_hash = null where user_id = $1', [withoutPassword.userId]);
    for (const email of [somebody.email, withoutPassword.email, 'nobody@example.org']) {
      checked.length = 0;
      expect(await visitor.signIn({ email, password: 'wrong' })).toBe('credentials');
      expect(checked).toEqual(['wrong']);
    }
  });

  describe('an address of several users', () => {
    it('needs the tenant, by its slug or by the digits of its id', async () => {
      const other = await aTenant(service);
      const email = `${randomUUID()}@example.com`;
      await person({ email, password: 'of acme' });
      await person({ email, password: 'of other', tenant: other.tenant });
      const digits = other.tenant.replaceAll('-', '');
      expect(await visitor.signIn({ email, password: 'of other' })).toBe('credentials');
      expect(await visitor.signIn({ email, password: 'of other', tenant: acme.tenantSlug })).toBe('credentials');
      for (const tenant of [other.tenantSlug, other.tenantSlug.toUpperCase(), digits.slice(0, 6) + digits.slice(-6)]) {
        expect(await visitor.signIn({ email, password: 'of other', tenant })).toBe('ok');
        expect((await visitor.session()).user).toMatchObject({ tenant: other.tenant, tenantSlug: other.tenantSlug });
      }
    });

    it('means the internal one of both portals, unless the caller says otherwise', async () => {
      const email = `${randomUUID()}@example.com`;
      await person({ email, password: 'of staff' });
      const client = await person({ email, password: 'of client', user_type: 'client' });
      const clientId = randomUUID();
      await service.sql('update users set client_id = $1 where user_id = $2', [clientId, client.userId]);
      expect(await visitor.signIn({ email, password: 'of staff' })).toBe('ok');
      expect(await visitor.signIn({ email, password: 'of client' })).toBe('credentials');
      expect(await visitor.signIn({ email, password: 'of client', userType: 'client' })).toBe('ok');
      expect((await visitor.session()).user).toMatchObject({ id: client.userId, user_type: 'client', clientId });
    });
  });

  it('hashes a password anew that was hashed in a former way', async () => {
    const { email, password, userId } = await person();
    const { hash } = await import('@node-rs/argon2');
    await service.sql('update users set password_hash = $1 where user_id = $2', [await hash(password, { memoryCost: 4096 }), userId]);
    expect(await visitor.signIn({ email, password })).toBe('ok');
    const [user] = await service.sql<{ password_hash: string; version: number }>(
      'select password_hash, version from users where user_id = $1',
      [userId],
    );
    expect(user).toMatchObject({ password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/), version: 1 });
    expect(await visitor.signIn({ email, password })).toBe('ok');
  });

  describe('whatever the browser brings along', () => {
    it('the session is a new one, and the old one is ended', async () => {
      const attacker = new Visitor(service, { address: '198.51.100.252' });
      const other = await person();
      expect(await attacker.signIn({ email: other.email, password: other.password })).toBe('ok');
      const planted = await attacker.session();
      for (const [name, value] of attacker.cookies) visitor.cookies.set(name, value);
      expect(await visitor.signIn(credentials)).toBe('ok');
      expect((await visitor.session()).session_id).not.toBe(planted.session_id);
      expect(await attacker.session()).toEqual({});
    });

    it('a session cookie that is none of ours is cleared', async () => {
      visitor.cookies.set('authjs.session-token.0', 'x').set('next-auth.session-token', 'y').set('unrelated', 'z');
      await visitor.session();
      expect([...visitor.cookies.keys()]).toEqual(['unrelated']);
    });

    it('nothing happens without the CSRF token that belongs to its cookie', async () => {
      const token = await new Visitor(service).csrfToken();
      await visitor.csrfToken();
      for (const csrfToken of ['', token, 'x'.repeat(64), visitor.cookies.get('authjs.csrf-token') ?? '']) {
        for (const path of ['callback/credentials', 'signin/credentials', 'signin', 'signout']) {
          const { status, body } = await visitor.post(`/api/auth/${path}`, { ...credentials, csrfToken });
          expect([path, status, body]).toEqual([path, 200, { url: `${ORIGIN}/api/auth/signin?error=MissingCSRF` }]);
        }
        expect(await visitor.post('/api/auth/session', { csrfToken })).toMatchObject({ status: 400, text: 'null' });
      }
      expect(visitor.cookies.has('authjs.session-token')).toBe(false);
    });
  });

  it('sends whoever asks for what there is not to the error page', async () => {
    const error = `${ORIGIN}/api/auth/error?error=Configuration`;
    for (const path of [
      'signin/google',
      'signin/credentials',
      'callback/credentials',
      'callback/google',
      'webauthn-options',
      'webauthn-options/google',
    ]) {
      const { status, headers } = await visitor.get(`/api/auth/${path}`);
      expect([path, status, headers.get('location')]).toEqual([path, 302, error]);
    }
    expect((await visitor.post('/api/auth/signin/google', { csrfToken: await visitor.csrfToken() })).body).toEqual({ url: error });
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const { status, text } = await service.api(null).send(method, '/api/auth/dance');
      expect([method, status, text]).toEqual([method, 400, '"Bad request."']);
    }
  });
});
