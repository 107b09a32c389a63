import { DateBound, Id, Links, queryList } from '@psa/contract-kit';
import { z } from 'zod';

const Popular = <T extends string>(member: T, what: string) =>
  z.array(z.object({ [member]: z.string().describe(what), count: z.int().describe('Rules') }));

export const AutomationStatistics = z
  .object({
    total_rules: z.int().describe('Rules'),
    active_rules: z.int().describe('Rules that run'),
    inactive_rules: z.int().describe('Rules that were stopped'),
    draft_rules: z.int().describe('Rules that are not finished'),
    error_rules: z.int().describe('Rules that failed again and again'),
    total_executions: z.int().describe('Executions of any status; in none of these figures are trials'),
    successful_executions: z.int().describe('Completed executions'),
    failed_executions: z.int().describe('Failed executions, without those that took too long'),
    executions_today: z.int().describe('Executions since midnight, UTC'),
    executions_this_week: z.int().describe('Executions of the last seven times 24 hours'),
    executions_this_month: z.int().describe('Executions since the first of the month, UTC'),
    avg_execution_time_ms: z.number().nullable().describe('Mean duration of completed executions; null without any'),
    success_rate_percent: z.number().describe('Percentage of completed ones among those that came to an end of their own; 0 without any'),
    most_used_trigger_types: Popular('trigger_type', 'Trigger'),
    most_used_action_types: Popular('action_type', 'Action'),
    _links: Links,
  })
  .meta({ id: 'AutomationStatistics' });

export const performanceMetrics = [
  'execution_count',
  'success_rate',
  'avg_duration',
  'error_rate',
  'throughput',
  'p50_duration',
  'p95_duration',
] as const;
export const performanceGroups = ['hour', 'day', 'week', 'month'] as const;

export const PerformanceQuery = z.object({
  date_from: DateBound.optional().describe('Begin; 30 days before the end when absent'),
  date_to: DateBound.optional().describe('End; now when absent'),
  group_by: z.enum(performanceGroups).default('day').describe('Length of a bucket, in UTC'),
  rule_ids: queryList(Id).optional().describe('Only these rules'),
  metrics: queryList(z.enum(performanceMetrics)).optional().describe('What is told of each bucket; everything when absent'),
});

const Bucket = z.object({
  bucket: z.string().describe('Begin of the bucket'),
  execution_count: z.int().optional().describe('Executions begun'),
  success_rate: z.number().optional().describe('Percentage of those ended that were completed'),
  avg_duration: z.number().nullable().optional().describe('Mean duration of completed ones, in milliseconds'),
  error_rate: z.number().optional().describe('Percentage of those ended that failed or took too long'),
  throughput: z.number().optional().describe('Executions an hour'),
  p50_duration: z.number().nullable().optional().describe('Duration that half of the completed ones did not exceed'),
  p95_duration: z.number().nullable().optional().describe('Duration that 95 % of the completed ones did not exceed'),
});

export const AutomationPerformance = z
  .object({
    period: z.object({ from: z.string(), to: z.string() }).describe('What is looked at'),
    group_by: z.enum(performanceGroups),
    metrics: z.array(z.enum(performanceMetrics)),
    data: z.array(Bucket).describe('Every bucket of the period, also those in which nothing happened'),
  })
  .meta({ id: 'AutomationPerformance' });
export type AutomationPerformance = z.infer<typeof AutomationPerformance>;
