import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { permissions as catalogue } from '@psa/contract-kit';
import { permissionEvents } from '@psa/contracts-identity';
import { type TestApi, TestService } from '@psa/test-kit';
import { identityService } from '../../../identity-service.ts';
import { aName, anAdmin, aSteward, mayDo, permissionIds } from '../../../testing/access.ts';
import { aTenant, aUser, type MadeTenant } from '../../../testing/make.ts';

describe('permissions', () => {
  let service: TestService;
  let made: MadeTenant;
  let api: TestApi;
  let id: (name: string) => string;
  let count = 0;

  beforeAll(async () => {
    service = await TestService.start(identityService);
    made = await aTenant(service);
    ({ api } = await anAdmin(service, made.tenant));
    id = await permissionIds(service, made.tenant);
  });
  afterAll(() => service.stop());

  const make = async (given: Record<string, unknown> = {}) =>
    (await api.post('/api/v1/permissions', { resource: 'drone', action: `fly${++count}`, ...given })).body.data;
  const path = ({ permission_id }: { permission_id: string }) => `/api/v1/permissions/${permission_id}`;

  it('of the product are all there, and stay as they are', async () => {
    const { body } = await api.get('/api/v1/permissions', { query: { resource: 'invoice', sort: 'action' } });
    expect(body.data.map(({ action }: { action: string }) => action)).toEqual([
      'create',
      'credit',
      'delete',
      'finalize',
      'generate',
      'read',
      'send',
      'update',
      'void',
    ]);
    expect((await api.get('/api/v1/permissions', { query: { resource: 'invoice', action: 'void' } })).body).toMatchObject({
      data: [{ is_system: true, msp: true, client: false, _links: { self: {}, roles: {} } }],
      pagination: { total: 1 },
    });
    const own = `/api/v1/permissions/${id('asset:read')}`;
    expect((await api.put(own, { description: 'Other' })).body.error.message).toBe('Permissions of the product cannot be changed');
    expect((await api.delete(own)).status).toBe(409);
    expect((await api.get(own)).body.data.description).toBe('Read assets');
  });

  it('of the tenant are made, and the Admins hold them at once', async () => {
    const before = await mayDo(api, 'drone:land');
    const { status, body } = await api.post('/api/v1/permissions', { resource: ' Drone ', action: 'LAND', description: 'Land drones' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      resource: 'drone',
      action: 'land',
      description: 'Land drones',
      msp: true,
      client: false,
      is_system: false,
    });
    expect([before, await mayDo(api, 'drone:land')]).toEqual([[], ['drone:land']]);
    expect((await api.get(`${path(body.data)}/roles`)).body.data).toMatchObject([{ role_name: 'Admin' }]);
    expect((await service.events(made.tenant)).filter(({ subject }) => subject === body.data.permission_id)).toMatchObject([
      { type: permissionEvents.created.type },
    ]);
  });

  it.each([
    [{ resource: 'asset', action: 'read' }, 409],
    [{ resource: 'a:b', action: 'read' }, 400],
    [{ resource: 'a b', action: 'read' }, 400],
    [{ resource: '', action: 'read' }, 400],
    [{ resource: 'x'.repeat(51), action: 'read' }, 400],
    [{ resource: 'drone' }, 400],
  ])('are not made from %j', async (given, status) => {
    expect((await api.post('/api/v1/permissions', given)).status).toBe(status);
  });

  it('of the tenant are renamed and deleted while only an Admin holds them', async () => {
    const free = await make();
    expect((await api.put(path(free), { action: 'dive' })).body.data).toMatchObject({ resource: 'drone', action: 'dive' });
    expect((await api.put(path(free), { resource: 'asset', action: 'read' })).status).toBe(409);
    expect((await api.delete(path(free))).status).toBe(204);
    expect((await api.get(path(free))).status).toBe(404);
    expect(await mayDo(api, 'drone:dive')).toEqual([]);

    const held = await make();
    const role = (await api.post('/api/v1/roles', { role_name: aName(), permissions: [held.permission_id] })).body.data;
    expect((await api.put(path(held), { action: 'hover' })).body.error.message).toBe(`The role ${role.role_name} holds the permission`);
    expect((await api.delete(path(held))).status).toBe(409);
    expect((await api.put(path(held), { description: 'Hover' })).status).toBe(200);
  });

  it('of the tenant are kept while a team was granted them', async () => {
    const granted = await make();
    const team = (await api.post('/api/v1/teams', { team_name: aName() })).body.data;
    const grants = `/api/v1/teams/${team.team_id}/permissions`;
    await api.post(grants, { resource: granted.resource, action: granted.action });
    expect((await api.delete(path(granted))).body.error.message).toBe('A team was granted the permission');
    await api.delete(`${grants}/${granted.permission_id}`);
    expect((await api.delete(path(granted))).status).toBe(204);
  });

  it('are not handed on by who made them without holding them', async () => {
    const { api: steward } = await aSteward(service, made.tenant);
    const { body } = await steward.post('/api/v1/permissions', { resource: 'drone', action: 'sink' });
    expect(await mayDo(steward, 'drone:sink')).toEqual([]);
    expect((await steward.post('/api/v1/roles', { role_name: aName(), permissions: [body.data.permission_id] })).status).toBe(403);
  });

  it('stand together by what may be acted on', async () => {
    const { categories } = (await api.get('/api/v1/permissions/categories')).body.data;
    const total = categories.reduce((sum: number, { permissions }: { permissions: unknown[] }) => sum + permissions.length, 0);
    expect(total).toBeGreaterThanOrEqual(catalogue.length);
    const asset = categories.find(({ resource }: { resource: string }) => resource === 'asset');
    expect(asset).toMatchObject({ description: 'assets' });
    expect(asset.permissions.map(({ action }: { action: string }) => action)).toEqual(['create', 'delete', 'read', 'update']);
  });

  it('tell which roles hold them, page by page', async () => {
    const { body } = await api.get(`/api/v1/permissions/${id('timesheet:approve')}/roles`, { query: { limit: '2' } });
    expect(body.data.map(({ role_name }: { role_name: string }) => role_name)).toEqual(['Admin', 'Manager']);
    expect(body.pagination).toMatchObject({ total: 3, hasNext: true });
  });
});

