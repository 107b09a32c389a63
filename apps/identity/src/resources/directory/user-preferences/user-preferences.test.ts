import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { UserWorld } from '../../../testing/user-world.ts';

describe("a user's preferences", () => {
  let world: UserWorld;
  let path: string;

  beforeAll(async () => {
    world = await UserWorld.start();
  });
  afterAll(() => world.service.stop());
  beforeEach(async () => {
    path = `/api/v1/users/${(await world.create())['user_id']}/preferences`;
  });

  const read = async () => (await world.admin.get(path)).body.data;

  it('are whatever a program keeps: members are set one by one and removed by null', async () => {
    expect(await read()).toEqual({});
    expect((await world.admin.put(path, { theme: 'dark', widths: { a: [1, 2] }, on: false, ünï: '😀' })).body.data).toMatchObject({
      success: true,
    });
    await world.admin.put(path, { theme: null, on: true, gone: null });
    expect(await read()).toEqual({ widths: { a: [1, 2] }, on: true, ünï: '😀' });
  });

  it('have a limit together, and a change that exceeds it changes nothing', async () => {
    await world.admin.put(path, { one: 'x'.repeat(40_000) });
    const { status, body } = await world.admin.put(path, { one: 'short', two: 'x'.repeat(70_000) });
    expect({ status, code: body.error.details[0].code }).toEqual({ status: 400, code: 'too_big' });
    expect((await read()).one).toHaveLength(40_000);
    expect((await world.admin.put(path, { ['n'.repeat(101)]: 1 })).status).toBe(400);
    expect((await world.admin.put(path, { '': 1 })).status).toBe(400);
  });

  it('are their own, and with the permission others’', async () => {
    const me = await world.somebody('Technician', []);
    const own = `/api/v1/users/${me.caller?.userId}/preferences`;
    expect((await me.put(own, { mine: true })).status).toBe(200);
    expect((await me.get(own)).body.data).toEqual({ mine: true });
    expect([(await me.get(path)).status, (await me.put(path, { mine: true })).status]).toEqual([403, 403]);
  });
});
