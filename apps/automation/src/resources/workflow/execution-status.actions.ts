import { conflict } from '@psa/contract-kit';
import { workflowExecutionEvents, type WorkflowExecutionStatus } from '@psa/contracts-automation';
import { emit } from '@psa/events-kit';
import type { Tx } from '../../automation-app.ts';
import type { DatabaseClock } from './database-clock.ts';
import { TIMEOUT_ERROR } from './decide.rules.ts';
import { stopListening } from './waits.records.ts';
import { queueExecution, queueJob } from './workflow.queue.ts';
import { appendEntry, cancelOpenTasks, cancelOpenTimers, changeStatus, countEnded, type ExecutionRow } from './workflow.records.ts';

/** What may follow what; a restart makes another execution. */
const TRANSITIONS: Readonly<Record<WorkflowExecutionStatus, readonly WorkflowExecutionStatus[]>> = {
  pending: ['running', 'cancelled'],
  running: ['paused', 'completed', 'failed', 'cancelled'],
  paused: ['running', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
};

export function isEnded(status: WorkflowExecutionStatus): boolean {
  return TRANSITIONS[status].length === 0;
}

/** Moves an execution to another state because somebody asked for it. @throws CONFLICT when it is in no state for it */
export async function moveExecution(
  tx: Tx,
  row: ExecutionRow,
  status: WorkflowExecutionStatus,
  by: { readonly userId: string | null; readonly reason?: string | undefined },
): Promise<ExecutionRow> {
  if (!TRANSITIONS[row.status].includes(status)) throw conflict(`An execution that is ${row.status} cannot become ${status}`);
  const { execution } = await appendEntry(tx, row, {
    kind: status === 'cancelled' ? 'cancelled' : 'noted',
    event_name: `execution_${status}`,
    event_type: by.userId === null ? 'system_event' : 'user_action',
    from_state: row.status,
    to_state: status,
    ...(by.userId === null ? {} : { user_id: by.userId }),
    ...(by.reason === undefined ? {} : { payload: { reason: by.reason } }),
  });
  return applyStatus(tx, execution, status);
}

/** Sets the state of an execution, and tells of it. */
export async function applyStatus(
  tx: Tx,
  execution: ExecutionRow,
  status: WorkflowExecutionStatus,
  error: string | null = execution.error_message,
): Promise<ExecutionRow> {
  const ends = isEnded(status);
  const begins = execution.started_at === null && status === 'running';
  const row = await changeStatus(tx, execution, status, { begins, ...(ends ? { error } : {}) });
  if (ends) await releaseHeld(tx, row);
  const { execution_id, registration_id, workflow_name, correlation_id } = row;
  const facts = { execution_id, registration_id, workflow_name, correlation_id };
  if (begins) emit(tx, workflowExecutionEvents.started, facts, row.version);
  if (status === 'completed') emit(tx, workflowExecutionEvents.completed, facts, row.version);
  if (status === 'failed') emit(tx, workflowExecutionEvents.failed, { ...facts, error_message: error }, row.version);
  if (status === 'cancelled') emit(tx, workflowExecutionEvents.cancelled, facts, row.version);
  if (row.definition === null && status === 'running' && row.deadline_at !== null) queueExecution(tx, row, row.deadline_at);
  if (row.definition !== null && (status === 'cancelled' || status === 'running') && !begins) queueExecution(tx, row);
  return row;
}

/** Fails an execution without code that has run for longer than it may; one with code sees to that itself. */
export async function failOverdue(tx: Tx, row: ExecutionRow, clock: DatabaseClock): Promise<void> {
  if (row.status !== 'running' || row.deadline_at === null || !clock.hasCome(row.deadline_at)) return;
  const { execution } = await appendEntry(tx, row, {
    kind: 'noted',
    event_name: 'execution_failed',
    event_type: 'error',
    from_state: row.status,
    to_state: 'failed',
    payload: { error: TIMEOUT_ERROR },
  });
  await applyStatus(tx, execution, 'failed', TIMEOUT_ERROR);
}

/** Lets go of what an execution has under way, and tells who waits for its end. */
async function releaseHeld(tx: Tx, row: ExecutionRow): Promise<void> {
  countEnded(tx);
  if (row.tasks_count > 0) await cancelOpenTasks(tx, row.execution_id);
  if (row.timers_count > 0) await cancelOpenTimers(tx, row.execution_id);
  const steps = Object.values(row.definition?.steps ?? {});
  if (steps.some(({ type }) => type === 'wait_for_event')) await stopListening(tx, row.execution_id);
  if (row.status !== 'completed' && steps.some(({ type }) => type === 'call_workflow' || type === 'for_each'))
    queueJob(tx, { cancel_children_of: row.execution_id });
  if (row.parent_execution_id !== null) queueJob(tx, { child_ended: row.execution_id }, null, row.priority);
}
