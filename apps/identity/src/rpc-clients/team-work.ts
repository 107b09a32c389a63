import { teamProjectRpc, ticketRpc } from '@psa/contracts-desk';
import { loggedHoursRpc } from '@psa/contracts-time';
import { type Broker, callRpc, isNoResponders, type RpcIdentity } from '@psa/events-kit';
import type { RequestContext } from '@psa/postgres-kit';
import type { TeamWork } from '../ports/team-work.ts';

/** Asks the desk service about projects, and the time service about hours, over NATS. */
export function teamWork(broker: Broker): TeamWork {
  const by = ({ tenant, actor, correlationId }: RequestContext): RpcIdentity => ({ tenant, actor, correlationId });
  return {
    listProjects: (context, team_id, page) => callRpc(broker, teamProjectRpc.listProjectsOfTeam, { team_id, ...page }, by(context)),
    countProjects: (context, team_id, period) => callRpc(broker, teamProjectRpc.countProjectsOfTeam, { team_id, ...period }, by(context)),
    async countOpenWork(context, user_id) {
      try {
        return await callRpc(broker, ticketRpc.countWorkOfUser, { user_id }, by(context));
      } catch (error) {
        if (isNoResponders(error)) return { tickets: 0, projects: 0, project_tasks: 0 };
        throw error;
      }
    },
    loggedHours: (context, user_ids, period, granularity) =>
      callRpc(
        broker,
        loggedHoursRpc.getLoggedHours,
        {
          user_ids: [...user_ids],
          ...period,
          ...(granularity === undefined ? {} : { granularity }),
        },
        by(context),
      ),
  };
}
