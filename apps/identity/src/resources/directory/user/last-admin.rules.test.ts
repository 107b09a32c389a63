import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, type TestApi } from '@psa/test-kit';
import { UserWorld } from '../../../testing/user-world.ts';

describe('the last administrator', () => {
  let first: UserWorld;
  let world: UserWorld;
  /** Administers users without being an administrator. */
  let steward: TestApi;

  beforeAll(async () => {
    first = await UserWorld.start();
  });
  afterAll(() => first.service.stop());
  beforeEach(async () => {
    world = await UserWorld.of(first.service, first.clients);
    // The one the tests call as stays out of the count.
    await world.service.sql('delete from user_roles where user_id = $1', [world.admin.caller?.userId]);
    steward = world.admin;
  });

  const admins = () =>
    world.service.sql(
      'select 1 from user_roles join users using (tenant, user_id) where tenant = $1 and role_id = $2 and not is_inactive',
      [world.tenant, world.role('Admin')],
    );

  it.each<[string, (path: string) => Promise<{ status: number }>]>([
    ['deleted', (path) => steward.delete(path)],
    ['shut out', (path) => steward.put(path, { is_inactive: true })],
    ['stripped of the role', (path) => steward.send('DELETE', `${path}/roles`, { body: { role_ids: [world.role('Admin')] } })],
    ['given other roles', (path) => steward.send('PUT', `${path}/roles`, { body: { role_ids: [world.role('Technician')] } })],
    ['changed to have none', (path) => steward.put(path, { role_ids: [] })],
  ])('is not %s', async (_, attempt) => {
    const before = await world.service.sql(
      'select u.*, r.role_id from users u join user_roles r using (tenant, user_id) where u.tenant = $1',
      [world.tenant],
    );
    const { status } = await attempt(`/api/v1/users/${world.made.userId}`);
    // Without roles the steward cannot hand any on either.
    expect([403, 409]).toContain(status);
    expect(
      await world.service.sql('select u.*, r.role_id from users u join user_roles r using (tenant, user_id) where u.tenant = $1', [
        world.tenant,
      ]),
    ).toEqual(before);
  });

  it('becomes a user of a client only when there is another one', async () => {
    const { contact_id } = world.contact();
    const self = world.service.api(caller({ tenant: world.tenant, userId: world.made.userId }));
    const become = () => self.put(`/api/v1/users/${world.made.userId}`, { user_type: 'client', contact_id });
    expect((await become()).status).toBe(409);
    await world.somebody('Admin');
    expect((await become()).body.data).toMatchObject({ user_type: 'client', roles: [] });
    expect(await admins()).toHaveLength(1);
  });

  it('is not shut out among many', async () => {
    const { user_id } = await world.create();
    const { body } = await steward.put('/api/v1/users/bulk/deactivate', { user_ids: [world.made.userId, user_id, steward.caller?.userId] });
    expect(body.data).toMatchObject({
      total_processed: 3,
      successful: 1,
      failed: 2,
      results: [{ user_id, is_inactive: true }],
      errors: [
        { index: 0, code: 'CONFLICT', data: { user_id: world.made.userId } },
        { index: 2, code: 'BAD_REQUEST' },
      ],
    });
  });

  it('stays one when all administrators are stripped at the same moment', async () => {
    const ids = [world.made.userId];
    for (let index = 0; index < 7; index++) ids.push((await world.somebody('Admin')).caller?.userId ?? '');
    const attempts = ids.map((id, index) => {
      const path = `/api/v1/users/${id}`;
      if (index % 3 === 0) return steward.delete(path);
      return index % 3 === 1
        ? steward.put(path, { is_inactive: true })
        : steward.send('DELETE', `${path}/roles`, { body: { role_ids: [world.role('Admin')] } });
    });
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 409)).toHaveLength(1);
    expect(statuses.filter((status) => status < 300)).toHaveLength(ids.length - 1);
    expect(await admins()).toHaveLength(1);
  });

  it('does not shut themselves out, nor delete themselves', async () => {
    const me = await world.somebody('Admin');
    const path = `/api/v1/users/${me.caller?.userId}`;
    expect((await me.put(path, { is_inactive: true })).body.error.details).toMatchObject([{ path: ['is_inactive'] }]);
    expect((await me.delete(path)).status).toBe(400);
  });
});
