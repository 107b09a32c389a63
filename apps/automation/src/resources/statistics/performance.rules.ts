import { invalidField } from '@psa/contract-kit';
import type { AutomationPerformance, performanceGroups } from '@psa/contracts-automation';
import { successRate } from '../rule/success-rate.rules.ts';
import type { BucketRow } from './statistics.records.ts';

type Group = (typeof performanceGroups)[number];
type Metric = AutomationPerformance['metrics'][number];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MAX_BUCKETS = 1000;

/** The begin of the bucket an instant lies in, in UTC; weeks begin on Monday. */
export function bucketOf(group: Group, instant: number): number {
  const date = new Date(instant);
  if (group === 'hour') return Math.floor(instant / HOUR) * HOUR;
  const day = Math.floor(instant / DAY) * DAY;
  if (group === 'day') return day;
  if (group === 'week') return day - ((date.getUTCDay() + 6) % 7) * DAY;
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

function nextBucket(group: Group, bucket: number): number {
  const date = new Date(bucket);
  return group === 'month'
    ? Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
    : bucket + { hour: HOUR, day: DAY, week: 7 * DAY }[group];
}

/** @throws VALIDATION_ERROR when the period is none, or has too many buckets */
export function bucketsOf(group: Group, from: number, to: number): number[] {
  if (from > to) throw invalidField('date_from', 'must not be after date_to');
  const buckets: number[] = [];
  for (let bucket = bucketOf(group, from); bucket <= to; bucket = nextBucket(group, bucket)) {
    if (buckets.length === MAX_BUCKETS) throw invalidField('group_by', `gives more than ${MAX_BUCKETS} buckets in this period`);
    buckets.push(bucket);
  }
  return buckets;
}

/** Every bucket of a period with what was measured in it. */
export function toBuckets(
  group: Group,
  from: number,
  to: number,
  rows: readonly BucketRow[],
  metrics: readonly Metric[],
): AutomationPerformance['data'] {
  const byBegin = new Map(rows.map((row) => [Date.parse(row.bucket), row]));
  return bucketsOf(group, from, to).map((bucket) => {
    const {
      executions = 0,
      completed = 0,
      ended = 0,
      avg_duration = null,
      p50_duration = null,
      p95_duration = null,
    } = byBegin.get(bucket) ?? {};
    const hours = (Math.min(nextBucket(group, bucket), to) - Math.max(bucket, from)) / HOUR;
    const measured = {
      execution_count: executions,
      success_rate: successRate(completed, ended),
      avg_duration,
      error_rate: successRate(ended - completed, ended),
      throughput: hours <= 0 ? executions : Math.round((executions / hours) * 100) / 100,
      p50_duration,
      p95_duration,
    };
    return { bucket: new Date(bucket).toISOString(), ...Object.fromEntries(metrics.map((metric) => [metric, measured[metric]])) };
  });
}
