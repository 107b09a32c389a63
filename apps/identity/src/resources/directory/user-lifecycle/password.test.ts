import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, type TestApi } from '@psa/test-kit';
import { UserWorld } from '../../../testing/user-world.ts';
import { verifyPassword } from '../../authentication/password/password-hash.ts';

const OLD = 'the old password';
const NEW = 'correct horse battery';

describe('the change of a password', () => {
  let world: UserWorld;

  beforeAll(async () => {
    world = await UserWorld.start();
  });
  afterAll(() => world.service.stop());
  beforeEach(() => world.service.sql('delete from sign_in_attempts'));

  const aUser = async (): Promise<{
    user_id: string;
    api: TestApi;
    change: (body: object, api?: TestApi) => ReturnType<TestApi['put']>;
  }> => {
    const user_id = (await world.create({ password: OLD }))['user_id'] as string;
    const api = world.service.api(caller({ tenant: world.tenant, userId: user_id, permissions: [], credential: 'session' }));
    return { user_id, api, change: (body, by = api) => by.put(`/api/v1/users/${user_id}/password`, body) };
  };
  const hashOf = async (userId: string) =>
    (await world.service.sql('select password_hash from users where user_id = $1', [userId]))[0]?.password_hash as string;
  const aSession = async (userId: string) => {
    const id = randomUUID();
    await world.service.sql(
      `insert into auth_sessions (tenant, session_id, user_id, login_method, device_fingerprint, device_name, device_type, expires_at)
       values ($1, $2, $3, 'credentials', '', '', '', now() + interval '1 hour')`,
      [world.tenant, id, userId],
    );
    return id;
  };

  it('takes the current one, ends all sessions, and is told by mail', async () => {
    const { user_id, change } = await aUser();
    await aSession(user_id);
    const { status, body, text } = await change({ current_password: OLD, new_password: NEW, confirm_password: NEW });
    expect({ status, body }).toEqual({ status: 200, body: { data: { message: 'The password was changed' } } });
    expect(text).not.toContain(NEW);
    expect([await verifyPassword(NEW, await hashOf(user_id)), await verifyPassword(OLD, await hashOf(user_id))]).toEqual([true, false]);
    expect(await world.service.sql('select 1 from auth_sessions where user_id = $1 and revoked_at is null', [user_id])).toEqual([]);
    expect(await world.service.sql('select kind from account_mails where user_id = $1', [user_id])).toEqual([{ kind: 'password_changed' }]);
    expect((await world.audited(user_id)).slice(-1)).toEqual(['password_changed']);
  });

  it.each<[string, object, string]>([
    ['wrong', { current_password: 'wrong', new_password: NEW, confirm_password: NEW }, 'current_password'],
    ['not given', { new_password: NEW, confirm_password: NEW }, 'current_password'],
    ['repeated otherwise', { current_password: OLD, new_password: NEW, confirm_password: `${NEW}!` }, 'confirm_password'],
    ['too short', { current_password: OLD, new_password: 'short', confirm_password: 'short' }, 'new_password'],
    ['too common', { current_password: OLD, new_password: 'Password123', confirm_password: 'Password123' }, 'new_password'],
  ])('is refused when a password is %s', async (_, body, field) => {
    const { user_id, change } = await aUser();
    const before = await hashOf(user_id);
    const { status, body: answer } = await change(body);
    expect({ status, path: answer.error.details[0].path }).toEqual({ status: 400, path: [field] });
    expect(await hashOf(user_id)).toBe(before);
  });

  it('is no way to guess the current one', async () => {
    const { change } = await aUser();
    const statuses = [];
    for (let index = 0; index < 7; index++)
      statuses.push((await change({ current_password: `guess ${index}`, new_password: NEW, confirm_password: NEW })).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
    expect((await change({ current_password: OLD, new_password: NEW, confirm_password: NEW })).status).toBe(429);
  });

  it('of another takes the permission and no password of theirs', async () => {
    const { user_id, change } = await aUser();
    const other = await aUser();
    expect((await change({ new_password: NEW, confirm_password: NEW }, other.api)).status).toBe(403);
    expect((await change({ new_password: NEW, confirm_password: NEW }, world.admin)).status).toBe(200);
    expect(await verifyPassword(NEW, await hashOf(user_id))).toBe(true);
  });

  it('asks who has none to have a link sent', async () => {
    const user_id = (await world.create())['user_id'] as string;
    const api = world.service.api(caller({ tenant: world.tenant, userId: user_id, permissions: [], credential: 'session' }));
    expect(
      (await api.put(`/api/v1/users/${user_id}/password`, { current_password: '', new_password: NEW, confirm_password: NEW })).status,
    ).toBe(409);
  });

  it('holds when it is asked for twice at the same moment', async () => {
    const { user_id, change } = await aUser();
    const wanted = [`${NEW} one`, `${NEW} two`];
    const statuses = (
      await Promise.all(wanted.map((password) => change({ current_password: OLD, new_password: password, confirm_password: password })))
    ).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 400]);
    const right = await Promise.all(wanted.map(async (password) => verifyPassword(password, await hashOf(user_id))));
    expect(right.filter(Boolean)).toHaveLength(1);
  });

  it('wants a mixture where the product is set up to', async () => {
    const strict = await UserWorld.start({ settings: { PSA_PASSWORD_COMPOSITION: 'mixed' } });
    try {
      const { user_id } = await strict.create();
      const set = (password: string) =>
        strict.admin.put(`/api/v1/users/${user_id}/password`, { new_password: password, confirm_password: password });
      expect([(await set(NEW)).status, (await set('Correct-horse-1')).status]).toEqual([400, 200]);
    } finally {
      await strict.service.stop();
    }
  });
});
