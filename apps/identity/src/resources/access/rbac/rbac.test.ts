import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defaultRoles, permissions as catalogue } from '@psa/contract-kit';
import { caller, type TestApi, TestService } from '@psa/test-kit';
import { identityService } from '../../../identity-service.ts';
import { aName, anAdmin } from '../../../testing/access.ts';
import { aTenant, aUser, type MadeTenant } from '../../../testing/make.ts';

describe('who has which role', () => {
  let service: TestService;
  let made: MadeTenant;
  let api: TestApi;

  beforeAll(async () => {
    service = await TestService.start(identityService);
    made = await aTenant(service);
    ({ api } = await anAdmin(service, made.tenant));
  });
  afterAll(() => service.stop());

  it('is listed by user', async () => {
    const { userId } = await aUser(service, made.tenant, { role: { portal: 'msp', role_name: 'Dispatcher' } });
    const { body } = await api.get('/api/v1/user-roles', { query: { search: userId } });
    expect(body.pagination.total).toBe(1);
    expect(body.data).toEqual([
      {
        user_id: userId,
        username: `user-${userId}`,
        email: `${userId}@example.com`,
        first_name: 'Una',
        last_name: null,
        user_type: 'internal',
        is_inactive: false,
        roles: [{ role_id: expect.any(String), role_name: 'Dispatcher', description: expect.any(String) }],
        tenant: made.tenant,
        _links: expect.any(Object),
      },
    ]);
    const { role_id } = body.data[0].roles[0];
    const ids = async (query: Record<string, string>) =>
      (await api.get('/api/v1/user-roles', { query })).body.data.map(({ user_id }: { user_id: string }) => user_id);
    expect(await ids({ role_id })).toEqual([userId]);
    expect(await ids({ role_id, is_inactive: 'true' })).toEqual([]);
    const all = (await api.get('/api/v1/user-roles')).body.data.map(({ username }: { username: string }) => username);
    expect(all).toEqual([...all].sort());
  });

  it("shows people of a client only their client's users", async () => {
    const clientId = randomUUID();
    const [own, other] = [
      await aUser(service, made.tenant, { user_type: 'client' }),
      await aUser(service, made.tenant, { user_type: 'client' }),
    ];
    await service.sql('update users set client_id = $2 where user_id = $1', [own.userId, clientId]);
    await service.sql('update users set client_id = $2 where user_id = $1', [other.userId, randomUUID()]);
    const as = (given: object) =>
      service.api(caller({ tenant: made.tenant, userId: own.userId, userType: 'client', permissions: ['user:read'], ...given }));
    const seen = async (by: TestApi) => (await by.get('/api/v1/user-roles')).body.data.map(({ user_id }: { user_id: string }) => user_id);
    expect(await seen(as({ clientId }))).toEqual([own.userId]);
    expect(await seen(as({}))).toEqual([]);
  });

  it('is counted', async () => {
    const fresh = await aTenant(service);
    const { api: admin } = await anAdmin(service, fresh.tenant);
    await aUser(service, fresh.tenant, { user_type: 'client', role: { portal: 'client', role_name: 'Admin' }, is_inactive: true });
    await admin.post('/api/v1/permissions', { resource: 'drone', action: 'see', msp: false, client: true });
    const role = (await admin.post('/api/v1/roles', { role_name: aName() })).body.data;
    const { data } = (await admin.get('/api/v1/rbac/analytics')).body;
    expect(data).toMatchObject({
      total_roles: defaultRoles.length + 1,
      total_permissions: catalogue.length + 1,
      total_users_with_roles: 3,
      active_roles: 1,
      unused_roles: defaultRoles.length - 1,
      unused_permissions: 0,
      permission_distribution: { asset: 4, drone: 1 },
    });
    expect(data.role_distribution).toMatchObject({
      Admin: 2,
      'Admin (client portal)': 1,
      Technician: 0,
      'User (client portal)': 0,
      [role.role_name]: 0,
    });
    expect(data.recent_changes.map(({ event_type }: { event_type: string }) => event_type).slice(0, 2)).toEqual([
      'role_created',
      'permission_assigned',
    ]);
    expect(data.recent_changes.length).toBeLessThanOrEqual(10);
  });
});
