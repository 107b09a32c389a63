import { teamHierarchyRoutes } from '@psa/contracts-identity';
import { handlers } from '../../../../identity-app.ts';
import { clearTeamParent, setTeamParent } from './team-hierarchy.actions.ts';

export const teamHierarchyHandlers = handlers(teamHierarchyRoutes, {
  setTeamParent: async ({ db, params, body }) => ({ data: await setTeamParent(db, params.id, body.parent_team_id) }),
  clearTeamParent: ({ db, params }) => clearTeamParent(db, params.id),
});
