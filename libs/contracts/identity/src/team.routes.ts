import { created, Id, many, nothing, one, page, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { identityGroup } from './group.ts';
import { TeamTree } from './team-hierarchy.schemas.ts';
import {
  AssignManager, BulkDeleteTeams, BulkUpdateTeams, CreateTeam, DeletedTeams, Team, TeamListQuery, TeamSearch, TeamSearchQuery, TeamStats, UpdatedTeams,
  UpdateTeam,
} from './team.schemas.ts';

const params = z.object({ id: Id.describe('Team id') });

/** Whoever joins a team may do what it was granted: to bring somebody in takes holding that oneself. */
export const teamRoutes = routes(identityGroup('Teams'), {
  listTeams: {
    method: 'get', path: '/api/v1/teams', permission: 'team:read', summary: 'List teams', query: TeamListQuery, reply: page(Team),
  },
  createTeam: {
    method: 'post', path: '/api/v1/teams', permission: 'team:create', summary: 'Create a team',
    body: CreateTeam, reply: created(Team), versioned: true, errors: ['CONFLICT'],
  },
  findTeams: {
    method: 'get', path: '/api/v1/teams/search', permission: 'team:read', summary: 'Find teams', query: TeamSearchQuery, reply: page(Team),
  },
  searchTeams: {
    method: 'post', path: '/api/v1/teams/search', permission: 'team:read', summary: 'Find teams by a body', body: TeamSearch, reply: page(Team),
  },
  getTeamStats: {
    method: 'get', path: '/api/v1/teams/stats', permission: 'team:read', summary: 'Count teams and their members', reply: one(TeamStats),
  },
  getTeamForest: {
    method: 'get', path: '/api/v1/teams/hierarchy', permission: 'team:read', summary: 'All teams with those that are part of them', reply: many(TeamTree),
  },
  bulkUpdateTeams: {
    method: 'put', path: '/api/v1/teams/bulk', permission: 'team:update', mayUse: ['team:manage_members'], summary: 'Change up to 50 teams, each for itself',
    body: BulkUpdateTeams, reply: one(UpdatedTeams),
  },
  bulkDeleteTeams: {
    method: 'delete', path: '/api/v1/teams/bulk', permission: 'team:delete', summary: 'Delete up to 50 teams, each for itself',
    body: BulkDeleteTeams, reply: one(DeletedTeams),
  },
  getTeam: {
    method: 'get', path: '/api/v1/teams/{id}', permission: 'team:read', summary: 'Read one team with its members',
    params, reply: one(Team), versioned: true, errors: ['NOT_FOUND'],
  },
  updateTeam: {
    method: 'put', path: '/api/v1/teams/{id}', permission: 'team:update', mayUse: ['team:manage_members'], summary: 'Change a team',
    params, body: UpdateTeam, reply: one(Team), versioned: true, errors: ['NOT_FOUND', 'CONFLICT'],
  },
  deleteTeam: {
    method: 'delete', path: '/api/v1/teams/{id}', permission: 'team:delete', summary: 'Delete a team',
    description: 'Its members stay users; the teams that are part of it stand for themselves from then on.',
    params, reply: nothing(), versioned: true, errors: ['NOT_FOUND'],
  },
  assignTeamManager: {
    method: 'put', path: '/api/v1/teams/{id}/manager', permission: 'team:update', summary: 'Let a user lead a team',
    description: 'The manager is made a member.',
    params, body: AssignManager, reply: one(Team), versioned: true, errors: ['NOT_FOUND'],
  },
});
