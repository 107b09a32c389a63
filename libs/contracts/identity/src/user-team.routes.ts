import { Id, many, nothing, payload, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { identityGroup } from './group.ts';
import { TeamOfUser } from './user.schemas.ts';

const params = z.object({ id: Id.describe('User id') });

export const userTeamRoutes = routes(identityGroup('Users'), {
  listUserTeams: {
    method: 'get',
    path: '/api/v1/users/{id}/teams',
    permission: 'session',
    mayUse: ['user:read'],
    summary: "List a user's teams",
    params,
    reply: many(TeamOfUser),
    errors: ['NOT_FOUND'],
  },
  joinTeam: {
    method: 'post',
    path: '/api/v1/users/{id}/teams',
    permission: 'user:update',
    summary: 'Add a user to a team',
    description: 'What a team may do its members may do: the caller must hold it.',
    params,
    body: z.object({ team_id: Id.describe('Team to add the user to') }).meta({ id: 'JoinTeam' }),
    reply: payload(many(TeamOfUser).body, 201),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  leaveTeam: {
    method: 'delete',
    path: '/api/v1/users/{id}/teams/{teamId}',
    permission: 'user:update',
    summary: 'Take a user out of a team',
    params: params.extend({ teamId: Id.describe('Team id') }),
    reply: nothing(),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
