import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identityEvents } from '@psa/contracts-identity';
import { newUser } from '../../../testing/user.fixtures.ts';
import { UserWorld } from '../../../testing/user-world.ts';

describe('users', () => {
  let world: UserWorld;

  beforeAll(async () => {
    world = await UserWorld.start();
  });
  afterAll(() => world.service.stop());

  const list = async (query: Record<string, string>) => (await world.admin.get('/api/v1/users', { query })).body;
  const ids = (body: { data: { user_id: string }[] }) => body.data.map(({ user_id }) => user_id);

  it('are created with what is given, in lower case where case means nothing', async () => {
    const { status, headers, body, text } = await world.admin.post('/api/v1/users', {
      username: 'Ada.L',
      email: 'Ada@Example.COM',
      password: 'correct horse battery',
      first_name: ' Ada ',
      last_name: 'Lovelace',
      phone: '+44 20 1',
      timezone: 'Europe/London',
      role_ids: [world.role('Technician')],
    });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/api/v1/users/${body.data.user_id}`);
    expect(body.data).toMatchObject({
      username: 'ada.l',
      email: 'ada@example.com',
      first_name: 'Ada',
      last_name: 'Lovelace',
      phone: '+44 20 1',
      timezone: 'Europe/London',
      user_type: 'internal',
      is_inactive: false,
      contact_id: null,
      client_id: null,
      tenant: world.tenant,
      roles: [{ role_id: world.role('Technician'), role_name: 'Technician' }],
      avatarUrl: null,
      two_factor_enabled: false,
      last_login_at: null,
    });
    expect(text).not.toMatch(/password|hash|argon/i);
    expect((await world.admin.get(`/api/v1/users/${body.data.user_id}`)).body.data).toEqual(body.data);
    expect(await world.audited(body.data.user_id)).toEqual(['user_created', 'role_assigned']);
    const [created] = await world.events(body.data.user_id);
    expect(created).toMatchObject({
      type: identityEvents.userCreated.type,
      aggregateversion: 1,
      data: { username: 'ada.l', user_type: 'internal' },
    });
    expect(JSON.stringify(created)).not.toContain('correct horse');
  });

  it.each<[Record<string, unknown>, string]>([
    [{ username: 'ab' }, 'username'],
    [{ username: 'x'.repeat(51) }, 'username'],
    [{ username: 'two words' }, 'username'],
    [{ email: 'nobody' }, 'email'],
    [{ password: 'short' }, 'password'],
    [{ password: 'password' }, 'password'],
    [{ password: 'x'.repeat(129) }, 'password'],
    [{ timezone: 'Europe/Atlantis' }, 'timezone'],
    [{ timezone: '+01:00' }, 'timezone'],
    [{ user_type: 'robot' }, 'user_type'],
    [{ first_name: 'x'.repeat(101) }, 'first_name'],
    [{ role_ids: [randomUUID()] }, 'role_ids'],
    [{ reports_to: randomUUID() }, 'reports_to'],
    [{ user_type: 'client' }, 'contact_id'],
    [{ contact_id: randomUUID() }, 'contact_id'],
    [{ two_factor_enabled: true }, 'two_factor_enabled'],
  ])('are not created with %j', async (given, field) => {
    const before = await world.service.sql('select count(*) from users');
    const { status, body } = await world.admin.post('/api/v1/users', newUser(given));
    expect({ status, path: body.error.details?.[0]?.path?.[0] }).toEqual({ status: 400, path: field });
    expect(await world.service.sql('select count(*) from users')).toEqual(before);
  });

  it('take roles of their own portal only', async () => {
    const { body } = await world.admin.post('/api/v1/users', newUser({ role_ids: [world.role('Finance', 'client')] }));
    expect(body.error.details).toMatchObject([{ path: ['role_ids', 0], code: 'wrong_portal' }]);
    const { contact_id } = world.contact();
    expect((await world.create({ user_type: 'client', contact_id, role_ids: [world.role('Finance', 'client')] })).roles).toHaveLength(1);
  });

  it('have names and addresses of their own among the users of their type', async () => {
    const one = await world.create({ username: 'same.name', email: 'same@example.com' });
    for (const [given, field] of [
      [{ username: 'SAME.name' }, 'username'],
      [{ email: 'SAME@example.com' }, 'email'],
    ] as const) {
      const { status, body } = await world.admin.post('/api/v1/users', newUser(given));
      expect(status).toBe(409);
      expect(body.error).toMatchObject({ code: 'CONFLICT', details: { field } });
      const { user_id } = await world.create();
      expect((await world.admin.put(`/api/v1/users/${user_id}`, given)).body.error).toMatchObject({ code: 'CONFLICT', details: { field } });
    }
    // The same person may be a user of both portals.
    const { contact_id } = world.contact();
    const other = await world.create({ username: 'same.name', email: 'same@example.com', user_type: 'client', contact_id });
    expect(other.user_id).not.toBe(one.user_id);
    expect((await world.admin.put(`/api/v1/users/${other.user_id}`, { user_type: 'internal', contact_id: null })).status).toBe(409);
  });

  it('of a client belong to the client of their contact', async () => {
    const known = world.contact();
    expect(await world.create({ user_type: 'client', contact_id: known.contact_id })).toMatchObject({
      client_id: known.client_id,
      contact_id: known.contact_id,
    });
    for (const contact of [world.contact(null), world.contact(randomUUID(), true)]) {
      const { status, body } = await world.admin.post('/api/v1/users', newUser({ user_type: 'client', contact_id: contact.contact_id }));
      expect({ status, path: body.error.details[0].path }).toEqual({ status: 400, path: ['contact_id'] });
    }
  });

  it('are changed member by member; what is written back as it was read changes nothing', async () => {
    const user = await world.create({ first_name: 'Eve' });
    const path = `/api/v1/users/${user.user_id}`;
    const { body, headers } = await world.admin.put(path, { last_name: null, phone: '123', timezone: 'UTC' });
    expect(body.data).toMatchObject({ first_name: 'Eve', last_name: null, phone: '123', timezone: 'UTC' });
    expect(headers.get('etag')).toMatch(/^"2-/);
    const { body: again, headers: same } = await world.admin.put(path, body.data);
    expect(again.data).toEqual(body.data);
    expect(same.get('etag')).toMatch(/^"2-/);
    expect((await world.events(user.user_id)).map(({ aggregateversion }) => aggregateversion)).toEqual([1, 2]);
    expect(await world.audited(user.user_id)).toEqual(['user_created', 'user_invited', 'user_updated']);
    expect((await world.admin.put(path, { phone: '4' }, { headers: { 'if-match': '"1-x"' } })).status).toBe(412);
  });

  it('may change their own profile and nothing else', async () => {
    const me = await world.somebody('Technician', []);
    const path = `/api/v1/users/${me.caller?.userId}`;
    expect((await me.put(path, { first_name: 'Ida', last_name: 'Rhodes', phone: '1', timezone: 'UTC' })).body.data).toMatchObject({
      first_name: 'Ida',
      phone: '1',
    });
    const before = await world.service.sql('select * from users where user_id = $1', [me.caller?.userId]);
    for (const change of [
      { user_type: 'admin' },
      { role_ids: [world.role('Admin')] },
      { email: 'other@example.com' },
      { username: 'other' },
      { is_google_user: true },
      { is_inactive: true },
      { reports_to: world.made.userId },
    ]) {
      const { status, body } = await me.put(path, { first_name: 'Changed', ...change });
      expect({ status, fields: body.error.details }).toEqual({ status: 403, fields: { fields: Object.keys(change) } });
    }
    expect((await me.put(path, { tenant: randomUUID() })).status).toBe(200);
    expect(await world.service.sql('select * from users where user_id = $1', [me.caller?.userId])).toEqual(before);
    expect((await me.put(`/api/v1/users/${world.made.userId}`, { first_name: 'X' })).status).toBe(403);
    expect((await me.get(path)).status).toBe(200);
    expect((await me.get(`/api/v1/users/${world.made.userId}`)).status).toBe(403);
  });

  it('are listed newest first, with a total, page by page', async () => {
    const other = await UserWorld.of(world.service, world.clients);
    const made = [];
    for (let index = 0; index < 5; index++) made.push((await other.create({ last_name: 'Paged' })).user_id);
    const first = (await other.admin.get('/api/v1/users', { query: { last_name: 'page', limit: 2 } })).body;
    expect(ids(first)).toEqual(made.toReversed().slice(0, 2));
    expect(first.pagination).toMatchObject({ total: 5, totalPages: 3, hasNext: true });
    const next = (await other.admin.get('/api/v1/users', { query: { last_name: 'page', limit: 2, cursor: first.pagination.next_cursor } }))
      .body;
    expect(ids(next)).toEqual(made.toReversed().slice(2, 4));
    const sorted = (await other.admin.get('/api/v1/users', { query: { last_name: 'page', sort: 'username', order: 'asc' } })).body.data.map(
      ({ username }: { username: string }) => username,
    );
    expect(sorted).toEqual([...sorted].sort());
  });

  it('are filtered by everything the list names', async () => {
    const { contact_id, client_id } = world.contact();
    const boss = await world.create({ first_name: 'Boss' });
    const tag = randomUUID().slice(0, 8);
    const user = await world.create({
      username: `filter-${tag}`,
      email: `filter-${tag}@example.com`,
      first_name: `Fil${tag}`,
      last_name: `Ter${tag}`,
      phone: `+49 ${tag}`,
      timezone: 'Asia/Tokyo',
      role_ids: [world.role('Dispatcher')],
      reports_to: boss.user_id,
    });
    const client = await world.create({ user_type: 'client', contact_id, first_name: `Fil${tag}` });
    const team = (await world.admin.post('/api/v1/teams', { team_name: `Team ${tag}`, members: [{ user_id: user.user_id }] })).body.data;
    const matching: Record<string, string>[] = [
      { username: `FILTER-${tag}` },
      { email: `${tag}@EXAMPLE` },
      { first_name: tag, user_type: 'internal' },
      { last_name: `ter${tag}` },
      { phone: tag },
      { search: tag, timezone: 'Asia/Tokyo' },
      { search: `Fil${tag} Ter${tag}` },
      { search: tag, role_id: world.role('Dispatcher') },
      { search: tag, role_name: 'dispatch' },
      { team_id: team.team_id },
      { search: tag, reports_to: boss.user_id },
      { search: tag, user_type: 'internal', is_inactive: 'false' },
      { search: tag, two_factor_enabled: 'false', has_avatar: 'false', user_type: 'internal' },
      { search: tag, user_type: 'internal', created_from: '2020-01-01' },
    ];
    for (const query of matching) expect([query, ids(await list(query))]).toEqual([query, [user.user_id]]);
    expect(ids(await list({ contact_id }))).toEqual([client.user_id]);
    expect(ids(await list({ client_id: client_id ?? '' }))).toEqual([client.user_id]);
    const none: Record<string, string>[] = [
      { search: tag, is_inactive: 'true' },
      { search: tag, has_avatar: 'true' },
      { search: tag, timezone: 'Asia' },
      { search: tag, created_to: '2020-01-01' },
      { username: '%' },
      { search: tag, role_id: randomUUID() },
    ];
    for (const query of none) expect([query, await list(query)]).toMatchObject([query, { data: [], pagination: { total: 0 } }]);
  });

  it('bring their teams and permissions along when asked', async () => {
    const user = await world.create({ role_ids: [world.role('Dispatcher')] });
    const team = (await world.admin.post('/api/v1/teams', { team_name: randomUUID(), members: [{ user_id: user.user_id }] })).body.data;
    const [plain] = (await list({ username: user.username })).data;
    expect(plain).not.toHaveProperty('teams');
    expect(plain).not.toHaveProperty('permissions');
    const [full] = (await list({ username: user.username, include_teams: 'true', include_permissions: 'true' })).data;
    expect(full.teams).toEqual([
      { team_id: team.team_id, team_name: team.team_name, is_manager: false, joined_at: expect.stringMatching(/Z$/) },
    ]);
    expect(full.permissions).toContain('technician_dispatch:update');
    const { body } = await world.admin.get(`/api/v1/users/${user.user_id}/permissions`);
    expect(body.data).toMatchObject({
      user_id: user.user_id,
      roles: [{ role_name: 'Dispatcher' }],
      effective_permissions: full.permissions,
      permissions: full.permissions,
    });
    expect((await list({ username: user.username, fields: 'username,email' })).data).toEqual([
      { username: user.username, email: user.email },
    ]);
  });

  it('are found by a text, those who are shut out left out unless asked for', async () => {
    const tag = randomUUID().slice(0, 8);
    const [active, inactive] = [
      await world.create({ last_name: `Search${tag}` }),
      await world.create({ last_name: `Search${tag}`, is_inactive: true }),
    ];
    const search = async (query: Record<string, string>) => ids((await world.admin.get('/api/v1/users/search', { query })).body);
    expect(await search({ query: `search${tag}` })).toEqual([active.user_id]);
    expect((await search({ query: `search${tag}`, include_inactive: 'true' })).sort()).toEqual([active.user_id, inactive.user_id].sort());
    const fullName = `${active.first_name} Search${tag}`;
    expect(await search({ query: fullName.toLowerCase() })).toEqual([active.user_id]);
    for (const fields of ['username,email', 'last_name']) expect(await search({ query: fullName, fields })).toEqual([]);
    expect(await search({ query: `search${tag}`, include_inactive: 'true', limit: '1' })).toHaveLength(1);
    expect((await world.admin.get('/api/v1/users/search')).status).toBe(400);
  });

  it('are counted', async () => {
    const other = await UserWorld.of(world.service, world.clients);
    const { contact_id } = other.contact();
    await other.create({ user_type: 'client', contact_id, role_ids: [other.role('User', 'client')] });
    await other.create({ is_inactive: true });
    expect((await other.admin.get('/api/v1/users/stats')).body.data).toEqual({
      total_users: 4,
      active_users: 3,
      inactive_users: 1,
      users_by_type: { client: 1, internal: 3 },
      users_by_role: { Admin: 2, User: 1 },
      users_with_2fa: 0,
      users_without_avatar: 4,
      recent_logins: 0,
      never_logged_in: 4,
    });
  });

  it('have an activity: what they did and what was done to them', async () => {
    const user = await world.create({ role_ids: [world.role('Dispatcher')] });
    const path = `/api/v1/users/${user.user_id}`;
    await world.admin.put(path, { first_name: 'New' });
    await world.admin.put(path, { is_inactive: true });
    await world.admin.put(path, { is_inactive: false });
    const { body } = await world.admin.get(`${path}/activity`, { query: { order: 'asc' } });
    expect(body.data.map(({ activity_type }: { activity_type: string }) => activity_type)).toEqual([
      'user_created',
      'role_change',
      'profile_update',
      'user_deactivated',
      'user_activated',
    ]);
    expect(body.data[2]).toEqual({
      activity_id: expect.any(String),
      user_id: user.user_id,
      activity_type: 'profile_update',
      ip_address: null,
      user_agent: 'node',
      created_at: expect.any(String),
      metadata: { event_type: 'user_updated', performed_by: world.admin.caller?.userId, changed_fields: ['first_name'] },
    });
    const one = await world.admin.get(`${path}/activity`, { query: { activity_type: 'role_change' } });
    expect(one.body).toMatchObject({ data: [{ metadata: { role_id: world.role('Dispatcher') } }], pagination: { total: 1 } });
    expect((await world.admin.get(`${path}/activity`, { query: { to_date: '2020-01-01' } })).body.data).toEqual([]);
    const all = await world.admin.get('/api/v1/users/activity', { query: { search: user.username, limit: 100 } });
    expect(all.body.pagination.total).toBe(5);
    const me = await world.somebody('Technician', []);
    expect((await me.get(`/api/v1/users/${me.caller?.userId}/activity`)).status).toBe(200);
    expect((await me.get(`${path}/activity`)).status).toBe(403);
  });
});
