import { created, Id, many, nothing, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { identityGroup } from './group.ts';
import { GrantTeamPermission, TeamPermission } from './team-permission.schemas.ts';

const params = z.object({ id: Id.describe('Team id') });

export const teamPermissionRoutes = routes(identityGroup('Teams'), {
  listTeamPermissions: {
    method: 'get',
    path: '/api/v1/teams/{id}/permissions',
    permission: 'team:read',
    summary: 'List what the members of a team may do as such',
    params,
    reply: many(TeamPermission),
    errors: ['NOT_FOUND'],
  },
  grantTeamPermission: {
    method: 'post',
    path: '/api/v1/teams/{id}/permissions',
    permission: 'team:update',
    summary: 'Grant the members of a team a permission',
    description: 'Nobody grants more than they hold, nor for longer.',
    params,
    body: GrantTeamPermission,
    reply: created(TeamPermission),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  revokeTeamPermission: {
    method: 'delete',
    path: '/api/v1/teams/{id}/permissions/{permissionId}',
    permission: 'team:update',
    summary: 'Take a permission back from a team',
    params: params.extend({ permissionId: Id.describe('Permission id') }),
    reply: nothing(),
    errors: ['NOT_FOUND'],
  },
});
