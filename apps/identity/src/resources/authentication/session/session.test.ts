import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { identityRpc } from '@psa/contracts-identity';
import { type TestCaller, TestService } from '@psa/test-kit';
import { identityService } from '../../../identity-service.ts';
import { aTenant, aUser, asking, type MadeTenant } from '../../../testing/make.ts';
import { Visitor } from '../../../testing/visitor.ts';
import { hashPassword } from '../password/password-hash.ts';
import { MOST_SESSIONS } from './session.actions.ts';

const SESSION = 'authjs.session-token';
const DAY_MS = 86_400_000;

describe('a session', () => {
  let service: TestService;
  let acme: MadeTenant;
  let user: TestCaller;
  let credentials: { email: string; password: string };
  let visitor: Visitor;
  let hash: string;

  beforeAll(async () => {
    service = await TestService.start(identityService);
    acme = await aTenant(service);
    hash = await hashPassword('open sesame');
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    user = await aUser(service, acme.tenant, { role: { portal: 'msp', role_name: 'Technician' } });
    credentials = { email: `${user.userId}@example.com`, password: 'open sesame' };
    await service.sql('update users set password_hash = $1 where user_id = $2', [hash, user.userId]);
    visitor = await signedIn();
  });

  const signedIn = async (userAgent?: string) => {
    const one = new Visitor(service, { address: '203.0.113.9', ...(userAgent === undefined ? {} : { userAgent }) });
    expect(await one.signIn(credentials)).toBe('ok');
    return one;
  };
  const token = (of = visitor) => of.cookies.get(SESSION) ?? '';
  const idOf = async (of: Visitor) => (await of.session()).session_id ?? 'none';
  const authenticate = (given: { token: string; cookie_name?: string; tenant?: string }) =>
    asking(service, identityRpc.authenticateSession, given);
  const events = async () =>
    (await service.events(acme.tenant)).filter(({ type }) => type === 'psa.identity.session.revoked.v1').map(({ data }) => data);

  it('is renewed each time it is read', async () => {
    const { session_id } = await visitor.session();
    await service.sql(
      "update auth_sessions set last_activity_at = now() - interval '20 hours', expires_at = now() + interval '4 hours' where session_id = $1",
      [session_id],
    );
    const { expires } = await visitor.session();
    expect(Math.abs(Date.parse(expires ?? '') - Date.now() - DAY_MS)).toBeLessThan(10_000);
    const [row] = await service.sql<{ left: number; fresh: boolean }>(
      "select extract(epoch from expires_at - now())::int as left, last_activity_at > now() - interval '1 minute' as fresh from auth_sessions where session_id = $1",
      [session_id],
    );
    expect(row?.fresh).toBe(true);
    expect(row?.left).toBeGreaterThan(86_000);
    // Within the minute it is not written again.
    const version = async () => (await service.sql('select xmin::text from auth_sessions where session_id = $1', [session_id]))[0];
    const before = await version();
    await visitor.session();
    expect(await version()).toEqual(before);
  });

  it('ends thirty days after the sign-in, however much it is used', async () => {
    const { session_id } = await visitor.session();
    const day = (count: number) => `now() - interval '${count} days'`;
    const started = (count: number) =>
      service.sql(`update auth_sessions set created_at = ${day(count)}, last_activity_at = ${day(1)} where session_id = $1`, [session_id]);
    await started(29.5);
    const { expires } = await visitor.session();
    expect(Math.abs(Date.parse(expires ?? '') - Date.now() - DAY_MS / 2)).toBeLessThan(60_000);
    await started(31);
    await service.sql("update auth_sessions set expires_at = now() - interval '1 day' where session_id = $1", [session_id]);
    expect(await visitor.session()).toEqual({});
  });

  it('answers a POST with its CSRF token like a GET', async () => {
    const { status, body } = await visitor.post('/api/auth/session', {
      csrfToken: await visitor.csrfToken(),
      data: '{"user":{"user_type":"admin"}}',
    });
    expect([status, body.user.id, body.user.user_type]).toEqual([200, user.userId, 'internal']);
  });

  it.each<[string, string]>([
    ['revoked', "update auth_sessions set revoked_at = now(), revoked_reason = 'security' where user_id = $1"],
    ['at its end', "update auth_sessions set expires_at = now() - interval '1 millisecond' where user_id = $1"],
    ['deleted', 'delete from auth_sessions where user_id = $1'],
    ['of an inactive user', 'update users set is_inactive = true where user_id = $1'],
    ['of a user of another type by now', "update users set user_type = 'client' where user_id = $1"],
  ])('that is %s is none', async (_what, change) => {
    await service.sql(change, [user.userId]);
    expect(await authenticate({ token: token() })).toEqual({ caller: null, contradictory: false });
    expect(
      await service.api(null).post('/api/auth/validate-token', undefined, { headers: { authorization: `Bearer ${token()}` } }),
    ).toMatchObject({ status: 401, body: { isValid: false } });
    expect(await visitor.session()).toEqual({});
    expect(visitor.cookies.has(SESSION)).toBe(false);
  });

  it('of a suspended tenant is none until the tenant is resumed', async () => {
    await asking(service, identityRpc['admin.tenant-suspend'], { tenant: acme.tenant });
    expect((await authenticate({ token: token() })).caller).toBeNull();
    await asking(service, identityRpc['admin.tenant-resume'], { tenant: acme.tenant });
    expect((await authenticate({ token: token() })).caller).not.toBeNull();
  });

  it('tells the gateway who calls, what they may do and until when', async () => {
    const { caller } = await authenticate({ token: token(), cookie_name: SESSION });
    expect(caller).toMatchObject({
      tenant: acme.tenant,
      user_id: user.userId,
      user_type: 'internal',
      client_id: null,
      credential: { type: 'session', id: await idOf(visitor) },
      key_rate_limit: null,
      single_use: false,
    });
    expect(caller?.permissions).toContain('ticket:update');
    expect(caller?.permissions).not.toContain('user:delete');
    expect(Date.parse(caller?.expires_at ?? '')).toBeGreaterThan(Date.now() + DAY_MS - 60_000);
    expect((await authenticate({ token: token(), tenant: acme.tenant.toUpperCase() })).caller).not.toBeNull();
    expect((await authenticate({ token: token(), tenant: randomUUID() })).caller).toBeNull();
    expect((await authenticate({ token: token(), cookie_name: 'other.session-token' })).caller).toBeNull();
    for (const wrong of ['', 'nonsense', `${token()}x`, token().slice(0, -1)])
      expect((await authenticate({ token: wrong })).caller).toBeNull();
  });

  it('of a client-portal user has the rights of that portal alone', async () => {
    const [clientId, contactId] = [randomUUID(), randomUUID()];
    await service.sql("update users set user_type = 'client', client_id = $2, contact_id = $3 where user_id = $1", [
      user.userId,
      clientId,
      contactId,
    ]);
    await service.sql(
      "with held as materialized (select tenant, role_id from roles where tenant = $1 and role_name = 'User' and client) insert into user_roles (tenant, user_id, role_id) select tenant, $2, role_id from held",
      [acme.tenant, user.userId],
    );
    const portal = await signedIn();
    expect((await portal.session()).user).toMatchObject({ user_type: 'client', clientId, contactId });
    const { caller } = await authenticate({ token: token(portal) });
    expect(caller).toMatchObject({ user_type: 'client', client_id: clientId });
    expect(caller?.permissions).toContain('document:read');
    expect(caller?.permissions).not.toContain('ticket_settings:read');
  });

  it('is validated by cookie or bearer token, the cookie first', async () => {
    const validate = (headers: Record<string, string>) => service.api(null).post('/api/auth/validate-token', undefined, { headers });
    const valid = { isValid: true, userType: 'internal', tenant: acme.tenant };
    expect((await validate({ cookie: `${SESSION}=${token()}` })).body).toEqual(valid);
    expect((await validate({ authorization: `bearer ${token().replaceAll('.', '%2E')}` })).body).toEqual(valid);
    expect(await validate({ cookie: `${SESSION}=x`, authorization: `Bearer ${token()}` })).toMatchObject({
      status: 401,
      body: { isValid: false },
    });
    for (const headers of [{}, { authorization: 'Bearer x' }, { authorization: `Basic ${token()}` }])
      expect((await validate(headers as Record<string, string>)).status).toBe(401);
  });

  it(`is one of ${MOST_SESSIONS} at most: beyond that the one unused for longest ends`, async () => {
    const others = [visitor];
    while (others.length < MOST_SESSIONS) others.push(await signedIn());
    await service.sql("update auth_sessions set last_activity_at = now() - interval '1 hour' where session_id = $1", [
      await idOf(others[2] as Visitor),
    ]);
    const ended = await idOf(others[2] as Visitor);
    await service.sql("update auth_sessions set last_activity_at = now() - interval '1 hour' where session_id = $1", [ended]);
    await signedIn();
    const [row] = await service.sql('select revoked_reason from auth_sessions where session_id = $1', [ended]);
    expect(row).toEqual({ revoked_reason: 'max_sessions' });
    expect(await service.sql('select 1 from auth_sessions where user_id = $1 and revoked_at is null', [user.userId])).toHaveLength(
      MOST_SESSIONS,
    );
    expect(await events()).toContainEqual({ session_id: ended, user_id: user.userId, reason: 'max_sessions' });
  });

  it('is one of that many also when all sign in at the same moment', async () => {
    await Promise.all(Array.from({ length: 5 }, () => signedIn()));
    expect(await service.sql('select 1 from auth_sessions where user_id = $1 and revoked_at is null', [user.userId])).toHaveLength(
      MOST_SESSIONS,
    );
  });

  it('is shown among those of its user, with what they used', async () => {
    const phone = await signedIn(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    );
    const { body } = await service.api(user).get('/api/auth/sessions');
    expect(body.total).toBe(2);
    expect(
      body.sessions.map(({ session_id, device_name, device_type, is_current }: Record<string, unknown>) => ({
        session_id,
        device_name,
        device_type,
        is_current,
      })),
    ).toEqual([
      { session_id: await idOf(phone), device_name: 'Safari on iPhone', device_type: 'mobile', is_current: false },
      { session_id: await idOf(visitor), device_name: 'Chrome on Linux', device_type: 'desktop', is_current: false },
    ]);
  });

  it('is ended by its user, and by others only with the permission', async () => {
    const id = await idOf(visitor);
    const colleague = await aUser(service, acme.tenant);
    expect((await service.api(colleague).delete(`/api/auth/sessions/${id}`)).status).toBe(403);
    const admin = await aUser(service, acme.tenant, { permissions: ['security_settings:update', 'security_settings:read'] });
    expect((await service.api(admin).get('/api/auth/sessions/all', { query: { user_id: user.userId } })).body.data).toMatchObject([
      { session_id: id, email: credentials.email, is_current: false },
    ]);
    expect((await service.api(admin).get('/api/auth/sessions/all', { query: { search: user.userId } })).body.pagination.total).toBe(1);
    expect(
      (await service.api(admin).get('/api/auth/sessions/all', { query: { user_id: user.userId, login_method: 'google' } })).body.pagination
        .total,
    ).toBe(0);
    expect((await service.api(admin).delete(`/api/auth/sessions/${id}`)).body).toEqual({
      success: true,
      is_current: false,
      message: 'The session was ended',
    });
    expect(await visitor.session()).toEqual({});
    expect(await events()).toContainEqual({ session_id: id, user_id: user.userId, reason: 'admin_revoke' });
    expect((await service.api(user).get('/api/auth/sessions')).body).toEqual({ sessions: [], total: 0 });
    expect((await service.api(user).delete(`/api/auth/sessions/${id}`)).status).toBe(200);
  });

  it('is ended with all others of its user', async () => {
    await signedIn();
    const { body } = await service.api(user).send('DELETE', '/api/auth/sessions', { body: {} });
    expect(body).toEqual({ success: true, revoked_count: 2, message: '2 sessions were ended' });
    expect(await visitor.session()).toEqual({});
  });

  it('is kept for a month after its end, and then forgotten', async () => {
    await visitor.post('/api/auth/signout', { csrfToken: await visitor.csrfToken() });
    const count = async () => (await service.sql('select 1 from auth_sessions where user_id = $1', [user.userId])).length;
    await service.tick('remove-ended-sessions');
    expect(await count()).toBe(1);
    await service.sql("update auth_sessions set revoked_at = now() - interval '31 days' where user_id = $1", [user.userId]);
    await service.tick('remove-ended-sessions');
    expect(await count()).toBe(0);
  });

  it('leaves its token nowhere: neither in the database nor in events', async () => {
    const secretPart = token().split('.')[3] as string;
    for (const { name } of await service.sql<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'identity'",
    )) {
      expect(await service.sql(`select 1 from identity.${name} t where position($1 in t::text) > 0`, [secretPart.slice(0, 40)])).toEqual(
        [],
      );
    }
  });
});
