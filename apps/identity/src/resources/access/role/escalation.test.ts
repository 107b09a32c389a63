import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import fc from 'fast-check';
import { identityService } from '../../../identity-service.ts';
import { aName, anAdmin, aSteward, permissionIds } from '../../../testing/access.ts';
import { aTenant, aUser, authenticate, type MadeTenant } from '../../../testing/make.ts';

/** Some that the steward holds, some that they do not, one for a time only. */
const NAMES = [
  'asset:read',
  'ticket:update',
  'invoice:void',
  'role:delete',
  'security_settings:update',
  'user:delete',
  'billing:read',
] as const;

interface World {
  readonly me: TestCaller;
  readonly api: TestApi;
  readonly key: string;
  readonly other: string;
  readonly roles: string[];
  readonly teams: string[];
}

/** What somebody tries who may edit roles, permissions and teams, and assign roles within what they hold. */
type Attempt = (world: World, pick: (list: readonly string[]) => string, id: (name: string) => string, name: string) => Promise<unknown>;

const role = (id: string) => `/api/v1/roles/${id}`;
const team = (id: string) => `/api/v1/teams/${id}`;
const remember = async (list: string[], made: Promise<{ body: { data?: Record<string, string> } }>, member: string) => {
  const id = (await made).body.data?.[member];
  if (id !== undefined) list.push(id);
};

const ATTEMPTS: Record<string, Attempt> = {
  createRole: ({ api, roles }, _, id, name) =>
    remember(roles, api.post('/api/v1/roles', { role_name: aName(), permissions: [id(name)] }), 'role_id'),
  copyRole: ({ api, roles }, pick) =>
    remember(roles, api.post('/api/v1/roles', { role_name: aName(), copy_from_role_id: pick(roles) }), 'role_id'),
  cloneRole: ({ api, roles }, pick) =>
    remember(roles, api.post(`${role(pick(roles))}/clone`, { new_role_name: aName(), copy_user_assignments: true }), 'role_id'),
  cloneEmpty: ({ api, roles }, pick) =>
    remember(
      roles,
      api.post(`${role(pick(roles))}/clone`, { new_role_name: aName(), copy_permissions: false, copy_user_assignments: true }),
      'role_id',
    ),
  updateRole: ({ api, roles }, pick, id, name) => api.put(role(pick(roles)), { permissions: [id(name)], role_name: aName() }),
  addToRole: ({ api, roles }, pick, id, name) => api.post(`${role(pick(roles))}/permissions`, { permission_ids: [id(name)] }),
  replaceInRole: ({ api, roles }, pick, id, name) => api.put(`${role(pick(roles))}/permissions`, { permission_ids: [id(name)] }),
  removeFromRole: ({ api, roles }, pick, id, name) =>
    api.delete(`${role(pick(roles))}/permissions`, { body: { permission_ids: [id(name)] } }),
  deleteRole: ({ api, roles }, pick) => api.delete(role(pick(roles))),
  takeRole: ({ api, me, roles }, pick) => api.post(`/api/v1/users/${me.userId}/roles`, { role_ids: [pick(roles)] }),
  createTeam: ({ api, me, teams }) =>
    remember(teams, api.post('/api/v1/teams', { team_name: aName(), members: [{ user_id: me.userId }] }), 'team_id'),
  joinTeam: ({ api, me, teams }, pick) => api.post(`${team(pick(teams))}/members`, { user_id: me.userId }),
  joinTeamInBulk: ({ api, me, other, teams }, pick) => api.post(`${team(pick(teams))}/members/bulk`, { user_ids: [other, me.userId] }),
  setMembers: ({ api, me, teams }, pick) => api.put(team(pick(teams)), { members: [{ user_id: me.userId }] }),
  leadTeam: ({ api, me, teams }, pick) => api.put(`${team(pick(teams))}/manager`, { manager_id: me.userId }),
  leadTeams: ({ api, me, teams }) =>
    api.put('/api/v1/teams/bulk', { team_ids: [...new Set(teams)].slice(0, 50), updates: { manager_id: me.userId } }),
  leaveTeam: ({ api, me, teams }, pick) => api.delete(`${team(pick(teams))}/members/${me.userId}`),
  nestTeam: ({ api, teams }, pick) => api.post(`${team(pick(teams))}/hierarchy`, { parent_team_id: pick([...teams].reverse()) }),
  grantTeam: ({ api, teams }, pick, _, name) => api.post(`${team(pick(teams))}/permissions`, { permission: name }),
  revokeTeam: ({ api, teams }, pick, id, name) => api.delete(`${team(pick(teams))}/permissions/${id(name)}`),
  renamePermission: ({ api }, _, id, name) => api.put(`/api/v1/permissions/${id(name)}`, { resource: 'user', action: 'invite' }),
};

