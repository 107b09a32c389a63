import { invalidField } from '@psa/contract-kit';
import { userTeamRoutes } from '@psa/contracts-identity';
import type { Principal } from '@psa/http-kit';
import { type Db, handlers } from '../../../identity-app.ts';
import { addTeamMember, removeTeamMember } from '../team/team-member/team-member.actions.ts';
import { teamExists } from '../team/team.records.ts';
import { demandSelfOr, requireUser, userScopeOf } from './user-scope.access.ts';
import { readExtras } from './user-extras.records.ts';
import { findUser } from './user.records.ts';

export const userTeamHandlers = handlers(userTeamRoutes, {
  listUserTeams: async ({ db, params, principal }) => {
    demandSelfOr(principal, params.id, 'user:read');
    await requireVisible(db, principal, params.id);
    return { data: await teamsOf(db, params.id) };
  },

  joinTeam: async ({ db, params, principal, body }) => {
    const user = await requireVisible(db, principal, params.id);
    if (user.user_type === 'client') throw invalidField('team_id', 'is for users of the MSP only', 'wrong_type');
    if (user.is_inactive) throw invalidField('team_id', 'is for active users only', 'inactive');
    if (!(await teamExists(db, body.team_id))) throw invalidField('team_id', 'is not a team of this tenant', 'unknown_reference');
    await addTeamMember(db, principal, body.team_id, params.id);
    return { data: await teamsOf(db, params.id) };
  },

  leaveTeam: async ({ db, params, principal }) => {
    await requireVisible(db, principal, params.id);
    await removeTeamMember(db, params.teamId, params.id);
  },
});

/** @throws NOT_FOUND */
async function requireVisible(db: Db, principal: Principal, userId: string) {
  return requireUser(await findUser(db, userId, userScopeOf(principal)));
}

async function teamsOf(db: Db, userId: string) {
  return (await readExtras(db, [userId], { include_teams: true })).get(userId)?.teams ?? [];
}
