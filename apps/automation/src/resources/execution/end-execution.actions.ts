import { type ExecutionStatus, executionEvents } from '@psa/contracts-automation';
import { emit } from '@psa/events-kit';
import { wakeWorker } from '@psa/work-kit';
import type { Tx } from '../../automation-app.ts';
import { EXECUTION_WORKER, NOTICE_WORKER } from '../../worker-names.ts';
import { turnToError } from '../rule/turn-to-error.actions.ts';
import { noteWaitingRule } from './waiting-rules.ts';
import { updateRuleState, type RuleRecord } from '../rule/rule.records.ts';
import { appendLogs, type ExecutionProgress, type ExecutionRecord, type LogEntry, saveEnd, updateExecution } from './execution.records.ts';
import { autoRetryDelay, FAILURES_TO_ERROR } from './execution.rules.ts';
import type { ReservedPlace } from './local-workers.ts';
import { handOverSlot } from './slots.records.ts';

/** How an execution ended. */
export interface End {
  readonly status: Extract<ExecutionStatus, 'completed' | 'failed' | 'timeout' | 'cancelled' | 'skipped'>;
  readonly error_message?: string | null;
  readonly failed_action_index?: number | null;
  /** How far the actions have come, where that has changed. */
  readonly counters?: ExecutionProgress;
  /** The process that has to have the execution, where the transaction does not hold its row. */
  readonly owner?: string;
  /** Where the next execution of the rule begins at once; it is begun or released after the commit. */
  readonly place?: ReservedPlace | undefined;
}

/**
 * Ends an execution, which is locked or its owner's: what it came to, and who has to know.
 * @param rule undefined when it is gone; locked before the execution when this is a failure, which is counted
 * @throws LeaseLost
 */
export async function endExecution(
  tx: Tx,
  rule: RuleRecord | undefined,
  execution: ExecutionRecord,
  end: End,
  logs: readonly LogEntry[] = [],
): Promise<ExecutionRecord> {
  const { execution_id } = execution;
  const failed = end.status === 'failed' || end.status === 'timeout';
  const retryDelay = failed && rule?.status === 'active' ? autoRetryDelay(rule.retry_failed_executions, execution.auto_retries) : undefined;
  const ended = Date.now();
  const tells = retryDelay === undefined && wantsNotice(rule, end.status);
  const { next_action, actions_successful, actions_failed } = end.counters ?? execution;
  const [[row, hasFollowers], next] = await Promise.all([
    saveEnd(
      tx,
      execution,
      {
        status: end.status,
        completed_at: new Date(ended).toISOString(),
        duration_ms: execution.status === 'pending' ? 0 : Math.max(0, ended - Date.parse(execution.started_at)),
        error_message: end.error_message ?? null,
        failed_action_index: end.failed_action_index ?? null,
        next_action,
        actions_successful,
        actions_failed,
        notice_due_at: tells ? new Date(ended).toISOString() : null,
      },
      end.owner,
    ),
    rule !== undefined && execution.has_slot ? handOverSlot(tx, rule, end.place?.owner) : undefined,
  ]);
  if (failed && rule !== undefined) await countFailure(tx, rule);
  tell(tx, row);
  appendLogs(tx, execution_id, [
    ...logs,
    {
      level: failed ? 'error' : 'info',
      message: `${WORDS[end.status]} after ${row.duration_ms} ms`,
      ...(end.error_message ? { metadata: { reason: end.error_message } } : {}),
    },
  ]);
  tx.afterCommit(() => {
    if (next?.begun === undefined) end.place?.release();
    else end.place?.begin(next.begun);
    if (hasFollowers || rule === undefined) noteWaitingRule(tx.tenant, execution.rule_id);
    else if (next?.isLeftToClaim === true) wakeWorker(EXECUTION_WORKER);
    if (row.notice_due_at !== null) wakeWorker(NOTICE_WORKER);
  });
  if (retryDelay === undefined) return row;
  return requeue(tx, row, new Date(ended + retryDelay).toISOString(), { auto_retries: row.auto_retries + 1 });
}

/** Lets a failed execution go on at the action that failed. */
export async function requeue(
  tx: Tx,
  execution: ExecutionRecord,
  dueAt: string,
  also: { auto_retries?: number } = {},
): Promise<ExecutionRecord> {
  const next = execution.failed_action_index ?? execution.next_action;
  appendLogs(tx, execution.execution_id, [
    { level: 'info', message: `To be tried again from action ${next + 1}`, metadata: { due_at: dueAt } },
  ]);
  return updateExecution(tx, execution.execution_id, {
    status: 'pending',
    due_at: dueAt,
    completed_at: null,
    duration_ms: null,
    error_message: null,
    failed_action_index: null,
    deadline_at: null,
    next_action: next,
    round: execution.round + 1,
    actions_failed: Math.max(0, execution.actions_failed - (execution.failed_action_index === null ? 0 : 1)),
    notice_due_at: null,
    ...also,
  });
}

const WORDS: { readonly [S in End['status']]: string } = {
  completed: 'Completed',
  failed: 'Failed',
  timeout: 'Took too long',
  cancelled: 'Cancelled',
  skipped: 'Skipped',
};

function wantsNotice(rule: RuleRecord | undefined, status: End['status']): boolean {
  if (rule === undefined) return false;
  const { notify_on_failure, notify_on_success, notification_emails, notification_webhooks } = rule.notification_settings;
  if (notification_emails.length + notification_webhooks.length === 0) return false;
  return status === 'completed' ? notify_on_success : (status === 'failed' || status === 'timeout') && notify_on_failure;
}

async function countFailure(tx: Tx, rule: RuleRecord): Promise<void> {
  const consecutive_failures = rule.consecutive_failures + 1;
  if (consecutive_failures >= FAILURES_TO_ERROR && rule.status === 'active') await turnToError(tx, rule, { consecutive_failures });
  else await updateRuleState(tx, rule.rule_id, { consecutive_failures });
}

/** Versions rise by two with every round: one for its begin, one for its end. */
export const versionOf = { begin: (round: number) => 2 * round + 1, end: (round: number) => 2 * round + 2 };

function tell(tx: Tx, row: ExecutionRecord): void {
  const { execution_id, rule_id, rule_name, duration_ms, actions_successful, actions_failed, status, error_message, failed_action_index } =
    row;
  const facts = { execution_id, rule_id, rule_name };
  const ended = { ...facts, duration_ms, actions_successful, actions_failed };
  const version = versionOf.end(row.round);
  if (status === 'completed') emit(tx, executionEvents.completed, ended, version);
  if (status === 'failed' || status === 'timeout')
    emit(tx, executionEvents.failed, { ...ended, status, error_message, failed_action_index }, version);
  if (status === 'cancelled') emit(tx, executionEvents.cancelled, facts, version);
}
