import { sql } from 'kysely';
import type { Db } from '../../automation-app.ts';
import { NOT_A_TRIAL, notATrial } from '../rule/not-a-trial.records.ts';

/** Rules by their status. */
export async function rulesByStatus(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('automation_rules')
    .select(['status', sql<number>`count(*)`.as('rules')])
    .groupBy('status')
    .execute();
  return new Map(rows.map(({ status, rules }) => [status, rules]));
}

const DAY = sql`date_trunc('day', now(), 'UTC')`;
const MONTH = sql`date_trunc('month', now(), 'UTC')`;

/** Executions in figures, trials apart. */
export async function executionFigures(db: Db) {
  return db
    .selectFrom('automation_executions')
    .select([
      sql<number>`count(*)`.as('total_executions'),
      sql<number>`count(*) filter (where status = 'completed')`.as('successful_executions'),
      sql<number>`count(*) filter (where status = 'failed')`.as('failed_executions'),
      sql<number>`count(*) filter (where status in ('completed', 'failed', 'timeout'))`.as('ended'),
      sql<number>`count(*) filter (where started_at >= ${DAY})`.as('executions_today'),
      sql<number>`count(*) filter (where started_at >= now() - interval '168 hours')`.as('executions_this_week'),
      sql<number>`count(*) filter (where started_at >= ${MONTH})`.as('executions_this_month'),
      sql<number | null>`round(avg(duration_ms) filter (where status = 'completed'))`.as('avg_execution_time_ms'),
    ])
    .where(notATrial)
    .executeTakeFirstOrThrow();
}

const POPULAR = 10;

/** The triggers most rules have. */
export async function popularTriggers(db: Db): Promise<{ trigger_type: string; count: number }[]> {
  return db
    .selectFrom('automation_rules')
    .select(['trigger_type', sql<number>`count(*)`.as('count')])
    .groupBy('trigger_type')
    .orderBy('count', 'desc')
    .orderBy('trigger_type')
    .limit(POPULAR)
    .execute();
}

/** The actions most rules have. */
export async function popularActions(db: Db): Promise<{ action_type: string; count: number }[]> {
  const { rows } = await db.execute<{ action_type: string; count: number }>(
    {
      text: `select action ->> 'type' as action_type, count(distinct rule_id) as count from automation_rules, jsonb_array_elements(actions) action
      where tenant = $1 group by 1 order by 2 desc, 1 limit ${POPULAR}`,
      name: 'psa_automation_popular_actions',
    },
    [db.tenant],
  );
  return rows;
}

export interface BucketRow {
  readonly bucket: string;
  readonly executions: number;
  readonly completed: number;
  readonly ended: number;
  readonly avg_duration: number | null;
  readonly p50_duration: number | null;
  readonly p95_duration: number | null;
}

const BUCKETS = `select date_trunc($1, started_at, 'UTC') as bucket, count(*) as executions, count(*) filter (where status = 'completed') as completed,
    count(*) filter (where status in ('completed', 'failed', 'timeout')) as ended,
    round(avg(duration_ms) filter (where status = 'completed')) as avg_duration,
    percentile_disc(0.5) within group (order by duration_ms) filter (where status = 'completed') as p50_duration,
    percentile_disc(0.95) within group (order by duration_ms) filter (where status = 'completed') as p95_duration
  from automation_executions
  where tenant = $2 and started_at >= $3 and started_at <= $4 and ($5::uuid[] is null or rule_id = any($5)) and status <> 'skipped'
    and ${NOT_A_TRIAL}
  group by 1 order by 1`;

/** Executions of a period, by the bucket they began in; buckets without any are left out. */
export async function executionBuckets(
  db: Db,
  group: string,
  from: string,
  to: string,
  ruleIds: readonly string[] | undefined,
): Promise<BucketRow[]> {
  return (await db.execute<BucketRow>({ text: BUCKETS, name: 'psa_automation_buckets' }, [group, db.tenant, from, to, ruleIds ?? null]))
    .rows;
}
