import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identityEvents, roleEvents } from '@psa/contracts-identity';
import { type TestApi, TestService } from '@psa/test-kit';
import { identityService } from '../../../identity-service.ts';
import { aName, anAdmin, aSteward, mayDo, permissionIds } from '../../../testing/access.ts';
import { aTenant, aUser, authenticate, type MadeTenant } from '../../../testing/make.ts';

describe('roles', () => {
  let service: TestService;
  let made: MadeTenant;
  let api: TestApi;
  let steward: TestApi;
  let id: (name: string) => string;

  beforeAll(async () => {
    service = await TestService.start(identityService);
    made = await aTenant(service);
    ({ api } = await anAdmin(service, made.tenant));
    ({ api: steward } = await aSteward(service, made.tenant));
    id = await permissionIds(service, made.tenant);
  });
  afterAll(() => service.stop());

  const make = async (given: Record<string, unknown> = {}, by = api) => by.post('/api/v1/roles', { role_name: aName(), ...given });
  const roleNamed = async (name: string, portal = 'msp') =>
    (await api.get('/api/v1/roles', { query: { role_name: name, portal } })).body.data[0];
  const names = ({ permissions }: { permissions: { resource: string; action: string }[] }) =>
    permissions.map(({ resource, action }) => `${resource}:${action}`);
  const holder = async (roleId: string) => {
    const who = await aUser(service, made.tenant);
    await service.sql('insert into user_roles (tenant, user_id, role_id) values ($1, $2, $3)', [made.tenant, who.userId, roleId]);
    return service.api(who);
  };
  const toldOf = async (roleId: string) => (await service.events(made.tenant)).filter(({ subject }) => subject === roleId);
  const noted = async (recordId: string) =>
    (
      await service.sql<{ event_type: string }>(
        'select event_type from audit_events where tenant = $1 and record_id = $2 order by created_at, audit_id',
        [made.tenant, recordId],
      )
    ).map(({ event_type }) => event_type);

  it('are made with what they allow, told of and recorded', async () => {
    const role_name = aName();
    const { status, headers, body } = await make({
      role_name,
      description: 'Looks',
      permissions: [id('asset:read'), id('ticket:read'), id('asset:read')],
    });
    expect(status).toBe(201);
    const role = body.data;
    expect(headers.get('location')).toBe(`/api/v1/roles/${role.role_id}`);
    expect(role).toMatchObject({
      role_name,
      description: 'Looks',
      msp: true,
      client: false,
      is_template: false,
      user_count: 0,
      tenant: made.tenant,
    });
    expect(names(role)).toEqual(['asset:read', 'ticket:read']);
    expect(Object.keys(role._links)).toEqual(['self', 'permissions', 'users', 'clone', 'update', 'delete']);
    expect((await api.get(`/api/v1/roles/${role.role_id}`)).body.data).toEqual(role);
    expect(await toldOf(role.role_id)).toMatchObject([{ type: roleEvents.created.type, aggregateversion: 1, data: { role_name } }]);
    expect(await noted(role.role_id)).toEqual(['role_created']);
  });

  it('have one name in each portal, whatever its case', async () => {
    const role_name = aName();
    await make({ role_name });
    expect((await make({ role_name: role_name.toUpperCase() })).status).toBe(409);
    expect((await make({ role_name, client: true })).status).toBe(201);
    const { body } = await make();
    expect((await api.put(`/api/v1/roles/${body.data.role_id}`, { role_name })).body.error).toMatchObject({
      code: 'CONFLICT',
      message: 'A role of this name already exists',
    });
  });

  it.each([
    [{ role_name: '' }, ['role_name']],
    [{ role_name: 'x'.repeat(101) }, ['role_name']],
    [{ description: 'x'.repeat(501) }, ['description']],
    [{ permissions: ['x'] }, ['permissions', 0]],
    [{ msp: false, client: false }, ['msp']],
  ])('are not made from %j', async (given, path) => {
    const { status, body } = await make(given);
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject([{ path }]);
  });

  it('allow only what there is, and what their portal has', async () => {
    const unknown = await make({ permissions: [id('asset:read'), randomUUID()] });
    expect(unknown.body.error.details).toMatchObject([{ path: ['permissions', 1], code: 'unknown_reference' }]);
    const foreign = await permissionIds(service, (await aTenant(service)).tenant);
    expect((await make({ permissions: [foreign('asset:read')] })).status).toBe(400);
    const wrong = await make({ client: true, permissions: [id('asset:read')] });
    expect(wrong.body.error.details).toMatchObject([{ path: ['permissions', 0], code: 'wrong_portal' }]);
  });

  it('take over what another allows where they are given nothing of their own', async () => {
    const technician = await roleNamed('Technician');
    const source = (await api.get(`/api/v1/roles/${technician.role_id}`)).body.data;
    expect(names((await make({ copy_from_role_id: technician.role_id })).body.data)).toEqual(names(source));
    expect(names((await make({ copy_from_role_id: technician.role_id, permissions: [id('asset:read')] })).body.data)).toEqual([
      'asset:read',
    ]);
    expect((await make({ copy_from_role_id: randomUUID() })).status).toBe(404);
    const user = await roleNamed('User', 'client');
    expect((await make({ copy_from_role_id: user.role_id })).body.data).toMatchObject({ msp: false, client: true });
  });

  it('are listed by name and found by what they allow', async () => {
    const marker = aName();
    const template = (await make({ role_name: `${marker} b`, permissions: [id('webhook:retry')], is_template: true })).body.data;
    const empty = (await make({ role_name: `${marker} a` })).body.data;
    const found = async (query: Record<string, string>) =>
      (await api.get('/api/v1/roles', { query: { role_name: marker, ...query } })).body.data.map(
        ({ role_id }: { role_id: string }) => role_id,
      );
    expect(await found({})).toEqual([empty.role_id, template.role_id]);
    expect(await found({ order: 'desc' })).toEqual([template.role_id, empty.role_id]);
    expect(await found({ has_permissions: 'true' })).toEqual([template.role_id]);
    expect(await found({ has_permissions: 'false' })).toEqual([empty.role_id]);
    expect(await found({ permission_resource: 'webhook' })).toEqual([template.role_id]);
    expect(await found({ permission_resource: 'webhook', permission_action: 'read' })).toEqual([]);
    expect(await found({ permission_action: 'retry' })).toEqual([template.role_id]);
    expect(await found({ is_template: 'true' })).toEqual([template.role_id]);
    expect(await found({ portal: 'client' })).toEqual([]);
    const first = await api.get('/api/v1/roles', { query: { role_name: marker, limit: '1' } });
    expect(first.body.pagination).toMatchObject({ total: 2, totalPages: 2, hasNext: true });
    expect(first.body.data[0]).not.toHaveProperty('cursor_value');
    const next = await api.get('/api/v1/roles', { query: { role_name: marker, limit: '1', cursor: first.body.pagination.next_cursor } });
    expect(next.body.data).toMatchObject([{ role_id: template.role_id }]);
  });

  it('are given more, less and other permissions, which count at once', async () => {
    const { role_id } = (await make({ permissions: [id('asset:read')] })).body.data;
    const user = await holder(role_id);
    const all = ['asset:read', 'asset:update', 'ticket:read'];
    const path = `/api/v1/roles/${role_id}/permissions`;
    expect(names((await api.post(path, { permission_ids: [id('asset:update'), id('asset:read')] })).body.data)).toEqual([
      'asset:read',
      'asset:update',
    ]);
    expect(await mayDo(user, ...all)).toEqual(['asset:read', 'asset:update']);
    expect(names((await api.put(path, { permission_ids: [id('ticket:read')] })).body.data)).toEqual(['ticket:read']);
    expect(await mayDo(user, ...all)).toEqual(['ticket:read']);
    expect(names((await api.delete(path, { body: { permission_ids: [id('ticket:read'), id('asset:read')] } })).body.data)).toEqual([]);
    expect(await mayDo(user, ...all)).toEqual([]);
    expect((await api.get(path)).body.data).toEqual([]);
    expect(await toldOf(role_id)).toMatchObject([1, 2, 3, 4].map((aggregateversion) => ({ aggregateversion })));
    expect(await noted(role_id)).toEqual([
      'role_created',
      'permission_assigned',
      'permission_assigned',
      'permission_unassigned',
      'permission_unassigned',
    ]);
  });

  it('are not changed by what changes nothing', async () => {
    const { role_id, role_name } = (await make({ permissions: [id('asset:read')] })).body.data;
    await api.put(`/api/v1/roles/${role_id}`, { role_name, permissions: [id('asset:read')] });
    await api.post(`/api/v1/roles/${role_id}/permissions`, { permission_ids: [id('asset:read')] });
    expect(await toldOf(role_id)).toHaveLength(1);
  });

  it('are renamed and described', async () => {
    const { role_id } = (await make({ description: 'Old', permissions: [id('asset:read')] })).body.data;
    const role_name = aName();
    expect(
      (await api.put(`/api/v1/roles/${role_id}`, { role_name, description: null, is_template: true, permissions: [] })).body.data,
    ).toMatchObject({
      role_name,
      description: null,
      is_template: true,
      permissions: [],
    });
    expect((await toldOf(role_id)).at(-1)).toMatchObject({
      type: identityEvents.roleUpdated.type,
      aggregateversion: 2,
      data: { role_name },
    });
  });

  it('named Admin keep their name and all they hold, and stay', async () => {
    const { role_id } = await roleNamed('Admin');
    const path = `/api/v1/roles/${role_id}`;
    for (const response of [
      await api.put(path, { role_name: 'Boss' }),
      await api.put(path, { permissions: [id('asset:read')] }),
      await api.delete(path),
      await api.put(`${path}/permissions`, { permission_ids: [id('asset:read')] }),
      await api.delete(`${path}/permissions`, { body: { permission_ids: [id('role:update')] } }),
    ])
      expect(response.status).toBe(409);
    expect((await authenticate(service, made.apiKey))?.permissions).toContain('role:update');
    expect((await api.put(path, { description: 'They who may' })).status).toBe(200);
  });

  it('are deleted when nobody has them', async () => {
    const { role_id } = (await make({ permissions: [id('asset:read')] })).body.data;
    await holder(role_id);
    const refused = await api.delete(`/api/v1/roles/${role_id}`);
    expect(refused.body.error).toMatchObject({ code: 'CONFLICT', message: 'The role is assigned to users' });
    expect((await api.get(`/api/v1/roles/${role_id}`)).body.data.user_count).toBe(1);
    await service.sql('delete from user_roles where role_id = $1', [role_id]);
    expect((await api.delete(`/api/v1/roles/${role_id}`)).status).toBe(204);
    expect((await api.get(`/api/v1/roles/${role_id}`)).status).toBe(404);
    expect((await toldOf(role_id)).at(-1)).toMatchObject({ type: roleEvents.deleted.type });
    expect(await noted(role_id)).toEqual(['role_created', 'role_deleted']);
  });

  it('are copied with what they allow and, if asked for, with who has them', async () => {
    const { role_id, role_name } = (await make({ permissions: [id('asset:read')] })).body.data;
    const user = await holder(role_id);
    const path = `/api/v1/roles/${role_id}/clone`;
    const plain = (await api.post(path, { new_role_name: aName() })).body.data;
    expect(plain).toMatchObject({ description: `Cloned from ${role_name}`, user_count: 0 });
    expect(names(plain)).toEqual(['asset:read']);
    expect((await api.post(path, { new_role_name: aName(), copy_permissions: false, new_description: 'Empty' })).body.data).toMatchObject({
      description: 'Empty',
      permissions: [],
      user_count: 0,
    });
    const full = (await api.post(path, { new_role_name: aName(), copy_user_assignments: true })).body.data;
    expect(full.user_count).toBe(1);
    expect((await service.events(made.tenant)).filter(({ subject }) => subject === user.caller?.userId)).toMatchObject([
      { type: identityEvents.userUpdated.type },
    ]);
    expect(await noted(String(user.caller?.userId))).toEqual(['role_assigned']);
    expect((await api.post(path, { new_role_name: plain.role_name })).status).toBe(409);
    const creator = service.api(
      await aUser(service, made.tenant, { role: { portal: 'msp', role_name: 'Admin' }, permissions: ['role:create'] }),
    );
    expect((await creator.post(path, { new_role_name: aName(), copy_user_assignments: true })).body.error.message).toContain(
      'Cannot update user',
    );
  });

  it('are made many at a time, each for itself', async () => {
    const role_name = aName();
    const { status, body } = await api.post('/api/v1/roles/bulk', {
      roles: [
        { role_name, permissions: [id('asset:read')] },
        { role_name },
        { role_name: aName(), permissions: [randomUUID()] },
        { role_name: aName() },
      ],
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject([
      { success: true, data: { role_name } },
      { success: false, error: { code: 'CONFLICT' } },
      { success: false, error: { code: 'VALIDATION_ERROR', details: [{ path: ['permissions', 0] }] } },
      { success: true },
    ]);
    expect((await api.post('/api/v1/roles/bulk', { roles: Array.from({ length: 21 }, () => ({ role_name: aName() })) })).status).toBe(400);
    const repeated = { headers: { 'idempotency-key': randomUUID() } };
    const roles = [{ role_name }, { role_name: aName() }];
    const once = await api.post('/api/v1/roles/bulk', { roles }, repeated);
    expect(once.body.data).toMatchObject([{ success: false }, { success: true }]);
    expect((await api.post('/api/v1/roles/bulk', { roles }, repeated)).text).toBe(once.text);
  });

  it('are made from templates: those of the product and of the tenant', async () => {
    const template = (await make({ is_template: true, permissions: [id('asset:read')] })).body.data;
    const { data } = (await api.get('/api/v1/roles/templates')).body;
    expect(
      data.filter(({ is_system }: { is_system: boolean }) => is_system).map(({ role_name }: { role_name: string }) => role_name),
    ).toEqual(['Admin', 'Finance', 'Technician', 'Manager', 'Project Manager', 'Dispatcher', 'Admin', 'Finance', 'User']);
    expect(data.find(({ role_id }: { role_id: string }) => role_id === template.role_id)).toMatchObject({
      is_system: false,
      permissions: ['asset:read'],
      permission_ids: [id('asset:read')],
    });
    const dispatcher = data.find(({ role_name }: { role_name: string }) => role_name === 'Dispatcher');
    expect(names((await make({ permissions: dispatcher.permission_ids })).body.data)).toEqual(dispatcher.permissions);
  });

  it('never allow more than who makes or changes them holds', async () => {
    const mighty = (await make({ permissions: [id('asset:read'), id('invoice:void')] })).body.data;
    const own = (await make({ permissions: [id('asset:read')] }, steward)).body.data;
    const path = `/api/v1/roles/${own.role_id}`;
    for (const response of [
      await make({ permissions: [id('asset:read'), id('invoice:void')] }, steward),
      await make({ copy_from_role_id: mighty.role_id }, steward),
      await steward.put(path, { permissions: [id('invoice:void')] }),
      await steward.post(`${path}/permissions`, { permission_ids: [id('invoice:void')] }),
      await steward.put(`${path}/permissions`, { permission_ids: [id('invoice:void')] }),
      await steward.post(`/api/v1/roles/${mighty.role_id}/clone`, { new_role_name: aName() }),
    ]) {
      expect(response.status).toBe(403);
      expect(response.body.error).toMatchObject({ code: 'FORBIDDEN', details: { missing_permissions: ['invoice:void'] } });
    }
    expect(names((await api.get(path)).body.data)).toEqual(['asset:read']);
    expect((await steward.post(`/api/v1/roles/${mighty.role_id}/clone`, { new_role_name: aName(), copy_permissions: false })).status).toBe(
      201,
    );
    const bulk = await steward.post('/api/v1/roles/bulk', { roles: [{ role_name: aName(), permissions: [id('invoice:void')] }] });
    expect(bulk.body.data).toMatchObject([{ success: false, error: { code: 'FORBIDDEN' } }]);
    // What only people of clients can hold gives nothing to who hands it on.
    expect((await make({ client: true, permissions: [id('time_management:read')] }, steward)).status).toBe(201);
  });

  it('are not stripped and filled at the same time by what no longer holds', async () => {
    const { role_id } = (await make({ permissions: [id('asset:read')] })).body.data;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        index % 2 === 0
          ? api.post(`/api/v1/roles/${role_id}/permissions`, { permission_ids: [id('ticket:read')] })
          : api.delete(`/api/v1/roles/${role_id}/permissions`, { body: { permission_ids: [id('ticket:read')] } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const versions = (await toldOf(role_id)).map(({ aggregateversion }) => aggregateversion);
    expect(versions).toEqual(versions.map((_, index) => index + 1));
  });
});
