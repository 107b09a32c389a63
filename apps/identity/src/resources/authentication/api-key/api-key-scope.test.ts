import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PermissionName } from '@psa/contract-kit';
import { type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { identityService } from '../../../identity-service.ts';
import { aTenant, aUser, authenticate, type MadeTenant } from '../../../testing/make.ts';

const IN_AN_HOUR = new Date(Date.now() + 3_600_000).toISOString();
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();

describe('restricted API keys', () => {
  let service: TestService;
  let made: MadeTenant;
  let owner: TestCaller;
  let api: TestApi;

  beforeAll(async () => {
    service = await TestService.start(identityService);
    made = await aTenant(service);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    owner = await aUser(service, made.tenant, { role: { portal: 'msp', role_name: 'Admin' } });
    api = service.api(owner);
  });

  const newKey = async (given: Record<string, unknown>, as = api) => {
    const { status, body } = await as.post('/api/v1/api-keys', given);
    expect({ status, body }).toMatchObject({ status: 201 });
    return body.data as { api_key_id: string; api_key: string };
  };

  /** The API as the gateway lets it be called with a key. */
  const withKey = async ({ api_key }: { api_key: string }) => {
    const caller = await authenticate(service, api_key);
    if (caller === null) throw new Error('the key is not valid');
    const { restricted } = caller.credential;
    return service.api({
      ...owner,
      permissions: caller.permissions as PermissionName[],
      credentialId: caller.credential.id,
      ...(restricted !== undefined && { restricted }),
    });
  };

  it('may do the part of what their owner may that they name, and are shown with it', async () => {
    const key = await newKey({ permissions: ['asset:read', 'asset:create', 'asset:read'], ip_ranges: ['10.0.0.0/8'] });
    expect(await authenticate(service, key.api_key)).toMatchObject({
      permissions: ['asset:create', 'asset:read'],
      ip_ranges: ['10.0.0.0/8'],
      credential: { id: key.api_key_id, restricted: 'permissions' },
    });
    const { body } = await api.get('/api/v1/api-keys');
    expect(body.data).toMatchObject([{ permissions: ['asset:create', 'asset:read'], ip_ranges: ['10.0.0.0/8'] }]);
    expect(JSON.stringify(body)).not.toContain(key.api_key);
  });

  it('lose what their owner loses', async () => {
    const { api_key } = await newKey({ permissions: ['asset:read', 'tax:delete'] });
    await service.sql('delete from user_roles where user_id = $1', [owner.userId]);
    await service.sql(
      "with held as materialized (select tenant, role_id from roles where tenant = $1 and role_name = 'Technician' and msp) insert into user_roles (tenant, user_id, role_id) select tenant, $2, role_id from held",
      [made.tenant, owner.userId],
    );
    expect((await authenticate(service, api_key))?.permissions).toEqual(['asset:read']);
  });

  it('are not created with permissions their owner lacks, or networks that are none', async () => {
    const technician = service.api(await aUser(service, made.tenant, { role: { portal: 'msp', role_name: 'Technician' } }));
    for (const [given, path] of [
      [{ permissions: ['asset:read', 'tax:delete'] }, ['permissions', 1]],
      [{ permissions: [] }, ['permissions']],
      [{ ip_ranges: ['10.0.0.0/33'] }, ['ip_ranges', 0]],
    ] as const) {
      const { status, body } = await technician.post('/api/v1/api-keys', given);
      expect([status, body.error.details[0].path]).toEqual([400, path]);
    }
  });

  it('use routes open to everybody signed in only as far as they name a permission for it', async () => {
    const reading = await withKey(await newKey({ permissions: ['user:read'] }));
    const self = `/api/v1/users/${owner.userId}`;
    expect((await reading.get(self)).status).toBe(200);
    const refused = await reading.put(self, { first_name: 'Eve' });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN']);
    expect((await reading.post('/api/v1/api-keys', {})).status).toBe(403);
    expect((await (await withKey(await newKey({ permissions: ['asset:read'] }))).get('/api/v1/api-keys')).status).toBe(403);
  });

  it('create no wider keys, and hand on their restrictions', async () => {
    const permissions = ['asset:read', 'security_settings:create'];
    const narrow = await withKey(await newKey({ permissions, ip_ranges: ['10.1.0.0/16'], expires_at: IN_AN_HOUR }));
    for (const [wider, what] of [
      [{ permissions: ['asset:read', 'asset:create'] }, 'has more permissions'],
      [{ ip_ranges: ['10.0.0.0/8'] }, 'is valid in more networks'],
      [{ expires_at: TOMORROW }, 'lasts longer'],
    ] as const) {
      const { status, body } = await narrow.post('/api/v1/api-keys', wider);
      expect([status, body.error.message]).toEqual([403, `A restricted API key cannot provide one that ${what}`]);
    }
    const { body } = await narrow.post('/api/v1/api-keys', { permissions: ['asset:read'], ip_ranges: ['10.1.2.3'] });
    expect(body.data).toMatchObject({ permissions: ['asset:read'], ip_ranges: ['10.1.2.3'] });
    expect((await narrow.post('/api/v1/api-keys', {})).body.data).toMatchObject({ permissions, ip_ranges: ['10.1.0.0/16'] });
  });

  it('do not come to know wider keys of their owner by rotating them', async () => {
    const wide = await newKey({});
    const key = await newKey({ permissions: ['security_settings:update'] });
    const narrow = await withKey(key);
    expect((await narrow.post(`/api/v1/api-keys/${wide.api_key_id}/rotate`)).status).toBe(403);
    expect((await narrow.post(`/api/v1/api-keys/${key.api_key_id}/rotate`)).status).toBe(200);
  });

  it('grant nothing they lack, and take over no account', async () => {
    const narrow = await withKey(await newKey({ permissions: ['user:update', 'user:read', 'role:create', 'role:read'] }));
    const [admin] = await service.sql<{ role_id: string }>("select role_id from roles where tenant = $1 and role_name = 'Admin' and msp", [
      made.tenant,
    ]);
    const helper = await aUser(service, made.tenant);
    expect((await narrow.put(`/api/v1/users/${helper.userId}/roles`, { role_ids: [admin?.role_id] })).status).toBe(403);
    expect((await narrow.put(`/api/v1/users/${owner.userId}`, { email: 'eve@example.com' })).status).toBe(403);
    expect((await narrow.put(`/api/v1/users/${owner.userId}`, { first_name: 'Eve' })).status).toBe(200);
  });
});
