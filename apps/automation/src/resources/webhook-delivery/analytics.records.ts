import type { DeliveryStatus, WebhookAnalytics } from '@psa/contracts-automation';
import type { Db } from '../../automation-app.ts';
import { successRate } from '../webhook/webhook.view.ts';
import type { AnalyticsPeriod } from './analytics.rules.ts';

/** One reading of the rows for all figures; tests count in none of them. */
const READ = `with chosen as materialized (
    select status, event_type, duration_ms, created_at from webhook_deliveries
    where tenant = $1 and ($2::uuid is null or webhook_id = $2) and created_at >= $3 and created_at <= $4 and not is_test
  ), times as (
    select avg(duration_ms)::float8 as average, percentile_cont(array[0.5, 0.9, 0.95, 0.99]) within group (order by duration_ms) as percentiles from chosen
  )
  select average, percentiles,
    (select coalesce(jsonb_object_agg(status, rows), '{}') from (select status, count(*) as rows from chosen group by status) s) as by_status,
    (select coalesce(jsonb_object_agg(event_type, rows), '{}') from (
      select event_type, count(*) as rows from chosen group by event_type order by rows desc, event_type limit 100) e) as by_event_type,
    (select coalesce(jsonb_agg(to_jsonb(t) order by date), '[]') from (
      select to_char(date_trunc($5, created_at), 'YYYY-MM-DD"T"HH24:MI:SS".000Z"') as date, count(*) filter (where status = 'delivered') as successful,
        count(*) filter (where status = 'abandoned') as failed, count(*) filter (where status in ('pending', 'retrying')) as open
      from chosen group by 1) t) as timeline
  from times`;

interface Figures {
  readonly average: number | null;
  readonly percentiles: readonly (number | null)[] | null;
  readonly by_status: Partial<Record<DeliveryStatus, number>>;
  readonly by_event_type: Record<string, number>;
  readonly timeline: WebhookAnalytics['metrics']['deliveries_timeline'];
}

/** How the deliveries of a period went. @param webhookId of all webhooks when absent */
export async function readAnalytics(db: Db, { from, to, granularity }: AnalyticsPeriod, webhookId?: string): Promise<WebhookAnalytics> {
  const { rows } = await db.execute<Figures>({ text: READ, name: 'webhook_analytics' }, [
    db.tenant,
    webhookId ?? null,
    from,
    to,
    granularity,
  ]);
  const { average, percentiles, by_status, by_event_type, timeline } = rows[0] as Figures;
  const { delivered = 0, abandoned = 0 } = by_status;
  const [p50, p90, p95, p99] = (percentiles ?? []).map(rounded);
  return {
    webhook_id: webhookId ?? null,
    date_from: from,
    date_to: to,
    metrics: {
      total_deliveries: Object.values(by_status).reduce((sum, count) => sum + count, 0),
      successful_deliveries: delivered,
      failed_deliveries: abandoned,
      success_rate: successRate(delivered, abandoned),
      average_response_time: rounded(average),
      deliveries_by_status: by_status,
      deliveries_by_event_type: by_event_type,
      deliveries_timeline: timeline,
      response_time_percentiles: { p50: p50 ?? null, p90: p90 ?? null, p95: p95 ?? null, p99: p99 ?? null },
    },
  };
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10) / 10;
}
