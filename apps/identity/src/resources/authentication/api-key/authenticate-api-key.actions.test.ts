import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { defaultRoles } from '@psa/contract-kit';
import { identityRpc, makeApiKey, parseApiKey } from '@psa/contracts-identity';
import { eventually, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { identityService } from '../../../identity-service.ts';
import { asking, aTenant, aUser, authenticate, type MadeTenant } from '../../../testing/make.ts';

/** In an hour; Postgres prints no trailing zeros, so the milliseconds have none. */
const IN_AN_HOUR = new Date(Date.now() + 60 * 60 * 1000).toISOString().replace(/\d{3}Z$/, '123Z');

describe('authentication by API key', () => {
  let service: TestService;
  let made: MadeTenant;
  let technician: TestCaller;
  let api: TestApi;

  beforeAll(async () => {
    service = await TestService.start(identityService);
    made = await aTenant(service);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    technician = await aUser(service, made.tenant, { role: { portal: 'msp', role_name: 'Technician' } });
    api = service.api(technician);
  });

  const newKey = async (given: Record<string, unknown> = {}): Promise<{ api_key_id: string; api_key: string }> => {
    const { status, body } = await api.post('/api/v1/api-keys', given);
    expect(status).toBe(201);
    return body.data as { api_key_id: string; api_key: string };
  };

  it('says who calls and what they may do', async () => {
    const { api_key_id, api_key } = await newKey();
    expect(await authenticate(service, api_key)).toEqual({
      tenant: made.tenant,
      user_id: technician.userId,
      user_type: 'internal',
      client_id: null,
      credential: { type: 'api_key', id: api_key_id },
      permissions: [...(defaultRoles.find(({ role_name }) => role_name === 'Technician')?.permissions ?? [])].sort(),
      key_rate_limit: null,
      tenant_rate_limit: null,
      expires_at: null,
      single_use: false,
    });
  });

  it('adds up the roles of the MSP portal and leaves those of the client portal out', async () => {
    const { api_key } = await newKey();
    await service.sql(
      "with held as materialized (select tenant, role_id from roles where tenant = $1 and (role_name = 'Dispatcher' or (role_name = 'Admin' and client))) insert into user_roles (tenant, user_id, role_id) select tenant, $2, role_id from held",
      [made.tenant, technician.userId],
    );
    const held = (await authenticate(service, api_key))?.permissions;
    const msp = (name: string) => defaultRoles.find(({ portal, role_name }) => portal === 'msp' && role_name === name)?.permissions ?? [];
    expect(held).toEqual([...new Set([...msp('Technician'), ...msp('Dispatcher')])].sort());
  });

  it("does not know a key that is nobody's, is misspelt in its secret, or belongs to another tenant", async () => {
    const { api_key } = await newKey();
    const parts = parseApiKey(api_key) ?? { key_id: '', hash: '' };
    expect(await authenticate(service, makeApiKey().text)).toBeNull();
    expect(await asking(service, identityRpc.authenticateApiKey, { key_id: parts.key_id, hash: '0'.repeat(64) })).toEqual({ caller: null });
    expect(await asking(service, identityRpc.authenticateApiKey, { key_id: "' or 1=1 --", hash: parts.hash })).toEqual({ caller: null });
    expect(await authenticate(service, api_key, randomUUID())).toBeNull();
    expect(await authenticate(service, api_key, made.tenant)).not.toBeNull();
  });

  it('refuses a key that was revoked', async () => {
    const { api_key_id, api_key } = await newKey();
    await api.delete(`/api/v1/api-keys/${api_key_id}`);
    expect(await authenticate(service, api_key)).toBeNull();
  });

  it('says when a key ends, and refuses it from then on', async () => {
    const { api_key_id, api_key } = await newKey({ expires_at: IN_AN_HOUR });
    expect(await authenticate(service, api_key)).toMatchObject({ expires_at: IN_AN_HOUR });
    await service.sql("update api_keys set expires_at = now() - interval '1 millisecond' where api_key_id = $1", [api_key_id]);
    expect(await authenticate(service, api_key)).toBeNull();
  });

  it.each(['is_inactive = true', "user_type = 'client'", "user_type = 'contractor'"])(
    'refuses a key whose owner is no longer an active internal user: %s',
    async (change) => {
      const { api_key } = await newKey();
      await service.sql(`update users set ${change} where user_id = $1`, [technician.userId]);
      expect(await authenticate(service, api_key)).toBeNull();
    },
  );

  it('passes exactly as many of 32 simultaneous requests as the usage limit allows', async () => {
    const { api_key_id, api_key } = await newKey({ usage_limit: 5 });
    const callers = await Promise.all(Array.from({ length: 32 }, () => authenticate(service, api_key)));
    const passed = callers.filter((caller) => caller !== null);
    expect(passed).toHaveLength(5);
    expect(passed.every(({ single_use }) => single_use)).toBe(true);
    const { body } = await api.get(`/api/v1/api-keys/${api_key_id}`);
    expect(body.data).toMatchObject({ usage_limit: 5, usage_count: 5, active: true });
    expect(body.data.last_used_at).not.toBeNull();
  });

  it('counts nothing for a key without a limit', async () => {
    const { api_key_id, api_key } = await newKey();
    await authenticate(service, api_key);
    expect((await api.get(`/api/v1/api-keys/${api_key_id}`)).body.data).toMatchObject({ usage_limit: null, usage_count: 0 });
  });

  it('notes the last use once a minute at most', async () => {
    const { api_key_id, api_key } = await newKey();
    const read = async () =>
      (
        await service.sql<{ last_used_at: string | null; xmin: string }>(
          'select last_used_at, xmin::text from api_keys where api_key_id = $1',
          [api_key_id],
        )
      )[0];
    await authenticate(service, api_key);
    const first = await eventually(async () => {
      const row = await read();
      return row?.last_used_at !== null && row;
    });
    await authenticate(service, api_key);
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    expect(await read()).toEqual(first);

    await service.sql("update api_keys set last_used_at = now() - interval '61 seconds' where api_key_id = $1", [api_key_id]);
    const aged = await read();
    await authenticate(service, api_key);
    await eventually(async () => (await read())?.xmin !== aged?.xmin);
  });

  it("tells the key's own limits and the tenant's", async () => {
    const other = await aTenant(service);
    const admin = service.api(
      await aUser(service, other.tenant, { permissions: ['security_settings:create', 'security_settings:update'] }),
    );
    const {
      body: { data },
    } = await admin.post('/api/v1/api-keys', {});
    await admin.put(`/api/v1/api-keys/${data.api_key_id}/rate-limit`, { max_tokens: 10, refill_per_min: 5 });
    await service.sql('insert into rate_limits (tenant, rate_limit_id, max_tokens, refill_per_min) values ($1, $2, 200, 100)', [
      other.tenant,
      randomUUID(),
    ]);
    expect(await authenticate(service, data.api_key)).toMatchObject({
      key_rate_limit: { max_tokens: 10, refill_per_min: 5 },
      tenant_rate_limit: { max_tokens: 200, refill_per_min: 100 },
    });
  });

  it('lets the previous secret of a rotated key work until the grace ends', async () => {
    const { api_key_id, api_key: first } = await newKey();
    const before = Date.now();
    const { body } = await api.post(`/api/v1/api-keys/${api_key_id}/rotate`, { grace_seconds: 60 });
    const second = body.data.api_key as string;
    expect(await authenticate(service, second)).toMatchObject({ credential: { id: api_key_id }, expires_at: null });
    const old = await authenticate(service, first);
    expect(old).toMatchObject({ credential: { id: api_key_id } });
    expect(Date.parse(old?.expires_at ?? '') - before).toBeGreaterThan(55_000);
    expect(Date.parse(old?.expires_at ?? '') - before).toBeLessThan(90_000);

    await service.sql(
      "update api_key_secrets set valid_until = now() - interval '1 millisecond' where api_key_id = $1 and valid_until is not null",
      [api_key_id],
    );
    expect(await authenticate(service, first)).toBeNull();
    expect(await authenticate(service, second)).not.toBeNull();
  });

  it('ends the grace of one rotation with the next', async () => {
    const { api_key_id, api_key: first } = await newKey();
    const rotate = async (grace_seconds: number) =>
      (await api.post(`/api/v1/api-keys/${api_key_id}/rotate`, { grace_seconds })).body.data.api_key as string;
    const second = await rotate(3600);
    const third = await rotate(3600);
    const works = async () => Promise.all([first, second, third].map(async (key) => (await authenticate(service, key)) !== null));
    expect(await works()).toEqual([false, true, true]);
    await rotate(0);
    expect(await works()).toEqual([false, false, false]);
    expect(await service.sql('select key_id from api_key_secrets where api_key_id = $1', [api_key_id])).toHaveLength(1);
  });
});
