import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { teamEvents } from '@psa/contracts-identity';
import { type TestApi, TestService } from '@psa/test-kit';
import { identityService } from '../../../identity-service.ts';
import { aName, anAdmin, aSteward } from '../../../testing/access.ts';
import { aTenant, aUser, type MadeTenant } from '../../../testing/make.ts';

describe('teams', () => {
  let service: TestService;
  let made: MadeTenant;
  let api: TestApi;
  const users: string[] = [];

  beforeAll(async () => {
    service = await TestService.start(identityService);
    made = await aTenant(service);
    ({ api } = await anAdmin(service, made.tenant));
    for (let index = 0; index < 4; index++) users.push((await aUser(service, made.tenant)).userId);
  });
  afterAll(() => service.stop());

  let [ann, bob, eve, dan] = ['', '', '', ''];
  beforeEach(() => {
    [ann = '', bob = '', eve = '', dan = ''] = users;
  });

  const make = (given: Record<string, unknown> = {}) => api.post('/api/v1/teams', { team_name: aName(), ...given });
  const path = ({ team_id }: { team_id: string }) => `/api/v1/teams/${team_id}`;
  const members = async (team: { team_id: string }) =>
    (await api.get(`${path(team)}/members`)).body.data.map(({ user_id }: { user_id: string }) => user_id).sort();
  const toldOf = async ({ team_id }: { team_id: string }) =>
    (await service.events(made.tenant)).filter(({ subject }) => subject === team_id);
  const outsiders = async () => [
    randomUUID(),
    (await aTenant(service)).userId,
    (await aUser(service, made.tenant, { is_inactive: true })).userId,
    (await aUser(service, made.tenant, { user_type: 'client' })).userId,
  ];

  it('are made with their members, the manager among them', async () => {
    const team_name = aName();
    const { status, headers, body } = await make({ team_name, manager_id: ann, members: [{ user_id: bob }, { user_id: ann }] });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(path(body.data));
    expect(body.data).toMatchObject({
      team_name,
      manager_id: ann,
      manager_name: 'Una',
      manager_email: `${ann}@example.com`,
      member_count: 2,
      parent_team_id: null,
      tenant: made.tenant,
    });
    expect(body.data.members.map(({ user_id }: { user_id: string }) => user_id).sort()).toEqual([ann, bob].sort());
    expect((await api.get(path(body.data))).body.data).toEqual(body.data);
    expect((await toldOf(body.data)).map(({ type, aggregateversion }) => [type, aggregateversion])).toEqual([
      [teamEvents.created.type, 1],
      [teamEvents.memberAdded.type, 2],
      [teamEvents.memberAdded.type, 3],
    ]);
    expect(
      await service.sql("select event_type from audit_events where record_id = $1 and event_type like 'team%'", [body.data.team_id]),
    ).toHaveLength(3);
  });

  it('have one name each, whatever its case', async () => {
    const team_name = aName();
    await make({ team_name });
    expect((await make({ team_name: team_name.toUpperCase() })).body.error.message).toBe('A team of this name already exists');
    const other = (await make()).body.data;
    expect((await api.put(path(other), { team_name })).status).toBe(409);
    expect((await make({ team_name: '  ' })).status).toBe(400);
    expect((await make({ team_name: 'x'.repeat(256) })).status).toBe(400);
  });

  it('take in nobody but active people of the MSP', async () => {
    const team = (await make()).body.data;
    for (const outsider of await outsiders()) {
      expect((await make({ manager_id: outsider })).body.error.details).toMatchObject([{ path: ['manager_id'] }]);
      expect((await make({ members: [{ user_id: ann }, { user_id: outsider }] })).body.error.details).toMatchObject([
        { path: ['members', 1, 'user_id'] },
      ]);
      expect((await api.put(path(team), { manager_id: outsider })).status).toBe(400);
      expect((await api.put(`${path(team)}/manager`, { manager_id: outsider })).status).toBe(404);
      expect((await api.post(`${path(team)}/members`, { user_id: outsider })).body.error.details).toMatchObject([{ path: ['user_id'] }]);
      expect((await api.post(`${path(team)}/members/bulk`, { user_ids: [ann, outsider] })).body.error.details).toMatchObject([
        { path: ['user_ids', 1] },
      ]);
    }
    expect(await members(team)).toEqual([]);
  });

  it('are led by whom they are told, who joins and cannot leave', async () => {
    const team = (await make()).body.data;
    expect((await api.put(`${path(team)}/manager`, { manager_id: eve })).body.data).toMatchObject({ manager_id: eve, member_count: 1 });
    expect((await api.delete(`${path(team)}/members/${eve}`)).status).toBe(409);
    expect((await api.put(path(team), { manager_id: dan })).body.data).toMatchObject({ manager_id: dan, member_count: 2 });
    expect((await api.delete(`${path(team)}/members/${eve}`)).status).toBe(204);
    expect((await api.put(path(team), { manager_id: null })).body.data).toMatchObject({
      manager_id: null,
      manager_name: null,
      member_count: 1,
    });
    expect(await members(team)).toEqual([dan]);
  });

  it('have their members set, but for who leads them', async () => {
    const team = (await make({ manager_id: ann, members: [{ user_id: bob }] })).body.data;
    await api.put(path(team), { members: [{ user_id: eve }] });
    expect(await members(team)).toEqual([ann, eve].sort());
    const updater = service.api(await aUser(service, made.tenant, { permissions: ['team:update'] }));
    expect((await updater.put(path(team), { members: [] })).body.error.message).toBe('Permission denied: Cannot manage_members team');
    expect((await updater.put(path(team), { team_name: aName() })).status).toBe(200);
  });

  it('are joined and left one by one', async () => {
    const team = (await make()).body.data;
    const joined = await api.post(`${path(team)}/members`, { user_id: ann });
    expect(joined.status).toBe(201);
    expect(joined.body.data).toMatchObject({
      team_id: team.team_id,
      user_id: ann,
      full_name: 'Una',
      role: 'member',
      is_manager: false,
      joined_at: expect.any(String),
    });
    expect((await api.post(`${path(team)}/members`, { user_id: ann })).status).toBe(409);
    expect((await api.delete(`${path(team)}/members/${bob}`)).status).toBe(404);
    expect((await api.delete(`${path(team)}/members/${ann}`)).status).toBe(204);
    expect((await toldOf(team)).map(({ type }) => type)).toEqual([
      teamEvents.created.type,
      teamEvents.memberAdded.type,
      teamEvents.memberRemoved.type,
    ]);
  });

  it('are joined by many, all or none', async () => {
    const team = (await make({ members: [{ user_id: ann }] })).body.data;
    expect((await api.post(`${path(team)}/members/bulk`, { user_ids: [ann, bob, bob, eve] })).body.data).toEqual({
      added: [bob, eve],
      already_members: [ann],
    });
    expect(await members(team)).toEqual([ann, bob, eve].sort());
  });

  it('have fifty members at most', async () => {
    const crowd = await Promise.all(Array.from({ length: 51 }, async () => (await aUser(service, made.tenant)).userId));
    const team = (await make()).body.data;
    expect((await api.post(`${path(team)}/members/bulk`, { user_ids: crowd })).body.error.details).toMatchObject([
      { path: ['user_ids'], code: 'too_many' },
    ]);
    expect(await members(team)).toEqual([]);
    expect((await api.post(`${path(team)}/members/bulk`, { user_ids: crowd.slice(1) })).status).toBe(200);
    expect((await api.post(`${path(team)}/members`, { user_id: crowd[0] })).status).toBe(400);
    expect((await make({ manager_id: ann, members: crowd.slice(1).map((user_id) => ({ user_id })) })).status).toBe(400);
  });

  it('show active members only', async () => {
    const { userId } = await aUser(service, made.tenant);
    const team = (await make({ members: [{ user_id: ann }, { user_id: userId }] })).body.data;
    await service.sql('update users set is_inactive = true where user_id = $1', [userId]);
    expect((await api.get(path(team))).body.data).toMatchObject({ member_count: 1, members: [{ user_id: ann }] });
    expect(await members(team)).toEqual([ann]);
  });

  it('are listed, filtered, sorted and found', async () => {
    const marker = aName();
    const [a, b] = [
      (await make({ team_name: `${marker} A`, manager_id: ann })).body.data,
      (await make({ team_name: `${marker} B`, members: [{ user_id: bob }, { user_id: eve }] })).body.data,
    ];
    const ids = (response: { body: { data: { team_id: string }[] } }) => response.body.data.map(({ team_id }) => team_id);
    const list = async (query: Record<string, string>) => ids(await api.get('/api/v1/teams', { query: { team_name: marker, ...query } }));
    expect(await list({})).toEqual([a.team_id, b.team_id]);
    expect(await list({ sort: 'member_count', order: 'desc' })).toEqual([b.team_id, a.team_id]);
    expect(await list({ sort: 'manager_name' })).toEqual([a.team_id, b.team_id]);
    expect(await list({ manager_id: ann })).toEqual([a.team_id]);
    expect(await list({ member_id: eve })).toEqual([b.team_id]);
    expect(await list({ has_manager: 'false' })).toEqual([b.team_id]);
    expect(
      (await api.get('/api/v1/teams', { query: { team_name: marker, fields: 'team_name,member_count', limit: '1' } })).body,
    ).toMatchObject({
      data: [{ team_name: `${marker} A`, member_count: 1 }],
      pagination: { total: 2, hasNext: true },
    });
    expect(ids(await api.get('/api/v1/teams/search', { query: { query: marker.slice(5).toUpperCase(), has_manager: 'true' } }))).toEqual([
      a.team_id,
    ]);
    expect(ids(await api.post('/api/v1/teams/search', { query: marker, has_manager: false, limit: 5 }))).toEqual([b.team_id]);
    expect(ids(await api.post('/api/v1/teams/search', { query: marker, has_manager: 'true', limit: '5', order: 'desc' }))).toEqual([
      a.team_id,
    ]);
    expect((await api.post('/api/v1/teams/search', { limit: 0 })).status).toBe(400);
  });

  it('are deleted; those below them stand for themselves', async () => {
    const [parent, child] = [(await make({ members: [{ user_id: ann }] })).body.data, (await make()).body.data];
    await api.post(`${path(child)}/hierarchy`, { parent_team_id: parent.team_id });
    expect((await api.delete(path(parent))).status).toBe(204);
    expect((await api.get(path(parent))).status).toBe(404);
    expect((await api.get(path(child))).body.data.parent_team_id).toBeNull();
    expect((await toldOf(child)).at(-1)).toMatchObject({ type: teamEvents.updated.type, data: { parent_team_id: null } });
    expect((await toldOf(parent)).at(-1)).toMatchObject({ type: teamEvents.deleted.type });
  });

  it('are changed and deleted many at a time, each for itself', async () => {
    const [one, two, unknown] = [(await make()).body.data.team_id, (await make()).body.data.team_id, randomUUID()];
    const updated = await api.put('/api/v1/teams/bulk', { team_ids: [one, unknown, two], updates: { manager_id: ann } });
    expect(updated.body.data).toMatchObject({
      updated: [
        { team_id: one, manager_id: ann },
        { team_id: two, manager_id: ann },
      ],
      failed: [{ team_id: unknown, error: { code: 'NOT_FOUND' } }],
    });
    const team_name = aName();
    expect((await api.put('/api/v1/teams/bulk', { team_ids: [one, two], updates: { team_name } })).body.data).toMatchObject({
      updated: [{ team_id: one, team_name }],
      failed: [{ team_id: two, error: { code: 'CONFLICT' } }],
    });
    expect((await api.delete('/api/v1/teams/bulk', { body: { team_ids: [one, two, unknown] } })).body.data).toMatchObject({
      deleted: [one, two],
      failed: [{ team_id: unknown, error: { code: 'NOT_FOUND' } }],
    });
    expect((await api.delete('/api/v1/teams/bulk', { body: { team_ids: [] } })).status).toBe(400);
  });

  it('are counted', async () => {
    const fresh = await aTenant(service);
    const { who, api: admin } = await anAdmin(service, fresh.tenant);
    await admin.post('/api/v1/teams', { team_name: 'A', manager_id: who.userId, members: [{ user_id: fresh.userId }] });
    await admin.post('/api/v1/teams', { team_name: 'B', members: [{ user_id: who.userId }] });
    await admin.post('/api/v1/teams', { team_name: 'C' });
    expect((await admin.get('/api/v1/teams/stats')).body.data).toEqual({
      total_teams: 3,
      active_teams: 2,
      teams_with_managers: 1,
      teams_with_members: 2,
      teams_with_permissions: 0,
      root_teams: 3,
      total_members: 3,
      distinct_members: 2,
      average_team_size: 1,
      largest_team_size: 2,
    });
  });

  it('take nobody in who would get more than the one who brings them holds', async () => {
    const team = (await make()).body.data;
    await api.post(`${path(team)}/permissions`, { resource: 'invoice', action: 'void' });
    const { who, api: steward } = await aSteward(service, made.tenant);
    for (const response of [
      await steward.post(`${path(team)}/members`, { user_id: who.userId }),
      await steward.post(`${path(team)}/members/bulk`, { user_ids: [who.userId] }),
      await steward.put(`${path(team)}/manager`, { manager_id: who.userId }),
      await steward.put(path(team), { manager_id: who.userId }),
      await steward.put(path(team), { members: [{ user_id: who.userId }] }),
    ]) {
      expect(response.status).toBe(403);
      expect(response.body.error.details).toEqual({ missing_permissions: ['invoice:void'] });
    }
    expect(
      (await steward.put('/api/v1/teams/bulk', { team_ids: [team.team_id], updates: { manager_id: who.userId } })).body.data.failed,
    ).toMatchObject([{ error: { code: 'FORBIDDEN' } }]);
    expect(await members(team)).toEqual([]);
  });
});
