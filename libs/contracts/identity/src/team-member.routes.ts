import { created, Id, many, nothing, one, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { identityGroup } from './group.ts';
import { AddedTeamMembers, AddTeamMember, BulkAddTeamMembers, TeamMember } from './team-member.schemas.ts';

const params = z.object({ id: Id.describe('Team id') });

export const teamMemberRoutes = routes(identityGroup('Teams'), {
  listTeamMembers: {
    method: 'get',
    path: '/api/v1/teams/{id}/members',
    permission: 'team:read',
    summary: 'List the active members of a team',
    params,
    reply: many(TeamMember),
    errors: ['NOT_FOUND'],
  },
  addTeamMember: {
    method: 'post',
    path: '/api/v1/teams/{id}/members',
    permission: 'team:manage_members',
    summary: 'Add a member to a team',
    params,
    body: AddTeamMember,
    reply: created(TeamMember),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  bulkAddTeamMembers: {
    method: 'post',
    path: '/api/v1/teams/{id}/members/bulk',
    permission: 'team:manage_members',
    summary: 'Add members to a team, all or none',
    params,
    body: BulkAddTeamMembers,
    reply: one(AddedTeamMembers),
    errors: ['NOT_FOUND'],
  },
  removeTeamMember: {
    method: 'delete',
    path: '/api/v1/teams/{id}/members/{userId}',
    permission: 'team:manage_members',
    summary: 'Remove a member from a team',
    description: 'The manager is a 409 until another user leads the team.',
    params: params.extend({ userId: Id.describe('User id') }),
    reply: nothing(),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
