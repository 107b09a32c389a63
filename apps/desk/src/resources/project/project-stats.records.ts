import type { ProjectStats } from '@psa/contracts-desk';
import { sql } from 'kysely';
import type { Db } from '../../desk-app.ts';
import { isStandard } from './project-status/project-status.records.ts';
import { hoursOf } from './project.rules.ts';

/** Max clients that are counted one by one. */
const MAX_CLIENTS = 1000;

/** Figures over the projects of the tenant. */
export async function projectStats(db: Db): Promise<ProjectStats> {
  const [figures, byStatus, byClient] = await Promise.all([
    withStatus(db)
      .select([
        sql<number>`count(*)`.as('total_projects'),
        sql<number>`count(*) filter (where not is_closed and not is_inactive)`.as('active_projects'),
        sql<number>`count(*) filter (where is_closed and not ${isStandard('cancelled')})`.as('completed_projects'),
        sql<number>`count(*) filter (where ${isStandard('on_hold')})`.as('on_hold_projects'),
        sql<number>`count(*) filter (where ${isStandard('cancelled')})`.as('cancelled_projects'),
        sql<number>`count(*) filter (where end_date < now() and not is_closed)`.as('overdue_projects'),
        sql<number>`coalesce(sum(budgeted_hours), 0)`.as('total_budgeted_hours'),
        sql<number>`coalesce(sum(actual_minutes), 0)`.as('actual_minutes'),
        sql<number | null>`round((avg(extract(epoch from closed_at - coalesce(start_date, created_at)) / 86400)
          filter (where closed_at is not null))::numeric, 2)`.as('average_project_duration'),
        sql<number>`count(*) filter (where created_at >= now() - interval '30 days')`.as('projects_created_this_month'),
        sql<number>`count(*) filter (where closed_at >= now() - interval '30 days' and not ${isStandard('cancelled')})`.as(
          'projects_completed_this_month',
        ),
      ])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('projects')
      .select(['status_id', sql<number>`count(*)`.as('count')])
      .groupBy('status_id')
      .execute(),
    db
      .selectFrom('projects')
      .select(['client_id', sql<number>`count(*)`.as('count')])
      .groupBy('client_id')
      .orderBy('count', 'desc')
      .orderBy('client_id')
      .limit(MAX_CLIENTS)
      .execute(),
  ]);
  const { actual_minutes, ...counts } = figures;
  return {
    ...counts,
    total_actual_hours: hoursOf(actual_minutes),
    projects_by_status: Object.fromEntries(byStatus.map(({ status_id, count }) => [status_id, count])),
    projects_by_client: Object.fromEntries(byClient.map(({ client_id, count }) => [client_id, count])),
  };
}

function withStatus(db: Db) {
  return db
    .selectFrom('projects')
    .innerJoin('project_statuses', (join) =>
      join.onRef('project_statuses.tenant', '=', 'projects.tenant').onRef('project_statuses.status_id', '=', 'projects.status_id'),
    );
}
