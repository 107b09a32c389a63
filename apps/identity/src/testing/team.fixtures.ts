import { randomUUID } from 'node:crypto';
import type { teamHierarchyRoutes, teamMemberRoutes, teamPermissionRoutes, teamRoutes, teamWorkRoutes } from '@psa/contracts-identity';
import type { Fixture, World } from '@psa/test-kit/derived';
import { settleGranter } from './granter.ts';
import { aUser, settle } from './make.ts';

async function addTeam({ api }: World): Promise<string> {
  const { body } = await api.post('/api/v1/teams', { team_name: `Team ${randomUUID()}` });
  return body.data.team_id as string;
}

async function makeTeam(world: World): Promise<string> {
  await settle(world.service, world.caller);
  return addTeam(world);
}

const onTeam: Fixture = async (world) => ({ params: { id: await makeTeam(world) } });

/** Somebody who can join. */
const newcomer = async ({ service, caller }: World) => (await aUser(service, caller.tenant)).userId;

const onMember: Fixture = async (world) => {
  const id = await makeTeam(world);
  const user_id = await newcomer(world);
  await world.api.post(`/api/v1/teams/${id}/members`, { user_id });
  return { params: { id, userId: user_id } };
};

const onSubteam: Fixture = async (world) => {
  const [id, parent_team_id] = [await makeTeam(world), await addTeam(world)];
  await world.api.post(`/api/v1/teams/${id}/hierarchy`, { parent_team_id });
  return { params: { id } };
};

const onGrant: Fixture = async (world) => {
  const [permissionId = ''] = await settleGranter(world);
  const id = await addTeam(world);
  await world.api.post(`/api/v1/teams/${id}/permissions`, { resource: 'asset', action: 'read' });
  return { params: { id, permissionId } };
};

export const teamFixtures: {
  readonly [
    K in
      | keyof typeof teamRoutes
      | keyof typeof teamMemberRoutes
      | keyof typeof teamHierarchyRoutes
      | keyof typeof teamPermissionRoutes
      | keyof typeof teamWorkRoutes
  ]: Fixture;
} = {
  listTeams: async (world) => {
    await makeTeam(world);
    return {};
  },
  createTeam: async (world) => {
    await settle(world.service, world.caller);
    return { body: { team_name: 'Field', manager_id: world.caller.userId } };
  },
  findTeams: async (world) => {
    await makeTeam(world);
    return { query: { query: 'team' } };
  },
  searchTeams: async (world) => {
    await makeTeam(world);
    return { body: { query: 'team', limit: 10 } };
  },
  getTeamStats: async (world) => {
    await makeTeam(world);
    return {};
  },
  getTeamForest: async (world) => {
    await onSubteam(world);
    return {};
  },
  bulkUpdateTeams: async (world) => ({ body: { team_ids: [await makeTeam(world)], updates: { manager_id: world.caller.userId } } }),
  bulkDeleteTeams: async (world) => ({ body: { team_ids: [await makeTeam(world)] } }),
  getTeam: onTeam,
  updateTeam: async (world) => ({ ...(await onTeam(world)), body: { team_name: 'Office' } }),
  deleteTeam: onTeam,
  assignTeamManager: async (world) => ({ ...(await onTeam(world)), body: { manager_id: world.caller.userId } }),
  listTeamMembers: onMember,
  addTeamMember: async (world) => ({ ...(await onTeam(world)), body: { user_id: await newcomer(world) } }),
  bulkAddTeamMembers: async (world) => ({ ...(await onTeam(world)), body: { user_ids: [await newcomer(world), await newcomer(world)] } }),
  removeTeamMember: onMember,
  setTeamParent: async (world) => ({ ...(await onTeam(world)), body: { parent_team_id: await addTeam(world) } }),
  clearTeamParent: onSubteam,
  listTeamPermissions: onGrant,
  grantTeamPermission: async (world) => ({ ...(await onGrant(world)), body: { resource: 'asset', action: 'update' } }),
  revokeTeamPermission: onGrant,
  listTeamProjects: onTeam,
  getTeamAnalytics: onTeam,
};
