import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { contactEvents } from '@psa/contracts-clients';
import { portalUserRpc } from '@psa/contracts-identity';
import { callRpc } from '@psa/events-kit';
import { caller, eventually, everyPermission, type TestApi } from '@psa/test-kit';
import { newUser } from '../../../testing/user.fixtures.ts';
import { UserWorld } from '../../../testing/user-world.ts';

describe('people of a client', () => {
  let world: UserWorld;
  let clientId: string;
  let api: TestApi;
  let me: string;

  beforeAll(async () => {
    world = await UserWorld.start();
  });
  afterAll(() => world.service.stop());
  beforeEach(async () => {
    clientId = randomUUID();
    const { contact_id } = world.contact(clientId);
    me = (await world.create({ user_type: 'client', contact_id, role_ids: [world.role('Admin', 'client')] }))['user_id'] as string;
    api = world.service.api(caller({ tenant: world.tenant, userId: me, userType: 'client', clientId, permissions: everyPermission }));
  });

  const aColleague = async (client = clientId): Promise<string> =>
    (await world.create({ user_type: 'client', contact_id: world.contact(client).contact_id }))['user_id'] as string;

  it('see nobody but each other', async () => {
    const colleague = await aColleague();
    const strangers = [await aColleague(randomUUID()), world.made.userId];
    const ids = ({ body }: { body: { data: { user_id: string }[] } }) => body.data.map(({ user_id }) => user_id).sort();
    expect(ids(await api.get('/api/v1/users'))).toEqual([me, colleague].sort());
    expect(ids(await api.get('/api/v1/users/search', { query: { query: 'example.com' } }))).toEqual([me, colleague].sort());
    expect((await api.get('/api/v1/users/stats')).body.data).toMatchObject({
      total_users: 2,
      users_by_type: { client: 2 },
      users_by_role: { Admin: 1 },
    });
    const seen = new Set(
      (await api.get('/api/v1/users/activity', { query: { limit: 100 } })).body.data.map(({ user_id }: { user_id: string }) => user_id),
    );
    expect([...seen].sort()).toEqual([me, colleague].sort());
    for (const id of strangers) {
      const path = `/api/v1/users/${id}`;
      const attempts = [
        api.get(path),
        api.put(path, { first_name: 'X' }),
        api.delete(path),
        api.get(`${path}/roles`),
        api.get(`${path}/permissions`),
        api.get(`${path}/activity`),
        api.get(`${path}/preferences`),
        api.get(`${path}/hierarchy`),
        api.get(`${path}/avatar`),
        api.put(`${path}/preferences`, { a: 1 }),
        api.get(`${path}/teams`),
        api.send('POST', `${path}/roles`, { body: { role_ids: [world.role('User', 'client')] } }),
        api.put(`${path}/password`, { new_password: 'correct horse battery', confirm_password: 'correct horse battery' }),
      ];
      for (const [index, attempt] of attempts.entries()) expect([index, (await attempt).status]).toEqual([index, 404]);
    }
  });

  it('have users of their own client and type only', async () => {
    const [own, foreign] = [world.contact(clientId), world.contact()];
    const created = await api.post('/api/v1/users', newUser({ contact_id: own.contact_id, role_ids: [world.role('User', 'client')] }));
    expect(created.body.data).toMatchObject({ user_type: 'client', client_id: clientId });
    expect((await api.post('/api/v1/users', newUser({ contact_id: foreign.contact_id }))).body.error.details).toMatchObject([
      { path: ['contact_id'] },
    ]);
    expect((await api.post('/api/v1/users', newUser({ contact_id: own.contact_id, user_type: 'internal' }))).status).toBe(403);
    const path = `/api/v1/users/${created.body.data.user_id}`;
    expect((await api.put(path, { user_type: 'internal', contact_id: null })).status).toBe(403);
    expect((await api.put(path, { contact_id: foreign.contact_id })).status).toBe(400);
    expect((await api.put(path, { role_ids: [world.role('Technician')] })).status).toBe(400);
    expect((await api.put(path, { first_name: 'Ours' })).body.data.first_name).toBe('Ours');
  });

  it('follow their contact to another client, and out when it is gone', async () => {
    const { contact_id } = world.contact(clientId);
    const user = (await world.create({ user_type: 'client', contact_id }))['user_id'] as string;
    const read = async () => (await world.admin.get(`/api/v1/users/${user}`)).body.data;
    const facts = { contact_name_id: contact_id, full_name: 'X', email: 'x@example.com' };
    const other = randomUUID();
    await world.service.publish(
      world.tenant,
      contactEvents.updated,
      { ...facts, client_id: other, is_inactive: false, changed: ['client_id'] },
      5,
    );
    await eventually(async () => (await read()).client_id === other);
    // Told late, it changes nothing.
    await world.service.publish(
      world.tenant,
      contactEvents.updated,
      { ...facts, client_id: clientId, is_inactive: false, changed: ['client_id'] },
      4,
    );
    await world.service.publish(world.tenant, contactEvents.deleted, { contact_name_id: contact_id }, 6);
    await eventually(async () => (await read()).is_inactive === true);
    expect(await world.audited(user)).toEqual(['user_created', 'user_invited', 'user_updated', 'user_deactivated']);
  });

  it('are counted for whoever is about to delete their contact', async () => {
    const { contact_id: contact_name_id } = world.contact(clientId);
    const count = (tenant: string) =>
      callRpc(
        world.service.running.broker,
        portalUserRpc.countUsersOfContact,
        { contact_name_id },
        { tenant, actor: { id: 'test', type: 'system' }, correlationId: 'test' },
      );
    const user = (await world.create({ user_type: 'client', contact_id: contact_name_id }))['user_id'] as string;
    expect([await count(world.tenant), await count(randomUUID())]).toEqual([{ users: 1 }, { users: 0 }]);
    await world.admin.put(`/api/v1/users/${user}`, { is_inactive: true });
    expect(await count(world.tenant)).toEqual({ users: 0 });
  });

  it('go out with an inactive client, and come in again with it unless somebody decided about them', async () => {
    const contacts = [world.contact(clientId), world.contact(clientId)];
    const users: string[] = [];
    for (const { contact_id } of contacts) users.push((await world.create({ user_type: 'client', contact_id }))['user_id'] as string);
    const active = async () =>
      await Promise.all(users.map(async (user) => (await world.admin.get(`/api/v1/users/${user}`)).body.data.is_inactive === false));
    const tell = async (is_inactive: boolean, version: number, with_client = true) => {
      for (const { contact_id } of contacts) {
        const facts = {
          contact_name_id: contact_id,
          full_name: 'X',
          email: 'x@example.com',
          client_id: clientId,
          is_inactive,
          changed: ['is_inactive'],
          with_client,
        };
        await world.service.publish(world.tenant, contactEvents.updated, facts, version);
      }
    };
    const become = (...expected: boolean[]) =>
      eventually(async () => {
        expect(await active()).toEqual(expected);
        return true;
      });
    await tell(true, 5);
    await become(false, false);
    await tell(false, 6);
    await become(true, true);
    await tell(true, 7);
    await become(false, false);
    for (const is_inactive of [false, true]) await world.admin.put(`/api/v1/users/${users[1]}`, { is_inactive });
    await tell(false, 8);
    await become(true, false);
    await tell(true, 9, false);
    await become(false, false);
    await tell(false, 10);
    await eventually(
      async () =>
        (await world.service.sql('select 1 from contact_replicas where tenant = $1 and version = 10', [world.tenant])).length === 2,
    );
    await become(false, false);
  });

  it('are those another contact is, once theirs was merged into it', async () => {
    const [gone, kept] = [world.contact(clientId), world.contact(clientId)];
    const user = (await world.create({ user_type: 'client', contact_id: gone.contact_id }))['user_id'] as string;
    await world.service.publish(world.tenant, contactEvents.merged, { contact_name_id: gone.contact_id, merged_into: kept.contact_id }, 2);
    await eventually(async () => (await world.admin.get(`/api/v1/users/${user}`)).body.data.contact_id === kept.contact_id);
  });
});
