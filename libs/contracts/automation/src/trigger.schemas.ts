import { describedInPlace, Id, Instant, JsonValue, TimeZone } from '@psa/contract-kit';
import { z } from 'zod';
import { ConditionLogic, type TriggerType } from './automation-enums.ts';
import { Conditions } from './condition.schemas.ts';

const repeating = {
  start_date: Instant.optional().describe(
    'First instant it may fire at, and what the repetition is counted from; the creation of the rule when absent',
  ),
  end_date: Instant.optional().describe('Last instant it may fire at'),
  timezone: TimeZone.default('UTC').describe('Zone whose clock is meant'),
  max_executions: z.int().min(1).optional().describe('How often it fires at most'),
  skip_if_running: z.boolean().default(false).describe('Whether a time passes unused while an execution of the rule is under way'),
  missed_fires: z.enum(['skip', 'fire_once']).default('fire_once').describe('What becomes of times that passed while nothing ran'),
};

export const scheduleTypes = ['once', 'hourly', 'daily', 'weekly', 'monthly', 'yearly', 'custom_cron'] as const;

export const TimeTrigger = z
  .object({
    schedule_type: z.enum(scheduleTypes).describe('How it repeats, counted from start_date'),
    cron_expression: z.string().max(255).optional().describe('Five fields; for custom_cron'),
    ...repeating,
  })
  .superRefine(({ schedule_type, cron_expression, start_date, end_date }, context) => {
    if (schedule_type === 'custom_cron' && cron_expression === undefined)
      context.addIssue({ code: 'custom', path: ['cron_expression'], message: 'is required for custom_cron' });
    if (schedule_type === 'once' && start_date === undefined)
      context.addIssue({ code: 'custom', path: ['start_date'], message: 'is required for once' });
    assertPeriod(start_date, end_date, context);
  })
  .meta({ id: 'AutomationTimeTrigger' });
export type TimeTrigger = z.infer<typeof TimeTrigger>;

export const RecurringTrigger = z
  .object({
    cron: z.string().max(255).optional().describe('Cron expression of five fields'),
    rrule: z.string().max(500).optional().describe('Recurrence rule of RFC 5545, such as FREQ=MONTHLY;BYDAY=1MO'),
    every_minutes: z.int().min(1).max(525_600).optional().describe('Minutes between two times'),
    ...repeating,
  })
  .superRefine(({ cron, rrule, every_minutes, start_date, end_date }, context) => {
    if ([cron, rrule, every_minutes].filter((given) => given !== undefined).length !== 1) {
      context.addIssue({ code: 'custom', path: ['cron'], message: 'exactly one of cron, rrule and every_minutes is required' });
    }
    assertPeriod(start_date, end_date, context);
  })
  .meta({ id: 'AutomationRecurringTrigger' });
export type RecurringTrigger = z.infer<typeof RecurringTrigger>;

export const EventTrigger = z
  .object({
    event_type: z
      .string()
      .min(1)
      .max(100)
      .describe('Name of an event, such as asset.created; `<entity>.*` for all of an entity, `*` for all'),
    event_source: z.string().max(50).optional().describe('Service the event has to come from'),
    event_filters: z
      .record(
        z
          .string()
          .regex(/^[\w-]+(?:\.[\w-]+)*$/, 'must be a path of members')
          .max(255),
        JsonValue,
      )
      .optional()
      .describe('What members of the data have to be, by path; one of several when a list'),
    debounce_minutes: z.number().min(0).max(10_080).default(0).describe('Minutes in which further events of the same entity start nothing'),
    batch_size: z.int().min(1).max(100).optional().describe('Events that are gathered for one execution'),
    batch_timeout_minutes: z.number().min(0.1).max(1440).optional().describe('How long an incomplete batch waits; 5 when absent'),
  })
  .meta({ id: 'AutomationEventTrigger' });
export type EventTrigger = z.infer<typeof EventTrigger>;

export const ConditionTrigger = z
  .object({
    check_interval_minutes: z.int().min(1).max(10_080).describe('Minutes between two looks'),
    conditions: Conditions.min(1).describe('What is looked for; the rule fires when it comes true, and again after it was not'),
    logic_operator: ConditionLogic.default('and').describe('How the conditions combine'),
    max_check_attempts: z.int().min(1).max(100).default(3).describe('Looks that may fail one after another before the rule turns to error'),
    subject: z
      .object({
        entity_type: z.enum(['client', 'ticket']).describe('What is looked at'),
        entity_id: Id.describe('Which one'),
      })
      .optional()
      .describe('What is looked at, as `entity`; without it only `rule` and `now` are there'),
  })
  .meta({ id: 'AutomationConditionTrigger' });
export type ConditionTrigger = z.infer<typeof ConditionTrigger>;

export const WebhookTrigger = z
  .object({
    authentication: z
      .object({
        type: z
          .enum(['hmac_sha256', 'bearer'])
          .default('hmac_sha256')
          .describe('Signed by Standard Webhooks, or with the secret as a bearer token'),
      })
      .default({ type: 'hmac_sha256' })
      .describe('How a call proves itself'),
    idempotency_header: z
      .string()
      .regex(/^[a-z0-9-]{1,64}$/, 'must be a header in lower case')
      .default('webhook-id')
      .describe(
        'Header that names a call with a bearer token: a second one of the same name starts nothing. Signed calls are named by the `webhook-id` they sign',
      ),
    rate_limit_per_minute: z.int().min(1).max(6000).default(600).describe('Calls a minute, by each instance of the service'),
  })
  .meta({ id: 'AutomationWebhookTrigger' });
export type WebhookTrigger = z.infer<typeof WebhookTrigger>;

export const ManualTrigger = z.object({}).meta({ id: 'AutomationManualTrigger' });

/** The configuration each type of trigger takes: what `trigger_type` decides. */
export const triggerConfigs = {
  time_based: TimeTrigger,
  event_based: EventTrigger,
  condition_based: ConditionTrigger,
  manual: ManualTrigger,
  recurring: RecurringTrigger,
  webhook: WebhookTrigger,
} as const satisfies { readonly [T in TriggerType]: z.ZodObject };

/** A trigger with its configuration, by its type. */
export type Trigger = {
  [T in TriggerType]: { readonly trigger_type: T; readonly trigger_config: z.infer<(typeof triggerConfigs)[T]> };
}[TriggerType];

/** How the free-form member reads in the documents: one of the configurations. */
export const TriggerConfig = z
  .record(z.string(), JsonValue)
  .meta({
    override: {
      anyOf: Object.entries(triggerConfigs).map(([type, schema]) => ({
        ...describedInPlace(schema),
        title: type,
        description: `For trigger_type ${type}`,
      })),
    },
  })
  .describe('What the trigger_type takes; a manual rule takes {}');

function assertPeriod(from: string | undefined, to: string | undefined, context: z.RefinementCtx): void {
  if (from !== undefined && to !== undefined && to < from)
    context.addIssue({ code: 'custom', path: ['end_date'], message: 'must not be before start_date' });
}
