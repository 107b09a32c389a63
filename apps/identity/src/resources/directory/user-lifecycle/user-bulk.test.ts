import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newUser } from '../../../testing/user.fixtures.ts';
import { UserWorld } from '../../../testing/user-world.ts';

describe('the creation of many users', () => {
  let world: UserWorld;

  beforeAll(async () => {
    world = await UserWorld.start();
  });
  afterAll(() => world.service.stop());

  const send = (users: unknown[], options?: object) =>
    world.admin.post('/api/v1/users/bulk/create', { users, ...(options === undefined ? {} : { options }) });
  const count = async () => Number((await world.service.sql('select count(*) from users where tenant = $1', [world.tenant]))[0]?.count);
  const mails = async (userId: string) =>
    (await world.service.sql('select kind from account_mails where user_id = $1', [userId])).map(({ kind }) => kind as string);

  const mixed = () => {
    const good = newUser();
    return [
      good,
      newUser({ email: good['email'] }),
      newUser({ role_ids: [randomUUID()] }),
      newUser({ password: 'password' }),
      newUser({ reports_to: randomUUID() }),
      newUser(),
    ];
  };

  it('gives users external ids, and undoes a user whose external id is taken', async () => {
    const external_ids = [{ source: 'hr', id: randomUUID() }];
    const before = await count();
    const { body } = await send([newUser({ external_ids }), newUser({ external_ids })]);
    expect(body.data).toMatchObject({ successful: 1, failed: 1, errors: [{ index: 1, code: 'CONFLICT' }] });
    expect(await count()).toBe(before + 1);
    const { body: made } = await world.admin.get(`/api/v1/users/${body.data.results[0].user_id}`);
    expect(made.data.external_ids).toEqual(external_ids);
  });

  it('says of each that is wrong what is, and creates the others', async () => {
    const users = mixed();
    const before = await count();
    const { status, body } = await send(users);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      total_processed: 6,
      successful: 2,
      failed: 4,
      dry_run: false,
      errors: [
        { index: 1, code: 'CONFLICT', data: { email: users[0]?.['email'] } },
        { index: 2, code: 'VALIDATION_ERROR', details: [{ path: ['role_ids', 0] }] },
        { index: 3, details: [{ path: ['password'] }] },
        { index: 4, details: [{ path: ['reports_to'] }] },
      ],
    });
    expect(body.data.results.map(({ username }: { username: string }) => username)).toEqual([
      users[0]?.['username'],
      users[5]?.['username'],
    ]);
    expect(await count()).toBe(before + 2);
    expect(JSON.stringify(body)).not.toContain('"password":"');
  });

  it('says of each that is malformed what is, and creates the others, unless all are wanted', async () => {
    const users = [newUser(), { ...newUser(), email: 'nowhere' }, { username: 'no-address' }, 'grace', newUser()];
    const { status, body } = await send(users);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      successful: 2,
      failed: 3,
      errors: [
        { index: 1, code: 'VALIDATION_ERROR', details: [{ path: ['email'] }], data: { email: 'nowhere' } },
        { index: 2, details: [{ path: ['email'] }], data: { username: 'no-address' } },
        { index: 3, details: [{ path: [] }], data: {} },
      ],
    });
    const refused = await send([newUser(), users[1]], { skip_invalid: false });
    expect(refused).toMatchObject({ status: 400, body: { error: { details: [{ path: ['users', 1, 'email'] }] } } });
  });

  it('is all or nothing where that is wanted', async () => {
    const before = await world.service.sql('select count(*) from outbox');
    const { status, body } = await send(mixed(), { skip_invalid: false });
    expect(status).toBe(400);
    expect(body.error.details.map(({ path }: { path: unknown[] }) => path)).toEqual([
      ['users', 1],
      ['users', 2, 'role_ids', 0],
      ['users', 3, 'password'],
      ['users', 4, 'reports_to'],
    ]);
    expect(await world.service.sql('select count(*) from outbox')).toEqual(before);
    expect((await send([newUser(), newUser()], { skip_invalid: false })).body.data.successful).toBe(2);
  });

  it('can be tried without anything happening', async () => {
    const before = [
      await count(),
      await world.service.sql('select count(*) from outbox'),
      await world.service.sql('select count(*) from audit_events'),
    ];
    const { status, body } = await send(mixed(), { dry_run: true });
    expect({ status, data: body.data }).toMatchObject({ status: 200, data: { successful: 2, failed: 4, dry_run: true } });
    const kept = await world.admin.post(
      '/api/v1/users/bulk/create',
      { users: mixed(), options: { dry_run: true } },
      { headers: { 'idempotency-key': 'dry' } },
    );
    expect(kept.body.data).toMatchObject({ successful: 2, failed: 4 });
    expect([
      await count(),
      await world.service.sql('select count(*) from outbox'),
      await world.service.sql('select count(*) from audit_events'),
    ]).toEqual(before);
  });

  it('tells them by mail, unless that is not wanted, and lets them choose a password', async () => {
    const created = async (given: object, options?: object): Promise<string> =>
      (await send([newUser(given as Record<string, unknown>)], options)).body.data.results[0].user_id;
    const password = 'correct horse battery';
    expect(await mails(await created({ password }))).toEqual(['welcome']);
    expect(await mails(await created({ password }, { send_welcome_email: false }))).toEqual([]);
    expect(await mails(await created({}, { send_welcome_email: false }))).toEqual(['invitation']);
    const forced = await created({ password }, { force_password_reset: true });
    expect(await mails(forced)).toEqual(['invitation']);
    expect(await world.service.sql('select password_hash from users where user_id = $1', [forced])).toEqual([{ password_hash: null }]);
  });

  it.each([[0], [101]])('takes 1 to 100 of them, not %i', async (length) => {
    expect((await send(Array.from({ length }, () => newUser()))).status).toBe(400);
  });

  it('takes a hundred at once', async () => {
    const { body } = await send(Array.from({ length: 100 }, () => newUser({ password: 'correct horse battery' })));
    expect(body.data).toMatchObject({ successful: 100, failed: 0 });
  });

  it('knows those of the same request who are alike', async () => {
    const same = newUser();
    expect((await send([same, same])).body.data).toMatchObject({ successful: 1, failed: 1, errors: [{ index: 1, code: 'CONFLICT' }] });
  });
});

