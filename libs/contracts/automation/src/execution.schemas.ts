import { DateBound, dateUntil, Id, JsonValue, Links, listQuery, QueryBoolean, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { ExecutionStatus, LogLevel, TriggerType } from './automation-enums.ts';

export const ExecutionLog = z
  .object({
    timestamp: Timestamp.describe('When'),
    level: LogLevel.describe('How important'),
    message: z.string().describe('What happened'),
    action_index: z.int().optional().describe('With which action, from 0'),
    metadata: z.record(z.string(), z.unknown()).optional().describe('More about it'),
  })
  .meta({ id: 'AutomationExecutionLog' });

export const Execution = z
  .object({
    execution_id: Id.describe('Identifies the execution'),
    automation_rule_id: Id.describe('Rule that was executed'),
    status: ExecutionStatus.describe('How far it is'),
    trigger_type: TriggerType.describe('What started it; manual for a call by hand'),
    trigger_data: z
      .record(z.string(), z.unknown())
      .describe('What it was started with; of an event that the caller may not read only its name and id'),
    started_at: Timestamp.describe('When it began; until then, when it was queued'),
    completed_at: Timestamp.nullable().describe('When it ended'),
    duration_ms: z.number().nullable().describe('How long it took'),
    actions_total: z.int().describe('Actions of the rule'),
    actions_successful: z.int().describe('Actions that succeeded'),
    actions_failed: z.int().describe('Actions that failed'),
    error_message: z.string().nullable().describe('Why it failed'),
    error_stack: z.string().nullable().describe("Always null: the inside of the product is nobody's business"),
    failed_action_index: z.int().nullable().describe('Action that ended it, from 0 in the order of their running'),
    execution_context: z.record(z.string(), z.unknown()).describe('Where it stands in a chain of causes'),
    logs: z.array(ExecutionLog).optional().describe('What happened, the last 1000 entries; when one execution is read'),
    tenant: Id.describe('Tenant of the caller'),
    _links: Links,
  })
  .meta({ id: 'AutomationExecution' });
export type Execution = z.infer<typeof Execution>;

const trial = { execution_data: z.record(z.string().max(100), JsonValue).optional().describe('What the rule finds in `trigger_data`') };

export const ManualExecution = z
  .object({
    automation_rule_id: Id.describe('Demanded, but it is the rule of the path that is executed'),
    ...trial,
    override_conditions: z
      .boolean()
      .default(false)
      .describe('Whether it runs although the rule is not active or its conditions do not hold'),
    dry_run: z.boolean().default(false).describe('Whether it is only tried: no action runs'),
  })
  .meta({ id: 'AutomationManualExecution' });
export type ManualExecution = z.infer<typeof ManualExecution>;

export const BulkExecution = z
  .object({
    automation_rule_ids: z.array(Id).min(1).max(20).describe('Rules'),
    ...trial,
    override_conditions: z
      .boolean()
      .default(false)
      .describe('Whether they run although they are not active or their conditions do not hold'),
    sequential_execution: z.boolean().default(false).describe('Whether one begins when the other has ended'),
  })
  .meta({ id: 'AutomationBulkExecution' });
export type BulkExecution = z.infer<typeof BulkExecution>;

export const BulkExecutionResult = z
  .object({
    action: z.literal('bulk_execute'),
    rule_ids: z.array(Id).describe('Rules that were named'),
    execution_ids: z.array(Id).describe('Executions that were started'),
    started: z.int().describe('How many were started'),
    errors: z.array(z.string()).describe('What stood in the way of the others: `<id>: reason`'),
    sequential: z.boolean(),
    message: z.string(),
  })
  .meta({ id: 'AutomationBulkExecutionResult' });

const milliseconds = z
  .string()
  .regex(/^\d{1,12}$/, 'must be a number of milliseconds')
  .transform(Number);

export const ExecutionListQuery = listQuery({
  sort: ['started_at', 'completed_at', 'duration_ms', 'status'],
  defaultSort: 'started_at',
  filters: {
    automation_rule_id: Id.optional().describe('Of this rule'),
    status: ExecutionStatus.optional().describe('Exactly this status'),
    is_active: QueryBoolean.optional().describe('Whether it has not ended'),
    started_from: DateBound.optional().describe('Begun at or after'),
    started_to: dateUntil('Begun at or before'),
    duration_min_ms: milliseconds.optional().describe('Took at least so long'),
    duration_max_ms: milliseconds.optional().describe('Took at most so long'),
    has_errors: QueryBoolean.optional().describe('Whether an action failed'),
    trigger_type: TriggerType.optional().describe('Started by this trigger'),
  },
});
export type ExecutionListQuery = z.infer<typeof ExecutionListQuery>;
