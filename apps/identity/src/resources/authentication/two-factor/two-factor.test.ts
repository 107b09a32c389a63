import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { identityEvents } from '@psa/contracts-identity';
import { callRpc } from '@psa/events-kit';
import { rpcMethods, type PermissionName } from '@psa/contract-kit';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { z } from 'zod';
import { identityService } from '../../../identity-service.ts';
import { aUser, settle } from '../../../testing/make.ts';
import { TOTP_SECRET, totp } from '../../../testing/two-factor.fixtures.ts';
import { hashPassword } from '../password/password-hash.ts';

const PASSWORD = 'correct horse battery';
const rotation = rpcMethods('identity', {
  'admin.keys-rotate': {
    summary: '',
    request: z.object({ tenant: z.guid() }),
    response: z.object({ resealed: z.int(), unreadable: z.int() }),
  },
})['admin.keys-rotate'];

describe('two-factor authentication', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  let path: string;
  beforeAll(async () => {
    service = await TestService.start(identityService);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    me = caller();
    await settle(service, me);
    api = service.api(me);
    path = `/api/v1/users/${me.userId}/2fa`;
  });

  const enable = async (who = api, at = path) => {
    const { status, body, text } = await who.post(`${at}/enable`, { secret: TOTP_SECRET, token: totp() });
    expect({ status, text }).toMatchObject({ status: 200 });
    return body.data.recovery_codes as string[];
  };
  /** Enabling has spent the token of now: the one of the next step is left. */
  const renew = (token: string) => api.post(`${path}/recovery-codes`, { token });
  const status = async () => (await api.get(path)).body.data;
  const types = async () =>
    (await service.sql('select event_type from audit_events where tenant = $1 order by audit_id', [me.tenant])).map(
      ({ event_type }) => event_type as string,
    );
  const forgetAttempts = () => service.sql('delete from sign_in_attempts');

  describe('is enabled', () => {
    it('with the secret it offers and a token of it', async () => {
      const { data: offer } = (await api.post(`${path}/setup`)).body;
      expect(offer.secret).toMatch(/^[A-Z2-7]{32}$/);
      expect(offer.otpauth_url).toMatch(/^otpauth:\/\/totp\//);
      expect(await status()).toMatchObject({ enabled: false, enabled_at: null });
      const { body } = await api.post(`${path}/enable`, {
        secret: offer.secret.toLowerCase().replaceAll(/(.{4})/g, '$1 '),
        token: totp(0, offer.secret),
      });
      expect(body.data).toMatchObject({ success: true, message: expect.any(String) });
      expect(new Set(body.data.recovery_codes).size).toBe(10);
      expect(await status()).toMatchObject({
        user_id: me.userId,
        enabled: true,
        enabled_at: expect.any(String),
        recovery_codes_left: 10,
        trusted_devices: 0,
      });
      expect((await service.sql('select two_factor_enabled from users where user_id = $1', [me.userId]))[0].two_factor_enabled).toBe(true);
    });

    it('with a secret of another generator', async () => {
      expect((await api.post(`${path}/enable`, { secret: 'JBSWY3DPEHPK3PXP', token: totp(0, 'JBSWY3DPEHPK3PXP') })).status).toBe(200);
    });

    it.each<[string, object, string]>([
      ['a wrong token', { secret: TOTP_SECRET, token: '000000' }, 'token'],
      ['a token of long ago', { secret: TOTP_SECRET, token: totp(-4) }, 'token'],
      ['a token of another secret', { secret: TOTP_SECRET, token: totp(0, 'JBSWY3DPEHPK3PXP') }, 'token'],
      ['no token', { secret: TOTP_SECRET }, 'token'],
      ['a secret that is too short', { secret: 'JBSWY3DPEHPK3P', token: '123456' }, 'secret'],
      ['a secret that is cut off', { secret: `${TOTP_SECRET}A`, token: '123456' }, 'secret'],
      ['a secret of other letters', { secret: '!'.repeat(32), token: '123456' }, 'secret'],
      ['no secret', { token: '123456' }, 'secret'],
    ])('not with %s', async (_, body, field) => {
      const answer = await api.post(`${path}/enable`, body);
      expect([answer.status, answer.body.error.details]).toMatchObject([400, [{ path: [field] }]]);
      expect(await status()).toMatchObject({ enabled: false });
    });

    it('once: another secret does not take its place', async () => {
      await enable();
      expect((await api.post(`${path}/enable`, { secret: 'JBSWY3DPEHPK3PXP', token: totp(0, 'JBSWY3DPEHPK3PXP') })).status).toBe(409);
      expect((await api.post(`${path}/setup`)).status).toBe(409);
      expect((await renew(totp(1))).status).toBe(200);
    });

    it('once of several at the same moment', async () => {
      const answers = await Promise.all([0, 1, 2, 3].map(() => api.post(`${path}/enable`, { secret: TOTP_SECRET, token: totp() })));
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409]);
      expect(await status()).toMatchObject({ recovery_codes_left: 10 });
    });

    it('by nobody else, whatever they may do', async () => {
      const admin = caller({ tenant: me.tenant });
      await aUser(service, me.tenant, { user_id: admin.userId });
      for (const action of ['enable', 'recovery-codes', 'setup']) {
        expect((await service.api(admin).post(`${path}/${action}`, { secret: TOTP_SECRET, token: totp() })).status).toBe(403);
      }
      expect(await status()).toMatchObject({ enabled: false });
    });

    it('and told of, without a secret anywhere', async () => {
      const codes = await enable();
      expect((await service.events(me.tenant)).filter(({ type }) => type === identityEvents.userUpdated.type)).toHaveLength(1);
      expect(await types()).toEqual(['two_factor_enabled']);
      const tables = await service.sql<{ name: string }>("select tablename as name from pg_tables where schemaname = 'identity'");
      for (const { name } of tables) {
        const dump = (await service.sql<{ row: string }>(`select t::text as row from ${name} t`)).map(({ row }) => row).join('\n');
        for (const hidden of [TOTP_SECRET, ...codes, ...codes.map((code) => code.replaceAll('-', ''))]) expect(dump).not.toContain(hidden);
      }
      expect((await api.get(path)).text).not.toContain(TOTP_SECRET);
    });

    it('and ends the other sessions of its user', async () => {
      const sessions = [randomUUID(), randomUUID()];
      for (const id of sessions) {
        await service.sql(
          `insert into auth_sessions (tenant, session_id, user_id, login_method, device_fingerprint, device_name, device_type, expires_at)
          values ($1, $2, $3, 'credentials', '', '', 'unknown', now() + interval '1 day')`,
          [me.tenant, id, me.userId],
        );
      }
      await enable();
      const ended = await service.sql('select revoked_reason from auth_sessions where tenant = $1', [me.tenant]);
      expect(ended.map(({ revoked_reason }) => revoked_reason)).toEqual(['security', 'security']);
      expect((await service.events(me.tenant)).filter(({ type }) => type === identityEvents.sessionRevoked.type)).toHaveLength(2);
    });
  });

  describe('takes a code', () => {
    it('once: a token that was used is spent, and those before it', async () => {
      await enable();
      expect((await renew(totp(1))).status).toBe(200);
      for (const token of [totp(1), totp(0), totp(-1)]) {
        const { status: refused, body } = await renew(token);
        expect([refused, body.error.details]).toMatchObject([
          400,
          [{ path: ['token'], message: 'Invalid two-factor authentication token' }],
        ]);
      }
    });

    it('once of many at the same moment', async () => {
      await enable();
      const token = totp(1);
      const answers = await Promise.all(Array.from({ length: 4 }, () => renew(token)));
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    });

    it('of the recovery codes, each once, and of the former ones none', async () => {
      const [first = '', second = ''] = await enable();
      const renewed = (await renew(first.toUpperCase().replaceAll('-', ' '))).body.data.recovery_codes as string[];
      expect(renewed).toHaveLength(10);
      expect((await renew(second)).status).toBe(400);
      expect(await status()).toMatchObject({ recovery_codes_left: 10 });
      expect((await api.delete(`${path}/disable`, { body: { token: renewed[3] } })).status).toBe(200);
      expect(await types()).toEqual(['two_factor_enabled', 'recovery_codes_created', 'two_factor_disabled']);
    });

    it('not of another user', async () => {
      const [theirs = ''] = await enable();
      const other = await aUser(service, me.tenant, {});
      const at = `/api/v1/users/${other.userId}/2fa`;
      await enable(service.api(other), at);
      expect((await service.api(other).post(`${at}/recovery-codes`, { token: theirs })).status).toBe(400);
    });

    it('five times wrong and no more, not even under an Idempotency-Key that undoes what a request did', async () => {
      await enable();
      for (let guess = 0; guess < 5; guess++) {
        const body = { token: String(100_000 + guess) };
        expect((await api.post(`${path}/recovery-codes`, body, { headers: { 'idempotency-key': `guess-${guess}` } })).status).toBe(400);
      }
      for (const token of ['100009', totp(1)]) expect((await renew(token)).status).toBe(429);
      expect((await api.delete(`${path}/disable`, { body: { token: totp(1) } })).status).toBe(429);
      await forgetAttempts();
      expect((await renew(totp(1))).status).toBe(200);
    });

    it('after the keys were rotated', async () => {
      await enable();
      expect(await callRpc(service.running.broker, rotation, { tenant: me.tenant })).toEqual({ resealed: 1, unreadable: 0 });
      expect((await renew(totp(1))).status).toBe(200);
    });

    it('not with a secret that was put in from another row or tenant', async () => {
      await enable();
      const [{ sealed_secret }] = await service.sql('select sealed_secret from two_factors where user_id = $1', [me.userId]);
      const other = await aUser(service, me.tenant, {});
      const stranger = caller();
      await settle(service, stranger);
      for (const who of [other, stranger]) {
        const at = `/api/v1/users/${who.userId}/2fa`;
        await enable(service.api(who), at);
        await service.sql('update two_factors set sealed_secret = $1 where user_id = $2', [sealed_secret, who.userId]);
        expect((await service.api(who).post(`${at}/recovery-codes`, { token: totp(1) })).status).toBe(500);
      }
    });
  });

  describe('is disabled', () => {
    it('by its user with a token, a recovery code or the password', async () => {
      await service.sql('update users set password_hash = $2 where user_id = $1', [me.userId, await hashPassword(PASSWORD)]);
      for (const proof of [
        async () => ({ token: totp(1) }),
        async (codes: string[]) => ({ token: codes[0] }),
        async () => ({ password: PASSWORD }),
      ]) {
        const codes = await enable();
        const { status: answer, body } = await api.delete(`${path}/disable`, { body: await proof(codes) });
        expect([answer, body.data.success]).toEqual([200, true]);
        expect(await status()).toEqual({
          user_id: me.userId,
          enabled: false,
          enabled_at: null,
          recovery_codes_left: 0,
          trusted_devices: 0,
        });
      }
      // Again, it changes nothing.
      expect((await api.delete(`${path}/disable`)).status).toBe(200);
      expect((await service.sql('select two_factor_enabled from users where user_id = $1', [me.userId]))[0].two_factor_enabled).toBe(false);
    });

    it.each<[object | undefined, string]>([
      [undefined, 'token'],
      [{ token: '000000' }, 'token'],
      [{ password: 'wrong password' }, 'password'],
    ])('not with %j', async (body, field) => {
      await enable();
      const answer = await api.delete(`${path}/disable`, body === undefined ? {} : { body });
      expect([answer.status, answer.body.error.details]).toMatchObject([400, [{ path: [field] }]]);
      expect(await status()).toMatchObject({ enabled: true });
    });

    it('by an administrator without a code, and by nobody who may do less than its user', async () => {
      await enable();
      const as = async (permissions: PermissionName[]) => service.api(await aUser(service, me.tenant, { permissions }));
      expect((await (await as(['user:read'])).delete(`${path}/disable`)).status).toBe(403);
      // The user is given a permission that the one who comes does not have.
      await service.sql(
        `insert into permissions (tenant, permission_id, resource, action, msp, client) values ($1, $2, 'billing', 'read', true, false)`,
        [me.tenant, randomUUID()],
      );
      const roleId = randomUUID();
      await service.sql(`insert into roles (tenant, role_id, role_name, msp, client) values ($1, $2, 'Finance', true, false)`, [
        me.tenant,
        roleId,
      ]);
      await service.sql(
        'with held as materialized (select tenant, permission_id from permissions where tenant = $1) insert into role_permissions (tenant, role_id, permission_id) select tenant, $2, permission_id from held',
        [me.tenant, roleId],
      );
      await service.sql('insert into user_roles (tenant, user_id, role_id) values ($1, $2, $3)', [me.tenant, me.userId, roleId]);
      expect((await (await as(['user:update'])).delete(`${path}/disable`)).status).toBe(403);
      expect(await status()).toMatchObject({ enabled: true });

      const admin = await aUser(service, me.tenant, { permissions: ['user:update'] });
      await service.sql('insert into user_roles (tenant, user_id, role_id) values ($1, $2, $3)', [me.tenant, admin.userId, roleId]);
      expect((await service.api(admin).delete(`${path}/disable`)).status).toBe(200);
      expect(await status()).toMatchObject({ enabled: false });
      const [entry] = await service.sql(
        "select actor_id, subject_user_id from audit_events where tenant = $1 and event_type = 'two_factor_disabled'",
        [me.tenant],
      );
      expect(entry).toEqual({ actor_id: admin.userId, subject_user_id: me.userId });
    });
  });

  it('shows its state to those who may read users, and to nobody of another tenant', async () => {
    await enable();
    expect((await service.api(await aUser(service, me.tenant, { permissions: ['user:read'] })).get(path)).body.data).toMatchObject({
      enabled: true,
    });
    expect((await service.api(await aUser(service, me.tenant, {})).get(path)).status).toBe(403);
    for (const answer of [await service.api(caller()).get(path), await service.api(caller()).delete(`${path}/disable`)])
      expect(answer.status).toBe(404);
  });
});
