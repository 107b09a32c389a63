import { DateBound, dateUntil, Id, JsonValue, Links, listQuery, QueryBoolean, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { Action, ActionInput, MAX_ACTIONS } from './action.schemas.ts';
import { ConditionLogic, Priority, RuleStatus, TriggerType } from './automation-enums.ts';
import { AutomationCondition, Conditions } from './condition.schemas.ts';
import { TriggerConfig, triggerConfigs } from './trigger.schemas.ts';

export const NotificationSettings = z
  .object({
    notify_on_success: z.boolean().default(false).describe('Whether a success is told of'),
    notify_on_failure: z.boolean().default(true).describe('Whether a failure is told of'),
    notification_emails: z.array(z.email('must be an e-mail address').max(320)).max(20).default([]).describe('Who is told by e-mail'),
    notification_webhooks: z.array(z.url('must be an address').max(2000)).max(5).default([]).describe('Public addresses that are told'),
  })
  .meta({ id: 'AutomationNotificationSettings' });
export type NotificationSettings = z.infer<typeof NotificationSettings>;

const writable = {
  name: z.string().trim().min(1).max(255).describe('What people call it'),
  description: z.string().max(4000).nullable().describe('What it is for'),
  status: RuleStatus.describe('Whether it runs; only an active rule does by itself'),
  priority: Priority.describe('Whose executions go first'),
  trigger_type: TriggerType.describe('What starts it'),
  trigger_config: TriggerConfig,
  conditions: Conditions.describe('What has to hold for its actions to run; everything does when there are none'),
  condition_logic: ConditionLogic.describe('How the conditions combine'),
  actions: z.array(ActionInput).min(1).max(MAX_ACTIONS).describe('What it does, one after another'),
  max_concurrent_executions: z.int().min(1).max(100).describe('Executions at the same time; the others wait'),
  execution_timeout_minutes: z.int().min(1).max(1440).describe('Longest time an execution may take'),
  retry_failed_executions: z.boolean().describe('Whether a failed execution is tried again, after 1, 5 and 15 minutes'),
  is_template: z.boolean().describe('Whether it is meant to be copied'),
  template_category: z.string().min(1).max(100).nullable().describe('Category for copying'),
  tags: z.array(z.string().trim().min(1).max(50)).max(50).describe('Words to find it by'),
  metadata: z
    .record(z.string().max(100), JsonValue)
    .refine((members) => JSON.stringify(members).length <= 10_000, 'must have at most 10,000 characters')
    .describe("The caller's own notes"),
  notification_settings: NotificationSettings.describe('Who is told of its executions'),
};

export const CreateRule = z
  .object({
    ...writable,
    description: writable.description.default(null),
    status: writable.status.default('draft'),
    priority: writable.priority.default('normal'),
    conditions: writable.conditions.default([]),
    condition_logic: writable.condition_logic.default('and'),
    max_concurrent_executions: writable.max_concurrent_executions.default(1),
    execution_timeout_minutes: writable.execution_timeout_minutes.default(60),
    retry_failed_executions: writable.retry_failed_executions.default(false),
    is_template: writable.is_template.default(false),
    template_category: writable.template_category.default(null),
    tags: writable.tags.default([]),
    metadata: writable.metadata.default({}),
    notification_settings: writable.notification_settings.prefault({}),
  })
  .superRefine(({ trigger_type, trigger_config, status }, context) => {
    const parsed = triggerConfigs[trigger_type].safeParse(trigger_config);
    for (const issue of parsed.error?.issues ?? [])
      context.addIssue({ code: 'custom', path: ['trigger_config', ...issue.path], message: issue.message });
    if (status === 'error') context.addIssue({ code: 'custom', path: ['status'], message: 'is set by the product alone' });
  })
  .meta({
    id: 'CreateAutomationRule',
    example: {
      name: 'Tell the team of new servers',
      description: 'So that the backup is set up on the same day',
      status: 'active',
      trigger_type: 'event_based',
      trigger_config: { event_type: 'asset.created' },
      conditions: [{ field: 'event.data.asset_type', operator: 'equals', value: 'server' }],
      actions: [
        {
          type: 'email_notification',
          order: 1,
          config: { to: ['team@example.com'], subject: 'New server', body: 'Please set up the backup of {{event.data.name}}.' },
        },
      ],
      tags: ['backup'],
    },
  });
export type CreateRule = z.infer<typeof CreateRule>;

export const UpdateRule = z
  .object(writable)
  .partial()
  .meta({
    id: 'UpdateAutomationRule',
    example: {
      name: 'Tell the team of new servers',
      status: 'inactive',
      priority: 'high',
      actions: [
        {
          type: 'email_notification',
          order: 1,
          config: { to: ['team@example.com'], subject: 'New server', body: 'Please set up its backup.' },
        },
      ],
    },
  });
export type UpdateRule = z.infer<typeof UpdateRule>;

export const RuleStatistics = z
  .object({
    total_executions: z.int().describe('Executions that came to an end'),
    successful_executions: z.int().describe('Of these, the completed ones'),
    failed_executions: z.int().describe('Of these, the ones that failed or took too long'),
    success_rate: z.number().describe('Percentage of completed ones, 0 without any'),
  })
  .meta({ id: 'AutomationRuleStatistics' });

export const Rule = z
  .object({
    rule_id: Id.describe('Identifies the rule'),
    tenant: Id.describe('Tenant of the caller'),
    name: z.string().describe('What people call it'),
    description: z.string().nullable().describe('What it is for'),
    status: RuleStatus.describe('Whether it runs'),
    priority: Priority.describe('Whose executions go first'),
    trigger_type: TriggerType.describe('What starts it'),
    trigger_config: TriggerConfig,
    conditions: z.array(AutomationCondition).describe('What has to hold for its actions to run'),
    condition_logic: ConditionLogic.describe('How the conditions combine'),
    actions: z.array(Action).describe('What it does'),
    max_concurrent_executions: z.int().describe('Executions at the same time'),
    execution_timeout_minutes: z.int().describe('Longest time an execution may take'),
    retry_failed_executions: z.boolean().describe('Whether a failed execution is tried again'),
    is_template: z.boolean().describe('Whether it is meant to be copied'),
    template_category: z.string().nullable().describe('Category for copying'),
    tags: z.array(z.string()).describe('Words to find it by'),
    metadata: z.record(z.string(), z.unknown()).describe("The caller's own notes"),
    notification_settings: NotificationSettings.describe('Who is told of its executions'),
    created_by: Id.nullable().describe('Who created it'),
    created_at: Timestamp.describe('When it was created'),
    updated_at: Timestamp.describe('When it was last changed'),
    execution_count: z.int().describe('How often it was started, without trials'),
    last_executed: Timestamp.nullable().describe('When it was last started'),
    next_execution: Timestamp.nullable().describe('When the clock starts it next'),
    execution_statistics: RuleStatistics.optional().describe('How it went; when one rule is read'),
    _links: Links,
  })
  .meta({ id: 'AutomationRule' });
export type Rule = z.infer<typeof Rule>;

const count = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number);

