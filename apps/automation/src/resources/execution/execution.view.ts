import { describeFalseCondition, type FalseCondition } from '@psa/conditions';
import type { Execution } from '@psa/contracts-automation';
import { rulePath } from '../rule/rule.view.ts';
import { type ExecutionRecord, LOGS_SHOWN, type readLogs } from './execution.records.ts';
import type { TriggerReader } from './trigger-reader.access.ts';
import { hasEnded, mayBecome } from './execution.rules.ts';

const BASE = '/api/v1/automation/executions';

/** Path of an execution. */
export function executionPath(executionId: string): string {
  return `${BASE}/${executionId}`;
}

/** An execution as the API shows it to a caller. */
export function toExecution(row: ExecutionRecord, reader: TriggerReader): Execution {
  const self = executionPath(row.execution_id);
  return {
    execution_id: row.execution_id,
    automation_rule_id: row.rule_id,
    status: row.status,
    trigger_type: row.trigger_type,
    trigger_data: shownTrigger(row, reader),
    started_at: row.started_at,
    completed_at: row.completed_at,
    duration_ms: row.duration_ms,
    actions_total: row.actions_total,
    actions_successful: row.actions_successful,
    actions_failed: row.actions_failed,
    error_message: row.error_message,
    error_stack: null,
    failed_action_index: row.failed_action_index,
    execution_context: shownContext(row, reader),
    tenant: row.tenant,
    _links: {
      self: { href: self, method: 'GET' },
      collection: { href: BASE, method: 'GET' },
      rule: { href: rulePath(row.rule_id), method: 'GET' },
      ...(mayBecome(row.status, 'pending') ? { retry: { href: `${self}/retry`, method: 'POST' } } : {}),
      ...(hasEnded(row.status) ? {} : { cancel: { href: `${self}/cancel`, method: 'POST' } }),
    },
  };
}

/** Without the values conditions compared, where the caller may not read the event they are of. */
function shownContext(row: ExecutionRecord, reader: TriggerReader): Execution['execution_context'] {
  const { false_conditions, ...context } = row.execution_context as { false_conditions?: FalseCondition[] };
  if (false_conditions === undefined) return context;
  return {
    ...context,
    false_conditions: reader(row)
      ? false_conditions
      : false_conditions.map(({ index, field, operator, expected }) => ({ index, field, operator, expected })),
  };
}

/** Of an event only what it is, where the caller may not read what is in it. */
function shownTrigger(row: ExecutionRecord, reader: TriggerReader): Execution['trigger_data'] {
  if (reader(row)) return row.trigger_data;
  const { id, eventname, type } = row.trigger_data;
  return { id, eventname, type };
}

const QUEUED = 'Queued';

/** The log of an execution as the API shows it. What its row tells has no rows of its own: that it was queued, or why it was skipped. */
export function toLogs(
  row: ExecutionRecord,
  rows: Awaited<ReturnType<typeof readLogs>>,
  reader: TriggerReader,
): NonNullable<Execution['logs']> {
  const {
    skipped_because,
    false_conditions = [],
    dry_run = false,
  } = row.execution_context as { skipped_because?: string; false_conditions?: FalseCondition[]; dry_run?: boolean };
  const explained = reader(row) ? false_conditions : [];
  const reasons = skipped_because === undefined ? [] : [skipped_because, ...explained.map(describeFalseCondition)];
  // The former version wrote a row of its own for it.
  const wasQueued = skipped_because === undefined && !dry_run && rows[0]?.message !== QUEUED && rows.length < LOGS_SHOWN;
  return [
    ...(wasQueued ? [{ timestamp: row.created_at, level: 'info' as const, message: QUEUED }] : []),
    ...reasons.map((message) => ({ timestamp: row.started_at, level: 'info' as const, message })),
    ...rows.map(toLog),
  ];
}

function toLog({
  logged_at,
  level,
  message,
  action_index,
  metadata,
}: Awaited<ReturnType<typeof readLogs>>[number]): NonNullable<Execution['logs']>[number] {
  return {
    timestamp: logged_at,
    level,
    message,
    ...(action_index === null ? {} : { action_index }),
    ...(metadata === null ? {} : { metadata }),
  };
}
