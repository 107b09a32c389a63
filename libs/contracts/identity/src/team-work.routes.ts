import { Id, one, page, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { identityGroup } from './group.ts';
import { TeamAnalytics, TeamAnalyticsQuery, TeamProject, TeamProjectsQuery } from './team-work.schemas.ts';

const params = z.object({ id: Id.describe('Team id') });

export const teamWorkRoutes = routes(identityGroup('Teams'), {
  listTeamProjects: {
    method: 'get',
    path: '/api/v1/teams/{id}/projects',
    permission: 'team:read',
    summary: 'List the projects a team works on',
    description: 'A 503 while the service that knows of projects does not answer.',
    params,
    query: TeamProjectsQuery,
    reply: page(TeamProject),
    errors: ['NOT_FOUND'],
  },
  getTeamAnalytics: {
    method: 'get',
    path: '/api/v1/teams/{id}/analytics',
    permission: 'team:read',
    summary: 'Figures of what a team does',
    params,
    query: TeamAnalyticsQuery,
    reply: one(TeamAnalytics),
    errors: ['NOT_FOUND'],
  },
});
