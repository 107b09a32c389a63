import type { Execution } from '@psa/contracts-automation';
import type { Principal } from '@psa/http-kit';
import { mayReadEvent } from '../event-feed/event-readers.rules.ts';
import { rulePath } from '../rule/rule.view.ts';
import type { ExecutionRecord, readLogs } from './execution.records.ts';
import { hasEnded, mayBecome } from './execution.rules.ts';

const BASE = '/api/v1/automation/executions';

/** Path of an execution. */
export function executionPath(executionId: string): string {
  return `${BASE}/${executionId}`;
}

/** An execution as the API shows it to a caller. */
export function toExecution(row: ExecutionRecord, principal: Pick<Principal, 'permissions'>): Execution {
  const self = executionPath(row.execution_id);
  return {
    execution_id: row.execution_id,
    automation_rule_id: row.rule_id,
    status: row.status,
    trigger_type: row.trigger_type,
    trigger_data: shownTrigger(row, principal),
    started_at: row.started_at,
    completed_at: row.completed_at,
    duration_ms: row.duration_ms,
    actions_total: row.actions_total,
    actions_successful: row.actions_successful,
    actions_failed: row.actions_failed,
    error_message: row.error_message,
    error_stack: null,
    failed_action_index: row.failed_action_index,
    execution_context: row.execution_context,
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

/** Of an event only what it is, where the caller may not read what is in it. */
function shownTrigger(
  { trigger_type, trigger_data }: ExecutionRecord,
  principal: Pick<Principal, 'permissions'>,
): Execution['trigger_data'] {
  if (trigger_type !== 'event_based') return trigger_data;
  const { id, eventname, type } = trigger_data;
  return mayReadEvent(principal, String(eventname ?? type)) ? trigger_data : { id, eventname, type };
}

/** Entries of a log as the API shows them. */
export function toLogs(rows: Awaited<ReturnType<typeof readLogs>>): NonNullable<Execution['logs']> {
  return rows.map(({ logged_at, level, message, action_index, metadata }) => ({
    timestamp: logged_at,
    level,
    message,
    ...(action_index === null ? {} : { action_index }),
    ...(metadata === null ? {} : { metadata }),
  }));
}
