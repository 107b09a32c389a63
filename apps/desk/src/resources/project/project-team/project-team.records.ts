import { sql } from 'kysely';
import type { Db } from '../../../desk-app.ts';
import { isStandard } from '../project-status/project-status.records.ts';
import { projectRows } from '../project.records.ts';

/** One page of the projects a team works on, the last assigned first. */
export async function pageOfTeam(db: Db, team_id: string, page: number, limit: number) {
  const [rows, { total }] = await Promise.all([
    ofTeam(db, team_id)
      .clearSelect()
      .select([
        'projects.project_id',
        'projects.project_name',
        'project_statuses.status_name as status',
        'projects.client_id',
        'client_replicas.client_name',
        'project_teams.role',
        'project_teams.assigned_at',
        'project_teams.start_date',
        'project_teams.end_date',
        'project_teams.allocation_percentage',
        'project_teams.notes',
      ])
      .orderBy('project_teams.assigned_at', 'desc')
      .orderBy('projects.project_id')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    ofTeam(db, team_id)
      .clearSelect()
      .select(sql<number>`count(*)`.as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}

/** Figures over the projects of a team. @param from start of the time looked at, inclusive @param to its end, exclusive */
export async function figuresOfTeam(db: Db, team_id: string, from: string, to: string) {
  const [figures, by_status] = await Promise.all([
    ofTeam(db, team_id)
      .clearSelect()
      .select([
        sql<number>`count(*) filter (where not project_statuses.is_closed and not projects.is_inactive)`.as('active'),
        sql<number>`count(*) filter (where projects.closed_at >= ${from} and projects.closed_at < ${to}
          and not ${isStandard('cancelled')})`.as('completed'),
      ])
      .executeTakeFirstOrThrow(),
    ofTeam(db, team_id)
      .clearSelect()
      .select(['project_statuses.status_name as status', sql<number>`count(*)`.as('count')])
      .groupBy('project_statuses.status_name')
      .orderBy('count', 'desc')
      .orderBy('status')
      .limit(100)
      .execute(),
  ]);
  return { ...figures, by_status };
}

function ofTeam(db: Db, teamId: string) {
  return projectRows(db)
    .innerJoin('project_teams', (join) =>
      join.onRef('project_teams.tenant', '=', 'projects.tenant').onRef('project_teams.project_id', '=', 'projects.project_id'),
    )
    .where('project_teams.team_id', '=', teamId);
}
