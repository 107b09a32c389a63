import { ApiError, notFound } from '@psa/contract-kit';
import { type TeamAnalytics, type TeamAnalyticsQuery, teamWorkRoutes } from '@psa/contracts-identity';
import { handlers } from '../../../../identity-app.ts';
import { findTeam, teamExists } from '../team.records.ts';
import { findMembers } from '../team-member/team-member.records.ts';
import { analyse, periodOf } from './team-analytics.rules.ts';

export const teamWorkHandlers = handlers(teamWorkRoutes, {
  listTeamProjects: async ({ db, ports, params, query: { page, limit } }) => {
    if (!(await teamExists(db, params.id))) throw notFound('Team');
    const { projects, total } = await ports.teamWork.listProjects(db.context, params.id, { page, limit });
    const totalPages = Math.ceil(total / limit);
    return {
      data: projects,
      pagination: { page, limit, total, totalPages, hasNext: page < totalPages, hasPrev: page > 1, next_cursor: null },
    };
  },

  getTeamAnalytics: async ({ db, ports, params, query }) => {
    const period = periodOf(query, Date.now());
    const [team, members] = await Promise.all([findTeam(db, params.id), findMembers(db, params.id)]);
    if (team === undefined) throw notFound('Team');
    const { teamWork } = ports;
    const [projects, hours] = await Promise.all([
      orNull(teamWork.countProjects(db.context, params.id, period)),
      orNull(
        teamWork.loggedHours(
          db.context,
          members.map(({ user_id }) => user_id),
          period,
          query.granularity,
        ),
      ),
    ]);
    const figures = analyse(members, period, { projects, hours });
    const { team_id, team_name } = team;
    return {
      data: told({ team_id, team_name, period: { start_date: period.from, end_date: period.to }, ...figures }, query, hours?.periods),
    };
  },
});

/** What another service did not answer is not known; every other fault is one. */
async function orNull<T>(question: Promise<T>): Promise<T | null> {
  try {
    return await question;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'SERVICE_UNAVAILABLE') return null;
    throw error;
  }
}

/** The figures as far as they were asked for. */
function told(
  all: TeamAnalytics,
  { include_metrics, granularity }: TeamAnalyticsQuery,
  periods: { start_date: string; hours: number }[] | undefined,
): TeamAnalytics {
  if (include_metrics === false) {
    const { member_utilization: _, project_distribution: __, ...totals } = all;
    return totals;
  }
  if (granularity === undefined) return all;
  return { ...all, hours_by_period: periods?.map(({ start_date, hours }) => ({ start_date, hours_logged: hours })) ?? null };
}