export const RuleListQuery = listQuery({
  sort: ['created_at', 'updated_at', 'name', 'status', 'priority', 'trigger_type', 'execution_count', 'last_executed'],
  defaultSort: 'created_at',
  filters: {
    name: z.string().max(255).optional().describe('Part of the name'),
    status: RuleStatus.optional().describe('Exactly this status'),
    is_active: QueryBoolean.optional().describe('Whether the status is active'),
    trigger_type: TriggerType.optional().describe('Exactly this trigger'),
    priority: Priority.optional().describe('Exactly this priority'),
    template_category: z.string().max(100).optional().describe('Exactly this category'),
    created_by: Id.optional().describe('Created by this user'),
    last_executed_from: DateBound.optional().describe('Last started at or after'),
    last_executed_to: dateUntil('Last started at or before'),
    execution_count_min: count.optional().describe('Started at least so often'),
    execution_count_max: count.optional().describe('Started at most so often'),
  },
});
export type RuleListQuery = z.infer<typeof RuleListQuery>;

export const BulkStatus = z
  .object({
    ids: z.array(Id).min(1).max(100).describe('Rules'),
    status: RuleStatus.describe('Status they get'),
  })
  .meta({ id: 'AutomationBulkStatus' });

export const BulkStatusResult = z
  .object({
    action: z.literal('bulk_status_update'),
    status: RuleStatus,
    rule_ids: z.array(Id).describe('Rules that were named'),
    updated: z.int().describe('Rules that have the status now'),
    errors: z.array(z.string()).describe('What stood in the way of the others: `<id>: reason`'),
    message: z.string(),
  })
  .meta({ id: 'AutomationBulkStatusResult' });

export const HookSecret = z
  .object({
    hook_id: Id.describe('Identifies the public address'),
    url: z.string().describe('Where calls are received'),
    secret: z.string().describe('Signs calls by Standard Webhooks, or is their bearer token. Shown once'),
  })
  .meta({ id: 'AutomationHookSecret' });
