import { notFound } from '@psa/contract-kit';
import { type TeamListQuery, teamRoutes, type TeamSearchQuery, type UpdateTeam } from '@psa/contracts-identity';
import { demandPermissions, type Principal, versioned } from '@psa/http-kit';
import { type Db, handlers } from '../../../identity-app.ts';
import { buildForest } from './team-hierarchy/team-forest.view.ts';
import { findForestRows } from './team-hierarchy/team-hierarchy.records.ts';
import { deleteTeams, updateTeams } from './bulk-teams.actions.ts';
import { countTeamStats } from './team-stats.records.ts';
import { assignManager, createTeam, deleteTeam, updateTeam } from './team.actions.ts';
import { listTeams } from './team.list.ts';
import { findTeam, findTeams } from './team.records.ts';
import { teamPath, toTeam } from './team.view.ts';

export const teamHandlers = handlers(teamRoutes, {
  listTeams: ({ db, query }) => page(db, query),
  findTeams: ({ db, query }) => page(db, query),
  searchTeams: ({ db, body }) => page(db, body),

  createTeam: async ({ db, body }) => answer(db, (await createTeam(db, body)).team_id, true),

  getTeamStats: async ({ db }) => ({ data: await countTeamStats(db) }),

  getTeamForest: async ({ db }) => ({ data: buildForest(await findForestRows(db)) }),

  bulkUpdateTeams: async ({ db, principal, body }) => {
    demandMembersRight(principal, body.updates);
    const { done, failed } = await updateTeams(db, principal, body.team_ids, body.updates);
    const rows = new Map((await findTeams(db, done)).map((row) => [row.team_id, row]));
    return { data: { updated: done.flatMap((id) => rows.get(id) ?? []).map(toTeam), failed } };
  },

  bulkDeleteTeams: async ({ db, body }) => {
    const { done, failed } = await deleteTeams(db, body.team_ids);
    return { data: { deleted: done, failed } };
  },

  getTeam: ({ db, params }) => answer(db, params.id),

  updateTeam: async ({ db, principal, params, body, ifMatch }) => {
    demandMembersRight(principal, body);
    await updateTeam(db, principal, params.id, body, ifMatch);
    return answer(db, params.id);
  },

  deleteTeam: ({ db, params, ifMatch }) => deleteTeam(db, params.id, ifMatch),

  assignTeamManager: async ({ db, principal, params, body, ifMatch }) => {
    await assignManager(db, principal, params.id, body.manager_id, ifMatch);
    return answer(db, params.id);
  },
});

async function page(db: Db, query: Partial<TeamListQuery> & TeamSearchQuery) {
  const { rows, pagination } = await listTeams(db, query);
  return { data: rows.map(toTeam), pagination };
}

function demandMembersRight(principal: Principal, { members }: UpdateTeam): void {
  if (members !== undefined) demandPermissions(principal, ['team:manage_members']);
}

/** @param isNew the team was made by this request */
async function answer(db: Db, teamId: string, isNew = false) {
  const row = await findTeam(db, teamId);
  if (row === undefined) throw notFound('Team');
  return versioned({ data: toTeam(row) }, row.version, isNew ? teamPath(teamId) : undefined);
}
