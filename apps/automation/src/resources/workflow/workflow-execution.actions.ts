import { conflict, invalidField, notFound } from '@psa/contract-kit';
import type { SendWorkflowEvent, UpdateWorkflowRun } from '@psa/contracts-automation';
import { type Accepted, demandVersion, type Principal } from '@psa/http-kit';
import type { Db } from '../../automation-app.ts';
import { MAX_TOLD } from './decide.rules.ts';
import { isEnded, moveExecution } from './execution-status.actions.ts';
import { queueExecution } from './workflow.queue.ts';
import { appendEntry, changeExecution, type EventRow, type ExecutionRow, lockExecutionRow } from './workflow.records.ts';

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
    if (isEnded(row.status)) throw conflict(`The execution is ${row.status}`);
    let counted = row;
    if (current_state !== undefined && current_state !== row.current_state) {
      const entry = { kind: 'noted', event_name: 'state_changed', event_type: 'state_change', user_id: principal.userId } as const;
      counted = (await appendEntry(tx, row, { ...entry, from_state: row.current_state, to_state: current_state })).execution;
    }
    const changed = await changeExecution(tx, id, {
      events_count: counted.events_count,
      ...(current_state === undefined ? {} : { current_state }),
      ...(context_data === undefined ? {} : { context_data: JSON.stringify(context_data) }),
      ...(correlation_id === undefined ? {} : { correlation_id }),
      ...(error_message === undefined ? {} : { error_message }),
    });
    return status === undefined || status === row.status ? changed : moveExecution(tx, changed, status, { userId: principal.userId });
  });
}

/** Pauses, resumes or cancels. @throws NOT_FOUND, CONFLICT when the execution is in no state for it */
export function setExecutionStatus(
  db: Db,
  principal: Principal,
  id: string,
  status: 'paused' | 'running' | 'cancelled',
  reason?: string,
): Promise<ExecutionRow> {
  return db.transaction(async (tx) => {
    const row = await lockExecutionRow(tx, id);
    if (row === undefined) throw notFound('Execution');
    if (status === 'running' && row.status !== 'paused') throw conflict(`The execution is ${row.status}`);
    return moveExecution(tx, row, status, { userId: principal.userId, reason });
  });
}

/** Sends an event to an execution. @throws VALIDATION_ERROR for an unknown one, CONFLICT for one that has ended */
export function sendEvent(db: Db, principal: Principal, input: SendWorkflowEvent): Promise<EventRow> {
  return db.transaction(async (tx) => {
    const row = await lockExecutionRow(tx, input.execution_id);
    if (row === undefined) throw invalidField('execution_id', 'is no execution');
    if (isEnded(row.status)) throw conflict(`The execution is ${row.status}`);
    if (row.events_count >= MAX_TOLD) throw conflict(`The execution has ${MAX_TOLD} events`);
    const { event_name, event_type, from_state, to_state, payload, correlation_id } = input;
    const { event, execution } = await appendEntry(tx, row, {
      kind: 'received',
      event_name,
      event_type,
      from_state: from_state ?? null,
      to_state: to_state ?? null,
      payload,
      correlation_id,
      user_id: principal.userId,
    });
    if (row.definition !== null && row.status === 'running') queueExecution(tx, execution);
    return event;
  });
}
