import { teamProjectRpc } from '@psa/contracts-desk';
import { loggedHoursRpc } from '@psa/contracts-time';
import { callRpc, type RpcIdentity, type Broker } from '@psa/events-kit';
import type { RequestContext } from '@psa/postgres-kit';
import type { TeamWork } from '../ports/team-work.ts';

/** Asks the desk service about projects, and the time service about hours, over NATS. */
export function teamWork(broker: Broker): TeamWork {
  const by = ({ tenant, actor, correlationId }: RequestContext): RpcIdentity => ({ tenant, actor, correlationId });
  return {
    listProjects: (context, team_id, page) => callRpc(broker, teamProjectRpc.listProjectsOfTeam, { team_id, ...page }, by(context)),
    countProjects: (context, team_id, period) => callRpc(broker, teamProjectRpc.countProjectsOfTeam, { team_id, ...period }, by(context)),
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
