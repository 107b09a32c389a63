import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identityEvents } from '@psa/contracts-identity';
import type { TestApi } from '@psa/test-kit';
import fc from 'fast-check';
import { authenticate } from '../../../testing/make.ts';
import { newUser } from '../../../testing/user.fixtures.ts';
import { UserWorld } from '../../../testing/user-world.ts';

describe("users' roles", () => {
  let world: UserWorld;

  beforeAll(async () => {
    world = await UserWorld.start();
  });
  afterAll(() => world.service.stop());

  const roleNames = async (userId: string) =>
    (await world.admin.get(`/api/v1/users/${userId}/roles`)).body.data.map(({ role_name }: { role_name: string }) => role_name);
  const change = (api: TestApi, method: string, userId: string, ...role_ids: string[]) =>
    api.send(method, `/api/v1/users/${userId}/roles`, { body: { role_ids } });

  it('are added, replaced and removed, and told of each time', async () => {
    const { user_id } = await world.create();
    const [tech, dispatch, finance] = [world.role('Technician'), world.role('Dispatcher'), world.role('Finance')];
    expect((await change(world.admin, 'POST', user_id, tech, dispatch)).body.data).toMatchObject([
      { role_name: 'Dispatcher' },
      { role_name: 'Technician' },
    ]);
    await change(world.admin, 'POST', user_id, tech);
    await change(world.admin, 'PUT', user_id, tech, finance);
    expect(await roleNames(user_id)).toEqual(['Finance', 'Technician']);
    expect((await change(world.admin, 'DELETE', user_id, finance, dispatch)).status).toBe(204);
    expect(await roleNames(user_id)).toEqual(['Technician']);
    expect((await world.events(user_id)).map(({ type, aggregateversion }) => [type, aggregateversion])).toEqual([
      [identityEvents.userCreated.type, 1],
      ...[2, 3, 4].map((version) => [identityEvents.userUpdated.type, version]),
    ]);
    const audited = (await world.audited(user_id)).filter((type) => type.startsWith('role_')).sort();
    expect(audited).toEqual([...Array<string>(3).fill('role_assigned'), ...Array<string>(2).fill('role_unassigned')]);
  });

  it.each(['POST', 'PUT'])('that are unknown, foreign, or of the other portal are refused by %s', async (method) => {
    const { user_id } = await world.create();
    const other = await UserWorld.of(world.service, world.clients);
    for (const roleId of [randomUUID(), other.role('Technician'), world.role('User', 'client')]) {
      const { status, body } = await change(world.admin, method, user_id, world.role('Technician'), roleId);
      expect({ status, path: body.error.details[0].path }).toEqual({ status: 400, path: ['role_ids', 1] });
    }
    expect(await roleNames(user_id)).toEqual([]);
  });

  it('are given by nobody who holds less', async () => {
    const technician = await world.somebody('Technician', ['user:update', 'user:create', 'user:read']);
    const { user_id } = await world.create();
    for (const roleId of [world.role('Admin'), world.role('Finance')]) {
      for (const method of ['POST', 'PUT']) {
        expect((await change(technician, method, user_id, roleId)).status).toBe(403);
        expect((await change(technician, method, technician.caller?.userId ?? '', roleId)).status).toBe(403);
      }
      expect((await technician.put(`/api/v1/users/${user_id}`, { role_ids: [roleId] })).status).toBe(403);
      expect((await technician.post('/api/v1/users', newUser({ role_ids: [roleId] }))).status).toBe(403);
      const bulk = await technician.post('/api/v1/users/bulk/create', { users: [newUser({ role_ids: [roleId] })] });
      expect(bulk.body.data).toMatchObject({ successful: 0, failed: 1, errors: [{ code: 'FORBIDDEN' }] });
    }
    expect(await roleNames(user_id)).toEqual([]);
    expect((await change(technician, 'POST', user_id, world.role('Technician'))).status).toBe(200);
  });

  it('do not change who may act as somebody who may do more', async () => {
    const technician = await world.somebody('Technician', ['user:update', 'user:reset_password']);
    const path = `/api/v1/users/${world.made.userId}`;
    const passwords = { new_password: 'correct horse battery', confirm_password: 'correct horse battery' };
    for (const body of [
      { email: 'mine@example.com' },
      { username: 'mine' },
      { password: 'correct horse battery' },
      { user_type: 'contractor' },
    ]) {
      expect([body, (await technician.put(path, body)).status]).toEqual([body, 403]);
    }
    expect((await technician.put(`${path}/password`, passwords)).status).toBe(403);
    expect((await technician.put(path, { phone: '1' })).status).toBe(200);
    const { user_id } = await world.create();
    expect((await technician.put(`/api/v1/users/${user_id}`, { email: `${randomUUID()}@example.com` })).status).toBe(200);
    expect((await technician.put(`/api/v1/users/${user_id}/password`, passwords)).status).toBe(200);
  });

  it('end the sessions of their user when they change, and what keys may do follows', async () => {
    const { user_id } = await world.create({ role_ids: [world.role('Dispatcher')] });
    const { api_key } = (await world.admin.post('/api/v1/api-keys', { user_id })).body.data;
    await world.service.sql(
      `insert into auth_sessions (tenant, session_id, user_id, login_method, device_fingerprint, device_name, device_type, expires_at)
       values ($1, $2, $2, 'credentials', '', '', '', now() + interval '1 hour')`,
      [world.tenant, user_id],
    );
    await change(world.admin, 'DELETE', user_id, world.role('Dispatcher'));
    expect(await world.service.sql('select revoked_reason from auth_sessions where user_id = $1', [user_id])).toEqual([
      { revoked_reason: 'security' },
    ]);
    expect((await authenticate(world.service, api_key))?.permissions).toEqual([]);
    await world.admin.put(`/api/v1/users/${user_id}`, { is_inactive: true });
    expect(await authenticate(world.service, api_key)).toBeNull();
  });

  it('leave no way to more than the caller holds, whatever is tried in whatever order', async () => {
    const ROLES = ['Admin', 'Finance', 'Technician', 'Manager', 'Project Manager', 'Dispatcher'];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ method: fc.constantFrom('POST', 'PUT', 'DELETE'), role: fc.constantFrom(...ROLES), self: fc.boolean() }), {
          minLength: 1,
          maxLength: 8,
        }),
        async (steps) => {
          const me = await world.somebody('Technician', ['user:update', 'user:read', 'user:create']);
          const held = (await me.get(`/api/v1/users/${me.caller?.userId}/permissions`)).body.data.effective_permissions;
          const { user_id } = await world.create();
          for (const { method, role, self } of steps)
            await change(me, method, self ? (me.caller?.userId ?? '') : user_id, world.role(role));
          for (const id of [user_id, me.caller?.userId]) {
            const now: string[] = (await world.admin.get(`/api/v1/users/${id}/permissions`)).body.data.effective_permissions;
            expect(now.filter((name) => !held.includes(name))).toEqual([]);
          }
        },
      ),
      { numRuns: 15 },
    );
  });
});