describe('who may edit roles and teams', () => {
  let service: TestService;
  let made: MadeTenant;
  let admin: TestApi;
  let id: (name: string) => string;

  beforeAll(async () => {
    service = await TestService.start(identityService);
    made = await aTenant(service);
    ({ api: admin } = await anAdmin(service, made.tenant));
    id = await permissionIds(service, made.tenant);
  });
  afterAll(() => service.stop());

  /** A steward beside roles and teams that may do more, one of which they are in for a while. */
  const aWorld = async (): Promise<World> => {
    const { who: me, api } = await aSteward(service, made.tenant);
    const make = async (path: string, body: object, member: string) => (await admin.post(path, body)).body.data[member] as string;
    const roles = await Promise.all(NAMES.map((name) => make('/api/v1/roles', { role_name: aName(), permissions: [id(name)] }, 'role_id')));
    const teams = await Promise.all(NAMES.slice(0, 4).map((name) => make('/api/v1/teams', { team_name: `${name} ${aName()}` }, 'team_id')));
    for (const [index, teamId] of teams.entries()) await admin.post(`${team(teamId)}/permissions`, { permission: NAMES[index] });
    const visiting = await make('/api/v1/teams', { team_name: aName(), members: [{ user_id: me.userId }] }, 'team_id');
    await admin.post(`${team(visiting)}/permissions`, {
      permission: 'billing:read',
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    });
    const key = await make('/api/v1/api-keys', { user_id: me.userId }, 'api_key');
    return { me, api, key, other: (await aUser(service, made.tenant)).userId, roles, teams: [...teams, visiting] };
  };
  const held = async ({ key }: World) => (await authenticate(service, key))?.permissions ?? [];

  it('never raises what they may do themselves, whatever they try in whatever order', async () => {
    const attempt = fc.record({ what: fc.constantFrom(...Object.keys(ATTEMPTS)), where: fc.nat(), name: fc.constantFrom(...NAMES) });
    let succeeded = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(attempt, { minLength: 5, maxLength: 20 }), async (attempts) => {
        const world = await aWorld();
        const before = await held(world);
        expect(before).toContain('billing:read');
        for (const { what, where, name } of attempts) {
          const answer = (await (ATTEMPTS[what] as Attempt)(world, (list) => list[where % list.length] ?? '', id, name)) as
            { status?: number } | undefined;
          if (answer === undefined || (answer.status ?? 500) < 300) succeeded++;
          expect((await held(world)).filter((permission) => !before.includes(permission))).toEqual([]);
        }
        // Nor does anything last longer than it would have.
        await service.sql("update team_permissions set expires_at = now() - interval '1 second' where expires_at is not null");
        expect(await held(world)).not.toContain('billing:read');
      }),
      { numRuns: 12 },
    );
    expect(succeeded).toBeGreaterThan(10);
  }, 180_000);

  it('grants nothing any more once they hold nothing', async () => {
    const world = await aWorld();
    const roleId = (await world.api.post('/api/v1/roles', { role_name: aName(), permissions: [id('asset:read')] })).body.data.role_id;
    await service.sql('delete from user_roles where user_id = $1', [world.me.userId]);
    expect((await world.api.post(`${role(roleId)}/permissions`, { permission_ids: [id('ticket:update')] })).status).toBe(403);
  });
});
