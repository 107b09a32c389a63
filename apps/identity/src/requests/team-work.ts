import { teamProjectQuestions } from '@psa/contracts-desk';
import { loggedHoursQuestions } from '@psa/contracts-time';
import { ask, type AskedBy, type Broker } from '@psa/events-kit';
import type { Cause } from '@psa/postgres-kit';
import type { TeamWork } from '../ports/team-work.ts';

/** Asks the desk service about projects, and the time service about hours, over NATS. */
export function teamWork(broker: Broker): TeamWork {
  const by = ({ tenant, actor, correlationId }: Cause): AskedBy => ({ tenant, actor, correlationId });
  return {
    listProjects: (cause, team_id, page) => ask(broker, teamProjectQuestions.listProjectsOfTeam, { team_id, ...page }, by(cause)),
    countProjects: (cause, team_id, period) => ask(broker, teamProjectQuestions.countProjectsOfTeam, { team_id, ...period }, by(cause)),
    loggedHours: (cause, user_ids, period, granularity) => ask(broker, loggedHoursQuestions.getLoggedHours, {
      user_ids: [...user_ids], ...period, ...(granularity === undefined ? {} : { granularity }),
    }, by(cause)),
  };
}
