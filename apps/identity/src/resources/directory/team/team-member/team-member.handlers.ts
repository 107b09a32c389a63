import { notFound } from '@psa/contract-kit';
import { type TeamMember, teamMemberRoutes } from '@psa/contracts-identity';
import { handlers } from '../../../../identity-app.ts';
import { findTeam } from '../team.records.ts';
import { addTeamMember, addTeamMembers, removeTeamMember } from './team-member.actions.ts';
import { findMember, findMembers, type TeamMemberRow } from './team-member.records.ts';

export const teamMemberHandlers = handlers(teamMemberRoutes, {
  listTeamMembers: async ({ db, params }) => {
    const [team, members] = await Promise.all([findTeam(db, params.id), findMembers(db, params.id)]);
    if (team === undefined) throw notFound('Team');
    return { data: members.map((member) => toTeamMember(member, team.manager_id)) };
  },

  addTeamMember: async ({ db, principal, params, body }) => {
    await addTeamMember(db, principal, params.id, body.user_id);
    const [team, member] = await Promise.all([findTeam(db, params.id), findMember(db, params.id, body.user_id)]);
    if (member === undefined) throw notFound('Team member');
    return { data: toTeamMember(member, team?.manager_id ?? null) };
  },

  bulkAddTeamMembers: async ({ db, principal, params, body }) => ({
    data: await addTeamMembers(db, principal, params.id, body.user_ids),
  }),

  removeTeamMember: ({ db, params }) => removeTeamMember(db, params.id, params.userId),
});

function toTeamMember(row: TeamMemberRow, managerId: string | null): TeamMember {
  return { ...row, is_manager: row.user_id === managerId };
}