describe('shutting many users out', () => {
  let world: UserWorld;

  beforeAll(async () => {
    world = await UserWorld.start();
  });
  afterAll(() => world.service.stop());

  it('and letting them in again, changes those that are not so yet', async () => {
    const [one, two, out] = [await world.create(), await world.create(), await world.create({ is_inactive: true })];
    const unknown = randomUUID();
    const user_ids = [one, two, out].map((user) => user['user_id'] as string);
    const send = (deactivate?: boolean) =>
      world.admin.put('/api/v1/users/bulk/deactivate', {
        user_ids: [...user_ids, unknown],
        ...(deactivate === undefined ? {} : { deactivate }),
      });
    const { body } = await send();
    expect(body.data).toMatchObject({
      total_processed: 4,
      successful: 3,
      failed: 1,
      errors: [{ index: 3, code: 'NOT_FOUND', data: { user_id: unknown } }],
    });
    expect(body.data.results.every(({ is_inactive }: { is_inactive: boolean }) => is_inactive)).toBe(true);
    const versions = async () =>
      (await world.service.sql('select version from users where user_id = any($1) order by created_at', [user_ids])).map(
        ({ version }) => version as number,
      );
    expect(await versions()).toEqual([2, 2, 1]);
    expect((await send(false)).body.data).toMatchObject({ successful: 3 });
    expect(await versions()).toEqual([3, 3, 2]);
    expect(await world.audited(user_ids[0] as string)).toEqual(['user_created', 'user_invited', 'user_deactivated', 'user_activated']);
  });
});
