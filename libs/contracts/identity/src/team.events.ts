import { events } from '@psa/contract-kit';
import { z } from 'zod';

const team_id = z.guid();

/** What other services keep of a team. */
export const TeamFacts = z.object({ team_id, team_name: z.string(), manager_id: z.guid().nullable(), parent_team_id: z.guid().nullable() });
const Member = z.object({ team_id, user_id: z.guid() });
const Grant = z.object({ team_id, permission_id: z.guid(), permission: z.string().describe('`resource:action`') });

/** Gateways drop what they remember of a tenant's callers on any of these: what a team was granted its members may do. */
export const teamEvents = events('identity', {
  created: { name: 'team.created', version: 1, key: 'team_id', summary: 'A team was created', data: TeamFacts },
  updated: {
    name: 'team.updated',
    version: 1,
    key: 'team_id',
    summary: 'A team got another name, manager or place in the hierarchy',
    data: TeamFacts,
  },
  deleted: { name: 'team.deleted', version: 1, key: 'team_id', summary: 'A team was deleted', data: z.object({ team_id }) },
  memberAdded: { name: 'team.member_added', version: 1, key: 'team_id', summary: 'A user joined a team', data: Member },
  memberRemoved: { name: 'team.member_removed', version: 1, key: 'team_id', summary: 'A user left a team', data: Member },
  permissionGranted: {
    name: 'team.permission_granted',
    version: 1,
    key: 'team_id',
    summary: 'The members of a team may do more',
    data: Grant.extend({ expires_at: z.string().nullable() }),
  },
  permissionRevoked: {
    name: 'team.permission_revoked',
    version: 1,
    key: 'team_id',
    summary: 'The members of a team may do less',
    data: Grant,
  },
});
