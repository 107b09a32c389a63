import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { UserWorld } from '../../../testing/user-world.ts';

describe('reporting lines', () => {
  let world: UserWorld;

  beforeAll(async () => {
    world = await UserWorld.start();
  });
  afterAll(() => world.service.stop());

  const reportTo = (userId: string, managerId: string | null) => world.admin.put(`/api/v1/users/${userId}`, { reports_to: managerId });
  const chain = async (length: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let index = 0; index < length; index++) ids.push((await world.create({ reports_to: ids.at(-1) ?? null })).user_id);
    return ids;
  };

  it('are read upwards and downwards at any depth', async () => {
    const ids = await chain(6);
    const { body } = await world.admin.get(`/api/v1/users/${ids[2]}/hierarchy`);
    const seen = (line: { user_id: string; level: number }[]) => line.map(({ user_id, level }) => [user_id, level]);
    expect(seen(body.data.managers)).toEqual([
      [ids[1], 1],
      [ids[0], 2],
    ]);
    expect(seen(body.data.reports)).toEqual([
      [ids[3], 1],
      [ids[4], 2],
      [ids[5], 3],
    ]);
    expect(body.data.total_reports).toBe(3);
  });

  it.each([0, 1, 4])('never lead back to the user, %i steps up', async (depth) => {
    const ids = await chain(depth + 1);
    const { status, body } = await reportTo(ids[0] as string, ids.at(-1) as string);
    expect({ status, details: body.error.details }).toMatchObject({
      status: 400,
      details: [{ path: ['reports_to'], code: 'circular_reference' }],
    });
  });

  it('lead to active users of the tenant only', async () => {
    const { user_id } = await world.create();
    const other = await UserWorld.of(world.service, world.clients);
    const { contact_id } = world.contact();
    const impossible = [
      other.made.userId,
      (await world.create({ is_inactive: true })).user_id,
      (await world.create({ user_type: 'client', contact_id })).user_id,
    ];
    for (const id of impossible)
      expect((await reportTo(user_id, id)).body.error.details).toMatchObject([{ path: ['reports_to'], code: 'unknown_reference' }]);
  });

  it('end when the manager is deleted', async () => {
    const [manager, report] = await chain(2);
    expect((await world.admin.delete(`/api/v1/users/${manager}`)).status).toBe(204);
    expect((await world.admin.get(`/api/v1/users/${report}`)).body.data.reports_to).toBeNull();
  });

  it('have no circle however they are changed side by side', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, async () => (await world.create()).user_id as string));
    const index = fc.integer({ min: 0, max: ids.length - 1 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(index, index), { minLength: 2, maxLength: 8 }), async (changes) => {
        const answers = await Promise.all(changes.map(([user, manager]) => reportTo(ids[user] as string, ids[manager] as string)));
        for (const { status } of answers) expect([200, 400]).toContain(status);
        const rows = await world.service.sql<{ user_id: string; reports_to: string | null }>(
          'select user_id, reports_to from users where user_id = any($1)',
          [ids],
        );
        const above = new Map(rows.map(({ user_id, reports_to }) => [user_id, reports_to]));
        for (const id of ids) {
          let steps = 0;
          for (let at = above.get(id) ?? null; at !== null; at = above.get(at) ?? null) expect(++steps).toBeLessThan(ids.length);
        }
      }),
      { numRuns: 12 },
    );
  });
});
