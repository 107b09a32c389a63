import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identityEvents } from '@psa/contracts-identity';
import { authenticate } from '../../../testing/make.ts';
import { picture } from '../../../testing/user.fixtures.ts';
import { UserWorld } from '../../../testing/user-world.ts';

/** What may still name a user who is forgotten: records of what was done, which say nothing of who they were. */
const RECORDS = ['users', 'audit_events', 'auth_sessions', 'api_keys'];

describe('the deletion of a user', () => {
  let world: UserWorld;

  beforeAll(async () => {
    world = await UserWorld.start();
  });
  afterAll(() => world.service.stop());

  /** Somebody with everything that belongs to a person. */
  const aPerson = async () => {
    const user = await world.create({
      username: `greta.${Date.now()}`,
      email: `greta.${Date.now()}@example.com`,
      first_name: 'Greta',
      last_name: 'Hermann',
      phone: '+49 421 1901',
      timezone: 'Europe/Berlin',
      password: 'correct horse battery',
      role_ids: [world.role('Technician')],
    });
    const { user_id } = user;
    const path = `/api/v1/users/${user_id}`;
    const key = (await world.admin.post('/api/v1/api-keys', { user_id })).body.data.api_key as string;
    await world.admin.post(`${path}/avatar`, await picture());
    await world.admin.put(`${path}/preferences`, { nickname: 'Greta' });
    await world.admin.post('/api/v1/teams', { team_name: `Greta's team ${user_id}`, members: [{ user_id }] });
    await world.admin.post(`${path}/invitation`);
    const { tenant } = world;
    await world.service.sql(
      `insert into auth_sessions (tenant, session_id, user_id, login_method, ip_address, user_agent, device_fingerprint, device_name, device_type, expires_at)
       values ($1, $2, $2, 'credentials', '192.0.2.1', 'Gretas Browser', 'f', 'Gretas Telefon', 'mobile', now() + interval '1 hour')`,
      [tenant, user_id],
    );
    await world.service.sql("insert into two_factors (tenant, user_id, sealed_secret, last_used_step) values ($1, $2, 'sealed', 0)", [
      tenant,
      user_id,
    ]);
    await world.service.sql("insert into recovery_codes (tenant, user_id, code_hash) values ($1, $2, 'hash')", [tenant, user_id]);
    return { user, user_id: user_id as string, path, key };
  };

  it('forgets the person and keeps what refers to them', async () => {
    const { user, user_id, path, key } = await aPerson();
    expect((await world.admin.delete(path)).status).toBe(204);
    const [row] = await world.service.sql('select * from users where user_id = $1', [user_id]);
    expect(row).toMatchObject({
      username: `deleted-${user_id}`,
      email: `deleted-${user_id}@deleted.invalid`,
      first_name: null,
      last_name: null,
      phone: null,
      timezone: null,
      password_hash: null,
      is_inactive: true,
      two_factor_enabled: false,
    });
    const tables = await world.service.sql<{ name: string }>(
      "select table_name as name from information_schema.columns where table_schema = 'identity' and column_name = 'user_id' order by 1",
    );
    expect(tables.length).toBeGreaterThan(8);
    for (const { name } of tables.filter((table) => !RECORDS.includes(table.name))) {
      expect([name, await world.service.sql(`select 1 from ${name} where user_id = $1`, [user_id])]).toEqual([name, []]);
    }
    const everything = await Promise.all(
      RECORDS.map((name) => world.service.sql(`select * from ${name} where tenant = $1`, [world.tenant])),
    );
    for (const personal of [user['username'], user['email'], 'Hermann', '+49 421 1901', 'Gretas Telefon', '192.0.2.1'])
      expect(JSON.stringify(everything)).not.toContain(personal);
    expect(await authenticate(world.service, key)).toBeNull();
    expect((await world.events(user_id)).at(-1)).toMatchObject({ type: identityEvents.userDeleted.type, data: { user_id } });
    expect((await world.audited(user_id)).at(-1)).toBe('user_deleted');
  });

  it('makes them unknown, and their name and address free', async () => {
    const { user, user_id, path } = await aPerson();
    await world.admin.delete(path);
    for (const attempt of [
      world.admin.get(path),
      world.admin.put(path, { first_name: 'X' }),
      world.admin.delete(path),
      world.admin.get(`${path}/roles`),
      world.admin.get(`${path}/avatar`),
    ]) {
      expect((await attempt).status).toBe(404);
    }
    expect((await world.admin.get('/api/v1/users', { query: { search: user_id } })).body.data).toEqual([]);
    expect((await world.admin.get('/api/v1/users/search', { query: { query: 'deleted-', include_inactive: true } })).body.data).toEqual([]);
    expect((await world.create({ username: user['username'], email: user['email'] }))['user_id']).not.toBe(user_id);
  });

  it('waits until somebody else leads their teams and looks after their clients', async () => {
    const { user_id } = await world.create({ first_name: 'Boss' });
    const path = `/api/v1/users/${user_id}`;
    const { team_id } = (await world.admin.post('/api/v1/teams', { team_name: `Led by ${user_id}`, manager_id: user_id })).body.data;
    world.clients.managed.set(user_id, 2);
    const refusal = await world.admin.delete(path);
    expect(refusal.status).toBe(409);
    expect(refusal.body.error.details.dependencies).toEqual([
      { type: 'team', count: 1, label: 'Team they lead', ids: [team_id] },
      { type: 'client', count: 2, label: 'Clients they look after' },
    ]);
    expect((await world.admin.get(path)).body.data.first_name).toBe('Boss');
    world.clients.managed.delete(user_id);
    await world.admin.put(`/api/v1/teams/${team_id}`, { manager_id: null });
    expect((await world.admin.delete(path)).status).toBe(204);
  });
});