describe('checks of permissions', () => {
  let service: TestService;
  let made: MadeTenant;
  let api: TestApi;

  beforeAll(async () => {
    service = await TestService.start(identityService);
    made = await aTenant(service);
    ({ api } = await anAdmin(service, made.tenant));
  });
  afterAll(() => service.stop());

  const PAIRS = {
    permissions: [
      { resource: 'ticket', action: 'update' },
      { resource: 'invoice', action: 'void' },
      { resource: 'ticket', action: 'fly' },
    ],
  };
  const technician = () => aUser(service, made.tenant, { role: { portal: 'msp', role_name: 'Technician' } });

  it('tell everybody of themselves, and why', async () => {
    const who = await technician();
    const { status, body } = await service.api(who).post('/api/v1/permission-checks', PAIRS);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      user_id: who.userId,
      checked_at: expect.any(String),
      results: [
        { resource: 'ticket', action: 'update', granted: true, reason: 'Held through role Technician' },
        { resource: 'invoice', action: 'void', granted: false, reason: 'No role or team of the user holds it' },
        { resource: 'ticket', action: 'fly', granted: false, reason: 'There is no such permission' },
      ],
    });
  });

  it('tell of others who may read permissions', async () => {
    const { userId } = await technician();
    const other = service.api(await technician());
    expect((await other.post('/api/v1/permission-checks', { ...PAIRS, user_id: userId })).body.error.message).toContain(
      'Cannot read permission',
    );
    expect((await other.post('/api/v1/feature-access', { feature_name: 'ticketing', user_id: userId })).status).toBe(403);
    const granted = async (user_id: string) =>
      (await api.post('/api/v1/permission-checks', { ...PAIRS, user_id })).body.data.results.map(
        (result: { granted: boolean }) => result.granted,
      );
    expect(await granted(userId)).toEqual([true, false, false]);
    const stranger = await aTenant(service);
    expect(await granted(stranger.userId)).toEqual([false, false, false]);
    expect(
      await granted((await aUser(service, made.tenant, { is_inactive: true, role: { portal: 'msp', role_name: 'Admin' } })).userId),
    ).toEqual([false, false, false]);
  });

  it('know the portal a user enters by', async () => {
    const who = await aUser(service, made.tenant, { user_type: 'client', role: { portal: 'client', role_name: 'Finance' } });
    expect(await mayDo(service.api(who), 'billing:read', 'billing:update', 'time_management:read', 'asset:read')).toEqual([
      'billing:read',
      'time_management:read',
    ]);
  });

  it('are made fifty at a time', async () => {
    const permissions = (count: number) => Array.from({ length: count }, () => ({ resource: 'asset', action: 'read' }));
    expect((await api.post('/api/v1/permission-checks', { permissions: permissions(50) })).status).toBe(200);
    expect((await api.post('/api/v1/permission-checks', { permissions: permissions(51) })).status).toBe(400);
    expect((await api.post('/api/v1/permission-checks', { permissions: [] })).status).toBe(400);
  });

  it('tell which features may be used, and what is missing', async () => {
    const who = service.api(await technician());
    const ask = async (feature_name: string, by = who) => (await by.post('/api/v1/feature-access', { feature_name })).body.data;
    expect(await ask('ticketing')).toMatchObject({ has_access: true, missing_permissions: [], missing_roles: [], reason: 'granted' });
    expect(await ask('remote_monitoring')).toMatchObject({
      has_access: false,
      missing_permissions: ['rmm:execute_command'],
      reason: 'missing',
    });
    expect(await ask('teleportation')).toEqual({
      feature_name: 'teleportation',
      has_access: false,
      missing_permissions: [],
      missing_roles: [],
      reason: 'unknown_feature',
    });
  });

  it('heed what the tenant has set about a feature', async () => {
    const who = service.api(await technician());
    const ask = async () => (await who.post('/api/v1/feature-access', { feature_name: 'reporting' })).body.data;
    const finance = (await api.get('/api/v1/roles', { query: { role_name: 'Finance', portal: 'msp' } })).body.data[0];
    const path = '/api/v1/features/reporting';
    const set = await api.put(path, { required_role_ids: [finance.role_id] });
    expect(set.body.data).toMatchObject({ feature_name: 'reporting', is_enabled: true, required_role_ids: [finance.role_id] });
    expect(await ask()).toMatchObject({ has_access: false, missing_roles: ['Finance'], reason: 'missing' });
    expect((await api.delete(`/api/v1/roles/${finance.role_id}`)).body.error.message).toBe('The feature reporting demands the role');
    expect((await api.put(path, { is_enabled: false }, { headers: { 'if-match': set.headers.get('etag') ?? '' } })).status).toBe(200);
    expect(await ask()).toMatchObject({ has_access: false, reason: 'disabled' });
    expect((await api.put(path, { is_enabled: true, required_role_ids: [] })).status).toBe(200);
    expect(await ask()).toMatchObject({ has_access: true });
    expect((await api.put('/api/v1/features/teleportation', { is_enabled: true })).status).toBe(404);
    expect((await api.put(path, { required_role_ids: [made.userId] })).body.error.details).toMatchObject([
      { path: ['required_role_ids', 0] },
    ]);
    expect(
      (await api.get('/api/v1/features')).body.data.find(({ feature_name }: { feature_name: string }) => feature_name === 'reporting'),
    ).toMatchObject({ is_enabled: true });
  });
});
