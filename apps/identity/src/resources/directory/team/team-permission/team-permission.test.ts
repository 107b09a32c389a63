import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { teamEvents } from '@psa/contracts-identity';
import { type TestApi, TestService } from '@psa/test-kit';
import { identityService } from '../../../../identity-service.ts';
import { aName, anAdmin, aSteward, mayDo, permissionIds } from '../../../../testing/access.ts';
import { aTenant, aUser, authenticate, type MadeTenant } from '../../../../testing/make.ts';

const HOUR = 60 * 60 * 1000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

describe('what a team may do', () => {
  let service: TestService;
  let made: MadeTenant;
  let api: TestApi;
  let id: (name: string) => string;

  beforeAll(async () => {
    service = await TestService.start(identityService);
    made = await aTenant(service);
    ({ api } = await anAdmin(service, made.tenant));
    id = await permissionIds(service, made.tenant);
  });
  afterAll(() => service.stop());

  /** A team with one member who has no role. */
  const aTeam = async () => {
    const member = await aUser(service, made.tenant);
    const { body } = await api.post('/api/v1/teams', { team_name: aName(), members: [{ user_id: member.userId }] });
    return {
      path: `/api/v1/teams/${body.data.team_id}/permissions`,
      team_id: body.data.team_id as string,
      member: service.api(member),
      userId: member.userId,
    };
  };
  const expire = (teamId: string) =>
    service.sql("update team_permissions set expires_at = now() - interval '1 second' where team_id = $1", [teamId]);

  it('its members may, wherever that is asked', async () => {
    const { path, member, userId, team_id } = await aTeam();
    const {
      body: {
        data: { api_key },
      },
    } = await api.post('/api/v1/api-keys', { user_id: userId });
    const permissionsOfKey = async () => (await authenticate(service, api_key))?.permissions;
    expect(await permissionsOfKey()).toEqual([]);
    const { status, body } = await api.post(path, { resource: 'invoice', action: 'read' });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      permission_id: id('invoice:read'),
      team_id,
      resource: 'invoice',
      action: 'read',
      granted_by: api.caller?.userId,
      granted_at: expect.any(String),
      expires_at: null,
      is_active: true,
    });
    expect(await permissionsOfKey()).toEqual(['invoice:read']);
    expect(await mayDo(member, 'invoice:read', 'invoice:void')).toEqual(['invoice:read']);
    expect(
      (await member.post('/api/v1/permission-checks', { permissions: [{ resource: 'invoice', action: 'read' }] })).body.data.results[0]
        .reason,
    ).toMatch(/^Held through team /);
    expect((await api.get(path)).body.data).toEqual([body.data]);

    await api.delete(`/api/v1/teams/${team_id}/members/${userId}`);
    expect(await permissionsOfKey()).toEqual([]);
  });

  it('ends when it is taken back', async () => {
    const { path, member, team_id } = await aTeam();
    await api.post(path, { permission: 'invoice:read' });
    expect((await api.post(path, { permission: 'invoice', action: 'read' })).body.error.message).toBe(
      'The team has the permission already',
    );
    expect((await api.delete(`${path}/${id('invoice:read')}`)).status).toBe(204);
    expect((await api.delete(`${path}/${id('invoice:read')}`)).status).toBe(404);
    expect(await mayDo(member, 'invoice:read')).toEqual([]);
    expect((await api.get(path)).body.data).toEqual([]);
    expect((await api.post(path, { permission: 'invoice:read' })).status).toBe(201);
    const told = (await service.events(made.tenant)).filter(({ subject, type }) => subject === team_id && type.includes('permission'));
    expect(told.map(({ type }) => type)).toEqual([
      teamEvents.permissionGranted.type,
      teamEvents.permissionRevoked.type,
      teamEvents.permissionGranted.type,
    ]);
    const noted = await service.sql('select event_type from audit_events where record_id = $1 and rbac order by created_at, audit_id', [
      team_id,
    ]);
    expect(noted).toMatchObject([
      { event_type: 'team_permission_granted' },
      { event_type: 'team_permission_revoked' },
      { event_type: 'team_permission_granted' },
    ]);
  });

  it('ends at its time, and can be granted again', async () => {
    const { path, member, team_id } = await aTeam();
    const end = inHours(1);
    expect((await api.post(path, { permission: 'invoice:read', expires_at: end })).body.data).toMatchObject({ expires_at: end });
    expect(await mayDo(member, 'invoice:read')).toEqual(['invoice:read']);
    await expire(team_id);
    expect(await mayDo(member, 'invoice:read')).toEqual([]);
    expect((await api.get(path)).body.data).toEqual([]);
    expect((await api.delete(`${path}/${id('invoice:read')}`)).status).toBe(404);
    expect((await api.post(path, { permission: 'invoice:read' })).status).toBe(201);
    expect(await mayDo(member, 'invoice:read')).toEqual(['invoice:read']);
  });

  it.each([
    [{ resource: 'invoice', action: 'fly' }, 'resource'],
    [{ resource: 'invoice' }, 'resource'],
    [{}, 'resource'],
    [{ resource: 'time_management', action: 'read' }, 'resource'],
    [{ permission: 'invoice:read', expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    [{ permission: 'invoice:read', expires_at: 'soon' }, 'expires_at'],
  ])('is not made of %j', async (given, member) => {
    const { path } = await aTeam();
    const { status, body } = await api.post(path, given);
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject([{ path: [member] }]);
  });

  it('is never more than who grants it holds, nor longer', async () => {
    const { path, team_id } = await aTeam();
    const { who, api: steward } = await aSteward(service, made.tenant);
    expect((await steward.post(path, { permission: 'invoice:void' })).body.error.details).toEqual({
      missing_permissions: ['invoice:void'],
    });

    await api.post(`/api/v1/teams/${team_id}/members`, { user_id: who.userId });
    await api.post(path, { permission: 'invoice:void', expires_at: inHours(2) });
    const other = (await aTeam()).path;
    expect((await steward.post(other, { permission: 'invoice:void' })).status).toBe(403);
    expect((await steward.post(other, { permission: 'invoice:void', expires_at: inHours(3) })).status).toBe(403);
    expect((await steward.post('/api/v1/roles', { role_name: aName(), permissions: [id('invoice:void')] })).status).toBe(403);
    expect((await steward.post(other, { permission: 'invoice:void', expires_at: inHours(1) })).status).toBe(201);
    expect((await steward.post(other, { permission: 'asset:read' })).status).toBe(201);
  });

  it('gives people of clients nothing', async () => {
    const { path, team_id } = await aTeam();
    await api.post(path, { permission: 'ticket:update' });
    const person = await aUser(service, made.tenant, { user_type: 'client' });
    await service.sql('insert into team_members (tenant, team_id, user_id) values ($1, $2, $3)', [made.tenant, team_id, person.userId]);
    expect(await mayDo(service.api(person), 'ticket:update')).toEqual([]);
  });
});
