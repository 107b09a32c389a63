import { created, Id, nothing, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { identityGroup } from './group.ts';
import { TeamParent, TeamRelation } from './team-hierarchy.schemas.ts';

const params = z.object({ id: Id.describe('Team id') });

export const teamHierarchyRoutes = routes(identityGroup('Teams'), {
  setTeamParent: {
    method: 'post',
    path: '/api/v1/teams/{id}/hierarchy',
    permission: 'team:update',
    summary: 'Make a team part of another',
    description: 'A team that would stand below itself, at any depth, is a 400.',
    params,
    body: TeamParent,
    reply: created(TeamRelation),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  clearTeamParent: {
    method: 'delete',
    path: '/api/v1/teams/{id}/hierarchy',
    permission: 'team:update',
    summary: 'Let a team stand for itself',
    params,
    reply: nothing(),
    errors: ['NOT_FOUND'],
  },
});
