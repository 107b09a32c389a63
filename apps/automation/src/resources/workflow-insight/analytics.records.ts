import type { WorkflowAnalytics, WorkflowAnalyticsQuery } from '@psa/contracts-automation';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../automation-app.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_PERIOD_MS = 30 * DAY_MS;
/** Rows an answer has at most. */
const MAX_ROWS = 400;

type Row = WorkflowAnalytics['data'][number];

/** Counts executions or tasks of a period. */
export async function workflowAnalytics(db: Db, query: WorkflowAnalyticsQuery, now: Date): Promise<WorkflowAnalytics> {
  const to = query.date_to ?? now.toISOString();
  const from = query.date_from ?? new Date(Date.parse(to) - DEFAULT_PERIOD_MS).toISOString();
  const { metric_type, workflow_names: names } = query;
  const [data, summary] = await Promise.all([
    metric_type === 'task_stats' ? taskRows(db, query, from, to) : executionRows(db, query, from, to),
    summaryOf(db, from, to, names),
  ]);
  return { metric_type, period: { from, to }, data, summary };
}

async function executionRows(
  db: Db,
  { metric_type, group_by, workflow_names: names }: WorkflowAnalyticsQuery,
  from: string,
  to: string,
): Promise<Row[]> {
  const label = labelOf(group_by, metric_type === 'error_analysis' ? sql`coalesce(runs_as::text, '')` : sql`runs_as::text`);
  const grouped = metric_type === 'error_analysis' && group_by === 'status' ? sql<string>`coalesce(error_message, 'Unknown')` : label;
  const seconds = sql`extract(epoch from completed_at - started_at)`;
  const rows = await matching(db, from, to, names)
    .select([
      grouped.as('label'),
      sql<number>`count(*)::int`.as('count'),
      sql<number>`count(*) filter (where status = 'completed')::int`.as('completed'),
      sql<number>`count(*) filter (where status = 'failed')::int`.as('failed'),
      sql<number>`count(*) filter (where status = 'cancelled')::int`.as('cancelled'),
      sql<number | null>`(avg(${seconds}) filter (where completed_at is not null))::float8`.as('average'),
      sql<number | null>`(percentile_cont(0.95) within group (order by ${seconds}) filter (where completed_at is not null))::float8`.as(
        'p95',
      ),
    ])
    .$if(metric_type === 'error_analysis', (query) => query.where('status', '=', 'failed'))
    .groupBy(grouped)
    .orderBy(grouped)
    .limit(MAX_ROWS)
    .execute();
  return rows.map(({ label: name, count, average, p95, ...metadata }) => ({
    label: name,
    value: metric_type === 'performance' ? rounded(average) : count,
    metadata: { ...metadata, count, average_duration: rounded(average), p95_duration: rounded(p95) },
  }));
}

async function taskRows(db: Db, { group_by, workflow_names: names }: WorkflowAnalyticsQuery, from: string, to: string): Promise<Row[]> {
  const label = labelOf(group_by, sql`coalesce(completed_by, claimed_by)::text`);
  const rows = await db
    .selectFrom('workflow_tasks')
    .select([
      label.as('label'),
      sql<number>`count(*)::int`.as('count'),
      sql<number>`count(*) filter (where status = 'completed')::int`.as('completed'),
      sql<number>`count(*) filter (where status = 'expired')::int`.as('expired'),
      sql<number>`count(*) filter (where status in ('pending', 'claimed'))::int`.as('open'),
      sql<number | null>`(avg(extract(epoch from completed_at - created_at)) filter (where completed_at is not null) / 3600)::float8`.as(
        'hours',
      ),
    ])
    .where('created_at', '>=', from)
    .where('created_at', '<=', to)
    .$if(names !== undefined, (query) => query.where('workflow_name', 'in', names as string[]))
    .groupBy(label)
    .orderBy(label)
    .limit(MAX_ROWS)
    .execute();
  return rows.map(({ label: name, count, hours, ...metadata }) => ({
    label: name,
    value: count,
    metadata: { ...metadata, average_hours: rounded(hours) },
  }));
}

async function summaryOf(db: Db, from: string, to: string, names: readonly string[] | undefined): Promise<WorkflowAnalytics['summary']> {
  const row = await matching(db, from, to, names)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`count(*) filter (where status = 'completed')::int`.as('completed'),
      sql<number>`count(*) filter (where status = 'failed')::int`.as('failed'),
      sql<number | null>`(avg(extract(epoch from completed_at - started_at)))::float8`.as('average'),
    ])
    .executeTakeFirstOrThrow();
  const ended = row.completed + row.failed;
  return {
    total_executions: row.total,
    success_rate: ended === 0 ? null : Math.round((row.completed / ended) * 10_000) / 100,
    average_duration: row.average === null ? null : rounded(row.average),
    error_count: row.failed,
  };
}

function matching(db: Db, from: string, to: string, names: readonly string[] | undefined) {
  const rows = db.selectFrom('workflow_executions').where('created_at', '>=', from).where('created_at', '<=', to);
  return names === undefined ? rows : rows.where('workflow_name', 'in', [...names]);
}

function labelOf(group: WorkflowAnalyticsQuery['group_by'], user: RawBuilder<unknown>): RawBuilder<string> {
  switch (group) {
    case 'workflow':
      return sql<string>`workflow_name`;
    case 'status':
      return sql<string>`status`;
    case 'user':
      return sql<string>`coalesce(${user}, 'nobody')`;
    default:
      return sql<string>`to_char(date_trunc(${sql.lit(group)}, created_at at time zone 'UTC'), 'YYYY-MM-DD')`;
  }
}

function rounded(value: number | null): number {
  return Math.round((value ?? 0) * 1000) / 1000;
}
