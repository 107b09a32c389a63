import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { caller, everyPermission, type TestCaller } from '@psa/test-kit';
import { UserWorld } from '../../../testing/user-world.ts';

const PASSWORD = 'correct horse battery staple';

describe('the way people sign in', () => {
  let world: UserWorld;
  beforeAll(async () => {
    world = await UserWorld.start();
  });
  afterAll(() => world.service.stop());

  /** Somebody with a password, who calls with a key or a session of theirs. */
  const aUser = async (credential: 'api_key' | 'session') => {
    const user = await world.create({ password: PASSWORD });
    const who: TestCaller = caller({ tenant: world.tenant, userId: user['user_id'] as string, permissions: everyPermission, credential });
    const api = world.service.api(who);
    return { user, path: `/api/v1/users/${user['user_id']}`, api };
  };
  const newAddress = () => `${crypto.randomUUID()}@example.com`;
  const mailsOf = (userId: unknown) =>
    world.service.sql('select kind, recipient from account_mails where user_id = $1 order by mail_id', [userId]);

  it.each(['email', 'username'])('is not changed by an API key: %s', async (member) => {
    const { user, path, api } = await aUser('api_key');
    const answer = await api.put(path, { [member]: newAddress(), current_password: PASSWORD });
    expect({ status: answer.status, code: answer.body.error.code }).toEqual({ status: 403, code: 'FORBIDDEN' });
    expect((await world.admin.get(path)).body.data[member]).toBe(user[member]);
  });

  it('is not changed by an API key: the password', async () => {
    const { path, api } = await aUser('api_key');
    const body = { current_password: PASSWORD, new_password: `${PASSWORD}!`, confirm_password: `${PASSWORD}!` };
    expect((await api.put(`${path}/password`, body)).status).toBe(403);
  });

  it.each([
    ['none', undefined],
    ['a wrong one', 'not this one'],
  ])('is not changed with %s for the password', async (_, current_password) => {
    const { user, path, api } = await aUser('session');
    const answer = await api.put(path, { email: newAddress(), ...(current_password === undefined ? {} : { current_password }) });
    expect({ status: answer.status, path: answer.body.error?.details[0].path }).toEqual({ status: 400, path: ['current_password'] });
    expect((await world.admin.get(path)).body.data.email).toBe(user['email']);
    expect(await mailsOf(user['user_id'])).toEqual([]);
  });

  it('is changed with the password, which the old address is told, and links sent there are good for nothing', async () => {
    const { user, path, api } = await aUser('session');
    await world.service.sql(
      `insert into account_tokens (tenant, token_id, user_id, purpose, secret_hash, expires_at)
       values ($1, gen_random_uuid(), $2, 'password_reset', 'x', now() + interval '1 hour')`,
      [world.tenant, user['user_id']],
    );
    const email = newAddress();
    const { status, text } = await api.put(path, { email, current_password: PASSWORD });
    expect(status).toBe(200);
    expect(text).not.toContain(PASSWORD);
    expect((await world.admin.get(path)).body.data.email).toBe(email);
    expect(await mailsOf(user['user_id'])).toEqual([{ kind: 'email_changed', recipient: user['email'] }]);
    expect(await world.service.sql('select 1 from account_tokens where user_id = $1 and used_at is null', [user['user_id']])).toEqual([]);
  });

  it('is told to the old address also when somebody else changes it', async () => {
    const { user, path } = await aUser('session');
    expect((await world.admin.put(path, { email: newAddress() })).status).toBe(200);
    expect(await mailsOf(user['user_id'])).toEqual([{ kind: 'email_changed', recipient: user['email'] }]);
  });

  it('is no matter where the address stays: a resource that was read can be written back', async () => {
    const { user, path, api } = await aUser('api_key');
    expect((await api.put(path, { email: user['email'], first_name: 'Renamed' })).status).toBe(200);
  });
});
