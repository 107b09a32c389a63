import { isUnmet } from '@psa/postgres-kit';
import type { Tx } from '../../automation-app.ts';
import type { ExecutionRecord } from './execution.records.ts';

/** How far the actions of an execution have come. */
export type ExecutionProgress = Pick<ExecutionRecord, 'next_action' | 'actions_successful' | 'actions_failed'>;

/** Ends the transaction where a process has an execution no more: nothing else that it would write with COMMIT is then written. */
const REQUIRED = '1 / (select count(*)::int from changed) as is_held';

const PROGRESS = `with changed as (
    update automation_executions set next_action = $4, actions_successful = $5, actions_failed = $6, updated_at = now()
    where tenant = $1 and execution_id = $2 and lease_owner = $3 returning 1
  )
  select ${REQUIRED}`;

/**
 * Notes with COMMIT that an action of an execution has ended, and others follow.
 * @param owner the process that has to have the execution; if not, the transaction is rolled back, see {@link isLeaseLost}
 * @returns the execution as it will be
 */
export function saveProgress(tx: Tx, execution: ExecutionRecord, progress: ExecutionProgress, owner: string): ExecutionRecord {
  const { next_action, actions_successful, actions_failed } = progress;
  const values = [tx.tenant, execution.execution_id, owner, next_action, actions_successful, actions_failed];
  tx.readAtCommit(PROGRESS, values, () => {});
  return { ...execution, ...progress };
}

/** Whether a transaction was rolled back because the execution that it ends or goes on with is another process's by now. */
export const isLeaseLost = isUnmet;

/** One statement instead of three. As in `claimStatement` the whole is a SELECT: Citus takes an UPDATE apart from what runs ahead of it. */
const END = `with released as (
    update automation_executions set follows = null where tenant = $1 and follows = $2 returning 1
  ), reset as (
    update automation_rules set consecutive_failures = 0 where tenant = $1 and rule_id = $3 and consecutive_failures > 0 and $5 = 'completed' returning 1
  ), changed as (
    update automation_executions set status = $5, completed_at = $6, duration_ms = $7, error_message = $8, failed_action_index = $9,
      next_action = $10, actions_successful = $11, actions_failed = $12, notice_due_at = coalesce($13, notice_due_at),
      notice_attempts = case when $13 is null then notice_attempts else 0 end,
      has_slot = false, is_gathering = false, lease_owner = null, lease_until = null, updated_at = $6
    where tenant = $1 and execution_id = $2 and ($4::uuid is null or lease_owner = $4) returning 1
  )
  select exists (select from released) as has_followers, ${REQUIRED}`;

/** What an execution came to. */
export interface EndOfExecution extends ExecutionProgress {
  readonly status: ExecutionRecord['status'];
  readonly completed_at: string;
  readonly duration_ms: number;
  readonly error_message: string | null;
  readonly failed_action_index: number | null;
  /** When whom the rule names is told; not changed when null. */
  readonly notice_due_at: string | null;
}

/**
 * Ends an execution with COMMIT. The one that waited for it waits no longer, and of one that did what it should the rule forgets its failures.
 * @param owner the process that has to have the execution, where the transaction does not hold its row; if not, the transaction is rolled
 *   back, see {@link isLeaseLost}
 * @param onEnded is told afterwards whether another execution waited for it
 * @returns the execution as it will be
 */
export function saveEnd(
  tx: Tx,
  execution: ExecutionRecord,
  end: EndOfExecution,
  owner: string | undefined,
  onEnded: (hasFollowers: boolean) => void,
): ExecutionRecord {
  const values = [
    tx.tenant,
    execution.execution_id,
    execution.rule_id,
    owner ?? null,
    end.status,
    end.completed_at,
    end.duration_ms,
    end.error_message,
    end.failed_action_index,
    end.next_action,
    end.actions_successful,
    end.actions_failed,
    end.notice_due_at,
  ];
  tx.readAtCommit<{ has_followers: boolean }>(END, values, ([ended]) => onEnded(ended?.has_followers === true));
  const { notice_due_at, notice_attempts } = execution;
  return {
    ...execution,
    ...end,
    notice_due_at: end.notice_due_at ?? notice_due_at,
    notice_attempts: end.notice_due_at === null ? notice_attempts : 0,
    has_slot: false,
    is_gathering: false,
    lease_owner: null,
    lease_until: null,
    updated_at: end.completed_at,
  };
}

/** What changes of an execution that is to go on. */
export type Requeued = Pick<ExecutionRecord, 'due_at' | 'next_action' | 'round' | 'actions_failed' | 'auto_retries' | 'is_override'>;

const NO_END = {
  completed_at: null,
  duration_ms: null,
  error_message: null,
  failed_action_index: null,
  deadline_at: null,
  notice_due_at: null,
};
const REQUEUE = `update automation_executions set status = 'pending', ${Object.keys(NO_END)
  .map((column) => `${column} = null`)
  .join(', ')}, due_at = $3, next_action = $4, round = $5, actions_failed = $6, auto_retries = $7, is_override = $8, updated_at = $9
  where tenant = $1 and execution_id = $2`;

/** Lets an execution that has ended, or ends with this transaction, go on: with COMMIT. @returns the execution as it will be */
export function saveRequeued(tx: Tx, execution: ExecutionRecord, requeued: Requeued): ExecutionRecord {
  const { due_at, next_action, round, actions_failed, auto_retries, is_override } = requeued;
  const updated_at = new Date().toISOString();
  tx.atCommit(REQUEUE, [
    tx.tenant,
    execution.execution_id,
    due_at,
    next_action,
    round,
    actions_failed,
    auto_retries,
    is_override,
    updated_at,
  ]);
  return { ...execution, ...NO_END, ...requeued, status: 'pending', updated_at };
}
