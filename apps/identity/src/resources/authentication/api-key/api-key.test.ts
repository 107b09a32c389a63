import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { API_KEY_PATTERN, identityEvents } from '@psa/contracts-identity';
import { type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { identityService } from '../../../identity-service.ts';
import { aTenant, aUser, authenticate, type MadeTenant } from '../../../testing/make.ts';

const SECURITY = ['security_settings:read', 'security_settings:create', 'security_settings:update', 'security_settings:delete'] as const;
/** Postgres prints no trailing zeros, so the milliseconds have none. */
const TOMORROW = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString().replace(/\d{3}Z$/, '123Z');

describe('API keys', () => {
  let service: TestService;
  let made: MadeTenant;
  let me: TestCaller;
  let api: TestApi;
  let admin: TestApi;

  beforeAll(async () => {
    service = await TestService.start(identityService);
    made = await aTenant(service);
    admin = service.api(await aUser(service, made.tenant, { role: { portal: 'msp', role_name: 'Admin' }, permissions: SECURITY }));
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    me = await aUser(service, made.tenant, { role: { portal: 'msp', role_name: 'Technician' } });
    api = service.api(me);
  });

  const newKey = async (given: Record<string, unknown> = {}, by = api) => (await by.post('/api/v1/api-keys', given)).body.data;
  const toldOf = async (apiKeyId: string) => (await service.events(made.tenant)).filter(({ subject }) => subject === apiKeyId);

  it('are made by any internal user for themselves; the text is shown once', async () => {
    const { status, headers, body } = await api.post('/api/v1/api-keys', {
      description: ' Backup job ',
      expires_at: TOMORROW,
      usage_limit: 3,
    });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/api/v1/api-keys/${body.data.api_key_id}`);
    const { api_key, ...record } = body.data;
    expect(api_key).toMatch(API_KEY_PATTERN);
    expect(record).toEqual({
      api_key_id: expect.any(String),
      key_id: api_key.split('_')[1],
      user_id: me.userId,
      description: 'Backup job',
      active: true,
      purpose: 'general',
      metadata: null,
      permissions: null,
      ip_ranges: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      last_used_at: null,
      expires_at: TOMORROW,
      usage_limit: 3,
      usage_count: 0,
      tenant: made.tenant,
    });
    expect((await api.get(`/api/v1/api-keys/${record.api_key_id}`)).body.data).toEqual(record);
    expect(await toldOf(record.api_key_id)).toMatchObject([
      { type: identityEvents.apiKeyCreated.type, aggregateversion: 1, data: { api_key_id: record.api_key_id, user_id: me.userId } },
    ]);
  });

  it.each([
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    [{ usage_limit: 0 }, 'usage_limit'],
    [{ usage_limit: 1.5 }, 'usage_limit'],
    [{ usage_limit: 2 ** 31 }, 'usage_limit'],
    [{ description: 'x'.repeat(256) }, 'description'],
    [{ user_id: 'me' }, 'user_id'],
  ])('are not made from %j', async (body, field) => {
    const { status, body: answer } = await api.post('/api/v1/api-keys', body);
    expect(status).toBe(400);
    expect(answer.error).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: [field] }] });
  });

  it('are not made for who is unknown, inactive, not internal or of another tenant', async () => {
    const other = await aTenant(service);
    const owners = [
      randomUUID(),
      other.userId,
      ...(await Promise.all(
        [{ is_inactive: true }, { user_type: 'client' }].map(async (given) => (await aUser(service, made.tenant, given)).userId),
      )),
    ];
    for (const user_id of owners) {
      const { status, body } = await admin.post('/api/v1/api-keys', { user_id });
      expect(status).toBe(400);
      expect(body.error.details).toMatchObject([{ path: ['user_id'] }]);
    }
  });

  it('are not made by people of a client', async () => {
    const client = await aUser(service, made.tenant, { user_type: 'client' });
    expect((await service.api(client).post('/api/v1/api-keys', {})).status).toBe(403);
  });

  it('are made for others by who may create security settings and holds as much as the owner', async () => {
    const made201 = await admin.post('/api/v1/api-keys', { user_id: me.userId });
    expect(made201.status).toBe(201);
    expect(made201.body.data.user_id).toBe(me.userId);

    const without = await api.post('/api/v1/api-keys', { user_id: made.userId });
    expect(without.status).toBe(403);
    expect(without.body.error.message).toBe('Permission denied: Cannot create security_settings');

    const lesser = service.api({ ...me, permissions: SECURITY });
    expect((await lesser.post('/api/v1/api-keys', { user_id: made.userId })).status).toBe(403);
    const equal = await aUser(service, made.tenant, { role: { portal: 'msp', role_name: 'Technician' } });
    expect((await lesser.post('/api/v1/api-keys', { user_id: equal.userId })).status).toBe(201);
  });

  it('are listed newest first: one’s own, or all with their owners', async () => {
    const keys = [];
    for (const description of ['one', 'two', 'three']) keys.push(await newKey({ description }));
    const own = await api.get('/api/v1/api-keys', { query: { limit: 2 } });
    expect(own.body.data.map(({ description }: { description: string }) => description)).toEqual(['three', 'two']);
    expect(own.body.pagination).toMatchObject({ page: 1, total: 3, totalPages: 2, hasNext: true });
    expect(own.body.data[0]).not.toHaveProperty('username');

    const all = await admin.get('/api/v1/api-keys', { query: { all: true, user_id: me.userId, search: 'TWO' } });
    expect(all.body.data).toMatchObject([
      { api_key_id: keys[1].api_key_id, username: `user-${me.userId}`, first_name: 'Una', last_name: null },
    ]);
    expect((await api.get('/api/v1/api-keys', { query: { all: true } })).status).toBe(403);
    expect((await admin.get('/api/v1/api-keys', { query: { user_id: me.userId } })).body.data).toEqual([]);
  });

  it('are listed by whether they are active', async () => {
    const [kept, revoked] = [await newKey(), await newKey()];
    await api.delete(`/api/v1/api-keys/${revoked.api_key_id}`);
    const ids = async (active: boolean) =>
      (await api.get('/api/v1/api-keys', { query: { active } })).body.data.map(({ api_key_id }: { api_key_id: string }) => api_key_id);
    expect(await ids(true)).toEqual([kept.api_key_id]);
    expect(await ids(false)).toEqual([revoked.api_key_id]);
  });

  it('are read, revoked and rotated by their owner, or with the permission', async () => {
    const { api_key_id } = await newKey({}, admin);
    const path = `/api/v1/api-keys/${api_key_id}`;
    const attempts = (as: TestApi) => [() => as.get(path), () => as.post(`${path}/rotate`, {}), () => as.delete(path)];
    const status = async (as: TestApi) => {
      const seen = [];
      for (const attempt of attempts(as)) seen.push((await attempt()).status);
      return seen;
    };
    expect(await status(api)).toEqual([403, 403, 403]);
    const stranger = await aTenant(service);
    expect(await status(service.api({ ...me, tenant: stranger.tenant, permissions: SECURITY }))).toEqual([404, 404, 404]);
    // Reading and revoking is allowed, but not to come to know a key that may do more than they.
    expect(await status(service.api({ ...me, permissions: SECURITY }))).toEqual([200, 403, 204]);
  });

  it('are revoked softly, and again without effect', async () => {
    const { api_key_id, key_id, api_key } = await newKey();
    for (let time = 0; time < 2; time++) expect((await api.delete(`/api/v1/api-keys/${api_key_id}`)).status).toBe(204);
    expect((await api.get(`/api/v1/api-keys/${api_key_id}`)).body.data).toMatchObject({ active: false });
    expect(await authenticate(service, api_key)).toBeNull();
    expect(await toldOf(api_key_id)).toMatchObject([
      { aggregateversion: 1 },
      { type: identityEvents.apiKeyRevoked.type, aggregateversion: 2, data: { api_key_id, key_id, user_id: me.userId } },
    ]);
  });

  it('keep everything but their text when they are rotated', async () => {
    const { api_key, ...before } = await newKey({ description: 'Backup', usage_limit: 9 });
    const { status, body, headers } = await api.post(`/api/v1/api-keys/${before.api_key_id}/rotate`);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      ...before,
      key_id: body.data.api_key.split('_')[1],
      api_key: body.data.api_key,
      updated_at: expect.any(String),
    });
    expect(body.data.api_key).not.toBe(api_key);
    expect(headers.get('etag')).toMatch(/^"2-/);
    expect(await authenticate(service, api_key)).toBeNull();
    expect(await toldOf(before.api_key_id)).toMatchObject([
      {},
      { type: identityEvents.apiKeyRevoked.type, aggregateversion: 2, data: { key_id: before.key_id } },
    ]);
  });

  it.each([-1, 86_401, 1.5])('are not rotated with a grace of %j seconds', async (grace_seconds) => {
    const { api_key_id } = await newKey();
    const { status, body } = await api.post(`/api/v1/api-keys/${api_key_id}/rotate`, { grace_seconds });
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject([{ path: ['grace_seconds'] }]);
  });

  it('are not rotated once they are at their end', async () => {
    const [revoked, expired] = [await newKey(), await newKey({ expires_at: TOMORROW })];
    await api.delete(`/api/v1/api-keys/${revoked.api_key_id}`);
    await service.sql('update api_keys set expires_at = now() where api_key_id = $1', [expired.api_key_id]);
    for (const [key, message] of [
      [revoked, 'The key is revoked'],
      [expired, 'The key has expired'],
    ] as const) {
      const { status, body } = await api.post(`/api/v1/api-keys/${key.api_key_id}/rotate`);
      expect(status).toBe(409);
      expect(body.error.message).toBe(message);
    }
  });

  it('are rotated by one of two at the same version', async () => {
    const created = await api.post('/api/v1/api-keys', {});
    const headers = { 'if-match': created.headers.get('etag') ?? '' };
    const rotate = () => api.post(`/api/v1/api-keys/${created.body.data.api_key_id}/rotate`, {}, { headers });
    const statuses = (await Promise.all([rotate(), rotate()])).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 412]);
  });

  it('have a rate limit of their own only while one is set', async () => {
    const { api_key_id, key_id } = await newKey();
    const path = `/api/v1/api-keys/${api_key_id}/rate-limit`;
    const none = { max_tokens: null, refill_per_min: null };
    expect((await admin.get(path)).body.data).toEqual(none);
    for (const limit of [
      { max_tokens: 10, refill_per_min: 5 },
      { max_tokens: 20, refill_per_min: 9 },
    ]) {
      expect((await admin.put(path, limit)).body.data).toEqual(limit);
      expect((await admin.get(path)).body.data).toEqual(limit);
    }
    for (let time = 0; time < 2; time++) expect((await admin.delete(path)).status).toBe(204);
    expect((await admin.get(path)).body.data).toEqual(none);
    // Clearing twice tells once.
    expect((await toldOf(api_key_id)).slice(1)).toMatchObject(
      [2, 3, 4].map((aggregateversion) => ({ type: identityEvents.apiKeyRevoked.type, aggregateversion, data: { key_id } })),
    );
  });

  it.each([{ max_tokens: 0, refill_per_min: 1 }, { max_tokens: 1 }, { max_tokens: 1, refill_per_min: -1 }, {}])(
    'have no rate limit of %j',
    async (limit) => {
      const { api_key_id } = await newKey();
      expect((await admin.put(`/api/v1/api-keys/${api_key_id}/rate-limit`, limit)).status).toBe(400);
    },
  );
});
