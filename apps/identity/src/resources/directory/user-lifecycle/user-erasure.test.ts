import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identityEvents, identityRpc } from '@psa/contracts-identity';
import { callRpc } from '@psa/events-kit';
import { UserWorld } from '../../../testing/user-world.ts';

describe('the erasure of a user', () => {
  let world: UserWorld;
  beforeAll(async () => {
    world = await UserWorld.start();
  });
  afterAll(() => world.service.stop());

  const erase = (user_id: string, tenant = world.tenant) =>
    callRpc(
      world.service.running.broker,
      identityRpc['admin.user-erase'],
      { tenant, user_id },
      {
        tenant,
        actor: { id: 'operator', type: 'system' },
        correlationId: 'test',
      },
    );
  const aPerson = () =>
    world.create({ first_name: 'Lise', last_name: 'Meitner', email: `lise.${Date.now()}@example.com`, phone: '+46 8 1878' });
  const ofUser = async (user_id: string) =>
    (await world.events(user_id)).map(({ type, aggregateversion }) => [type, aggregateversion] as const);

  it('tells of a neutral name before it tells of the deletion, once', async () => {
    const user = await aPerson();
    const user_id = user['user_id'] as string;
    const key = (await world.admin.post('/api/v1/api-keys', { user_id })).body.data.api_key_id as string;
    const erased = await erase(user_id);
    expect(erased).toEqual({
      user_id,
      name: `Erased user ${user_id.slice(-8)}`,
      email: `erased-${user_id}@erased.invalid`,
    });
    const events = await ofUser(user_id);
    expect(events.slice(-2)).toEqual([
      [identityEvents.userUpdated.type, 2],
      [identityEvents.userDeleted.type, 3],
    ]);
    expect((await world.service.events(world.tenant)).filter(({ subject }) => subject === user_id).at(-2)).toMatchObject({
      data: { first_name: 'Erased', email: erased.email, is_inactive: true },
    });
    const rows = await world.service.sql('select * from users where user_id = $1', [user_id]);
    expect(rows).toMatchObject([{ username: `erased-${user_id}`, phone: null, is_inactive: true }]);
    for (const personal of ['Lise', 'lise', 'Meitner', '1878']) expect(JSON.stringify(rows)).not.toContain(personal);
    expect(await world.service.sql('select 1 from api_keys where api_key_id = $1 and revoked_at is null', [key])).toEqual([]);

    expect(await erase(user_id)).toEqual(erased);
    expect(await ofUser(user_id)).toEqual(events);
  });

  it('comes also after a deletion, which left the name with other services', async () => {
    const user_id = (await aPerson())['user_id'] as string;
    await world.admin.delete(`/api/v1/users/${user_id}`);
    await erase(user_id);
    expect((await ofUser(user_id)).slice(-3).map(([type]) => type)).toEqual([
      identityEvents.userDeleted.type,
      identityEvents.userUpdated.type,
      identityEvents.userDeleted.type,
    ]);
    expect((await world.admin.get(`/api/v1/users/${user_id}`)).status).toBe(404);
  });

  it('is refused while the user has open work, and for users of another tenant', async () => {
    const user_id = (await aPerson())['user_id'] as string;
    world.clients.managed.set(user_id, 1);
    await expect(erase(user_id)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await world.admin.get(`/api/v1/users/${user_id}`)).body.data.first_name).toBe('Lise');
    world.clients.managed.delete(user_id);
    const other = await UserWorld.of(world.service, world.clients);
    await expect(erase(user_id, other.tenant)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
