import { conflict, invalidField, notFound } from '@psa/contract-kit';
import {
  type SendWorkflowEvent,
  StartWorkflow,
  type UpdateWorkflowRun,
  workflowExecutionEvents,
  type WorkflowExecutionStatus,
} from '@psa/contracts-automation';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion, type Principal } from '@psa/http-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../automation-app.ts';
import type { Workflows } from '../../ports/workflows.ts';
import { isRunnable } from './registration.actions.ts';
import { queueJob } from './workflow.queue.ts';
import {
  appendEntry,
  cancelOpenTasks,
  changeExecution,
  type EventRow,
  type ExecutionRow,
  findChained,
  findRegistrationByName,
  findVersion,
  insertExecution,
  lockExecutionRow,
  requireExecution,
} from './workflow.records.ts';

/** Executions that actions of one chain of causes may start. */
const MAX_CHAINED = 100;

/** What may follow what; a restart makes another execution. */
const TRANSITIONS: Readonly<Record<WorkflowExecutionStatus, readonly WorkflowExecutionStatus[]>> = {
  pending: ['running', 'cancelled'],
  running: ['paused', 'completed', 'failed', 'cancelled'],
  paused: ['running', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
};

/** Starts a workflow. @throws VALIDATION_ERROR for an unknown one, CONFLICT for one that is not active */
export function startWorkflow(db: Db, input: StartWorkflow): Promise<ExecutionRow> {
  return db.transaction((tx) => startInTransaction(tx, input));
}

/** Starts a workflow for an action, once for each key. @throws VALIDATION_ERROR, CONFLICT also for what would be a loop */
export function startByAction(
  db: Db,
  { idempotencyKey, context_data, workflow_name }: Parameters<Workflows['start']>[1],
): Promise<{ execution_id: string }> {
  return db.transaction(async (tx) => {
    const found = await findChained(tx, db.context.correlationId, idempotencyKey);
    if (found.execution_id !== null) return { execution_id: found.execution_id };
    if (found.count >= MAX_CHAINED) throw conflict(`${MAX_CHAINED} workflows were started one after the other: this would be a loop`);
    const input = StartWorkflow.parse({ workflow_name, context_data, correlation_id: db.context.correlationId });
    const { execution_id } = await startInTransaction(tx, input, { fire_key: idempotencyKey });
    return { execution_id };
  });
}

async function startInTransaction(
  tx: Tx,
  input: StartWorkflow,
  origin: { readonly restart_of?: string; readonly fire_key?: string } = {},
): Promise<ExecutionRow> {
  const registration = await findRegistrationByName(tx, input.workflow_name);
  if (registration === undefined) throw invalidField('workflow_name', 'is no workflow');
  if (!isRunnable(registration.status)) throw conflict('The workflow is not active');
  const version = await findVersion(tx, registration, input.workflow_version);
  if (version === undefined) throw invalidField('workflow_version', 'is no version of the workflow');
  const execution_id = uuidv7();
  const row = await insertExecution(tx, {
    execution_id,
    registration_id: registration.registration_id,
    version_id: version.version_id,
    workflow_name: registration.name,
    workflow_version: version.workflow_version,
    definition: version.definition === null ? null : JSON.stringify(version.definition),
    status: 'pending',
    context_data: JSON.stringify(input.context_data),
    correlation_id: input.correlation_id ?? execution_id,
    priority: input.priority,
    scheduled_at: input.scheduled_at === undefined ? null : new Date(input.scheduled_at).toISOString(),
    timeout_seconds: input.timeout_seconds ?? null,
    restart_of: origin.restart_of ?? null,
    fire_key: origin.fire_key ?? null,
    runs_as: registration.runs_as,
  });
  if (row.definition === null) return row;
  queueJob(tx, { execution_id }, row.scheduled_at);
  return row;
}

/** Starts what failed or was cancelled anew. @throws NOT_FOUND, CONFLICT */
export async function restartExecution(db: Db, id: string): Promise<ExecutionRow> {
  const { status, workflow_name, workflow_version, context_data, correlation_id, priority, timeout_seconds } = await requireExecution(
    db,
    id,
  );
  if (status !== 'failed' && status !== 'cancelled') throw conflict(`The execution is ${status}`);
  const input = { workflow_name, workflow_version, context_data: context_data as StartWorkflow['context_data'], correlation_id, priority };
  return db.transaction((tx) =>
    startInTransaction(tx, { ...input, ...(timeout_seconds === null ? {} : { timeout_seconds }) }, { restart_of: id }),
  );
}

/** Changes an execution; one with code runs by itself, and is only paused, resumed and cancelled. */
export function updateExecution(
  db: Db,
  principal: Principal,
  id: string,
  input: UpdateWorkflowRun,
  accepted?: Accepted,
): Promise<ExecutionRow> {
  return db.transaction(async (tx) => {
    const row = await lockExecutionRow(tx, id);
    if (row === undefined) throw notFound('Execution');
    demandVersion(accepted, row.version);
    const { status, current_state, context_data, correlation_id, error_message } = input;
    const isMoved =
      current_state !== undefined || status === 'completed' || status === 'failed' || (status === 'running' && row.status === 'pending');
    if (row.definition !== null && isMoved) throw conflict('The workflow has code: its execution moves by itself');
    if (TRANSITIONS[row.status].length === 0) throw conflict(`The execution is ${row.status}`);
    if (current_state !== undefined && current_state !== row.current_state) {
      const entry = { kind: 'noted', event_name: 'state_changed', event_type: 'state_change', user_id: principal.userId } as const;
      await appendEntry(tx, row, { ...entry, from_state: row.current_state, to_state: current_state });
    }
    const changed = await changeExecution(tx, id, {
      ...(current_state === undefined ? {} : { current_state }),
      ...(context_data === undefined ? {} : { context_data: JSON.stringify(context_data) }),
      ...(correlation_id === undefined ? {} : { correlation_id }),
      ...(error_message === undefined ? {} : { error_message }),
    });
    return status === undefined || status === row.status ? changed : moveExecution(tx, changed, status, principal.userId);
  });
}

/** Pauses, resumes or cancels. @throws NOT_FOUND, CONFLICT when the execution is in no state for it */
export function setExecutionStatus(
  db: Db,
  principal: Principal,
  id: string,
  status: 'paused' | 'running' | 'cancelled',
): Promise<ExecutionRow> {
  return db.transaction(async (tx) => {
    const row = await lockExecutionRow(tx, id);
    if (row === undefined) throw notFound('Execution');
    if (status === 'running' && row.status !== 'paused') throw conflict(`The execution is ${row.status}`);
    return moveExecution(tx, row, status, principal.userId);
  });
}

async function moveExecution(tx: Tx, row: ExecutionRow, status: WorkflowExecutionStatus, userId: string): Promise<ExecutionRow> {
  if (!TRANSITIONS[row.status].includes(status)) throw conflict(`An execution that is ${row.status} cannot become ${status}`);
  const { execution } = await appendEntry(tx, row, {
    kind: status === 'cancelled' ? 'cancelled' : 'noted',
    event_name: `execution_${status}`,
    event_type: 'user_action',
    from_state: row.status,
    to_state: status,
    user_id: userId,
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
  const now = new Date();
  const isEnd = TRANSITIONS[status].length === 0;
  const begins = execution.started_at === null && status === 'running';
  const { timeout_seconds } = execution;
  const row = await changeExecution(tx, execution.execution_id, {
    status,
    ...(begins ? { started_at: now.toISOString() } : {}),
    ...(begins && timeout_seconds !== null ? { deadline_at: new Date(now.getTime() + timeout_seconds * 1000).toISOString() } : {}),
    ...(isEnd ? { completed_at: now.toISOString(), error_message: error } : {}),
  });
  if (isEnd) await cancelOpenTasks(tx, row.execution_id);
  const { execution_id, registration_id, workflow_name, correlation_id } = row;
  const facts = { execution_id, registration_id, workflow_name, correlation_id };
  if (begins) emit(tx, workflowExecutionEvents.started, facts, row.version);
  if (status === 'completed') emit(tx, workflowExecutionEvents.completed, facts, row.version);
  if (status === 'failed') emit(tx, workflowExecutionEvents.failed, { ...facts, error_message: error }, row.version);
  if (status === 'cancelled') emit(tx, workflowExecutionEvents.cancelled, facts, row.version);
  if (row.definition !== null && (status === 'cancelled' || status === 'running') && !begins) queueJob(tx, { execution_id });
  return row;
}

/** Sends an event to an execution. @throws VALIDATION_ERROR for an unknown one, CONFLICT for one that has ended */
export function sendEvent(db: Db, principal: Principal, input: SendWorkflowEvent): Promise<EventRow> {
  return db.transaction(async (tx) => {
    const row = await lockExecutionRow(tx, input.execution_id);
    if (row === undefined) throw invalidField('execution_id', 'is no execution');
    if (TRANSITIONS[row.status].length === 0) throw conflict(`The execution is ${row.status}`);
    const { event_name, event_type, from_state, to_state, payload, correlation_id } = input;
    const { event } = await appendEntry(tx, row, {
      kind: 'received',
      event_name,
      event_type,
      from_state: from_state ?? null,
      to_state: to_state ?? null,
      payload,
      correlation_id,
      user_id: principal.userId,
    });
    if (row.definition !== null && row.status === 'running') queueJob(tx, { execution_id: row.execution_id });
    return event;
  });
}
