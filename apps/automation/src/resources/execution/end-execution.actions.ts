import { type ExecutionStatus, executionEvents } from '@psa/contracts-automation';
import { emit } from '@psa/events-kit';
import { wakeWorker } from '@psa/work-kit';
import type { Tx } from '../../automation-app.ts';
import { EXECUTION_WORKER, NOTICE_WORKER } from '../../worker-names.ts';
import { turnToError } from '../rule/turn-to-error.actions.ts';
import { noteWaitingRule } from './waiting-rules.ts';
import { updateRuleState, type RuleRecord } from '../rule/rule.records.ts';
import { appendLogs, type ExecutionRecord, type LogEntry } from './execution.records.ts';
import { type ExecutionProgress, type Requeued, saveEnd, saveRequeued } from './execution-end.records.ts';
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
  /** Where the next execution of the rule begins at once; it is begun or released after the commit, and not after a rollback. */
  readonly place?: ReservedPlace | undefined;
}

/**
 * Ends an execution, which is locked or its owner's, with COMMIT: what it came to, and who has to know. Where its owner has it no more, the
 * transaction is rolled back, see `isLeaseLost`.
 * @param rule undefined when it is gone; locked before the execution when this is a failure, which is counted
 * @returns the execution as it will be
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
  // Postgres says when it began: its clock may be ahead of this machine's.
  const began = Date.parse(execution.started_at);
  const ended = Math.max(Date.now(), began);
  const tells = retryDelay === undefined && wantsNotice(rule, end.status);
  const { next_action, actions_successful, actions_failed } = end.counters ?? execution;
  if (failed && rule !== undefined) await countFailure(tx, rule);
  const row = saveEnd(
    tx,
    execution,
    {
      status: end.status,
      completed_at: new Date(ended).toISOString(),
      duration_ms: execution.status === 'pending' ? 0 : ended - began,
      error_message: end.error_message ?? null,
      failed_action_index: end.failed_action_index ?? null,
      next_action,
      actions_successful,
      actions_failed,
      notice_due_at: tells ? new Date(ended).toISOString() : null,
    },
    end.owner,
    (hasFollowers) => {
      if (hasFollowers || rule === undefined) noteWaitingRule(tx.tenant, execution.rule_id);
    },
  );
  passOnSlot(tx, rule, execution, end.place);
  tell(tx, row);
  appendLogs(tx, execution_id, [
    ...logs,
    {
      level: failed ? 'error' : 'info',
      message: `${WORDS[end.status]} after ${row.duration_ms} ms`,
      ...(end.error_message ? { metadata: { reason: end.error_message } } : {}),
    },
  ]);
  if (row.notice_due_at !== null) tx.afterCommit(() => wakeWorker(NOTICE_WORKER));
  if (retryDelay === undefined) return row;
  return requeue(tx, row, new Date(ended + retryDelay).toISOString(), { auto_retries: row.auto_retries + 1 });
}

/** Gives the slot of an execution that ends, if it has one, to the one of its rule that is to run next. */
function passOnSlot(tx: Tx, rule: RuleRecord | undefined, { has_slot }: ExecutionRecord, place: ReservedPlace | undefined): void {
  if (rule === undefined || !has_slot) {
    tx.afterCommit(() => place?.release());
    return;
  }
  handOverSlot(tx, rule, place?.owner, ({ begun, isLeftToClaim }) => {
    if (begun === undefined) place?.release();
    else place?.begin(begun);
    if (isLeftToClaim) wakeWorker(EXECUTION_WORKER);
  });
}

/** Lets a failed execution go on with COMMIT at the action that failed. @returns the execution as it will be */
export function requeue(
  tx: Tx,
  execution: ExecutionRecord,
  dueAt: string,
  also: Partial<Pick<Requeued, 'auto_retries' | 'is_override'>>,
): ExecutionRecord {
  const { failed_action_index, next_action, actions_failed, auto_retries, is_override } = execution;
  const next = failed_action_index ?? next_action;
  appendLogs(tx, execution.execution_id, [
    { level: 'info', message: `To be tried again from action ${next + 1}`, metadata: { due_at: dueAt } },
  ]);
  return saveRequeued(tx, execution, {
    due_at: dueAt,
    next_action: next,
    round: execution.round + 1,
    actions_failed: Math.max(0, actions_failed - (failed_action_index === null ? 0 : 1)),
    auto_retries,
    is_override,
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
