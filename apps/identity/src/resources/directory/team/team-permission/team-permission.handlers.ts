import { notFound } from '@psa/contract-kit';
import { type TeamPermission, teamPermissionRoutes } from '@psa/contracts-identity';
import { handlers } from '../../../../identity-app.ts';
import { teamExists } from '../team.records.ts';
import { grantTeamPermission, revokeTeamPermission } from './team-permission.actions.ts';
import { findStandingGrants, type TeamPermissionRow } from './team-permission.records.ts';

export const teamPermissionHandlers = handlers(teamPermissionRoutes, {
  listTeamPermissions: async ({ db, params }) => {
    const grants = await findStandingGrants(db, params.id);
    if (grants.length === 0 && !(await teamExists(db, params.id))) throw notFound('Team');
    return { data: grants.map(toTeamPermission) };
  },

  grantTeamPermission: async ({ db, principal, params, body }) => ({
    data: toTeamPermission(await grantTeamPermission(db, principal, params.id, body)),
  }),

  revokeTeamPermission: ({ db, params }) => revokeTeamPermission(db, params.id, params.permissionId),
});

/** A grant that holds. */
function toTeamPermission({
  permission_id,
  team_id,
  resource,
  action,
  granted_by,
  granted_at,
  expires_at,
}: TeamPermissionRow): TeamPermission {
  return { permission_id, team_id, resource, action, granted_by, granted_at, expires_at, is_active: true };
}
