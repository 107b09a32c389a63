import { projectTeamRoutes } from '@psa/contracts-desk';
import { handlers } from '../../../desk-app.ts';
import { assignTeam, findTeams, removeTeam, updateTeam } from './project-team.actions.ts';

export const projectTeamHandlers = handlers(projectTeamRoutes, {
  listTeamsOfProject: async ({ db, params }) => ({ data: await findTeams(db, params.id) }),
  assignProjectTeam: async ({ db, ports, params, body }) => ({ data: await assignTeam(db, ports, params.id, body) }),
  updateProjectTeam: async ({ db, params, body }) => ({ data: await updateTeam(db, params.id, params.teamId, body) }),
  removeProjectTeam: ({ db, params }) => removeTeam(db, params.id, params.teamId),
});
