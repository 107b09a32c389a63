import { type ProjectOfTeam, teamProjectRpc } from '@psa/contracts-desk';
import { tenantRpcHandler } from '@psa/events-kit';
import type { Ports } from '../desk-app.ts';
import { figuresOfTeam, pageOfTeam } from '../resources/project/project-team/project-team.records.ts';
import type { Tables } from '../tables.ts';

/** Asked by identity for a team's page of projects. */
export const listProjectsOfTeam = tenantRpcHandler<typeof teamProjectRpc.listProjectsOfTeam, Tables, Ports>(
  teamProjectRpc.listProjectsOfTeam,
  async ({ team_id, page, limit }, db) => {
    const { rows, total } = await pageOfTeam(db, team_id, page, limit);
    return { projects: rows.map((row) => ({ ...row, role: row.role as ProjectOfTeam['role'] })), total };
  },
);

/** Asked by identity for the figures of a team. */
export const countProjectsOfTeam = tenantRpcHandler<typeof teamProjectRpc.countProjectsOfTeam, Tables, Ports>(
  teamProjectRpc.countProjectsOfTeam,
  ({ team_id, from, to }, db) => figuresOfTeam(db, team_id, from, to),
);
