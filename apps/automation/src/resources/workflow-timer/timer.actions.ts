import { conflict, invalidField } from '@psa/contract-kit';
import type { CreateWorkflowSnapshot, CreateWorkflowTimer } from '@psa/contracts-automation';
import { Cron } from 'croner';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../automation-app.ts';
import { DatabaseClock } from '../workflow/database-clock.ts';
import { addDuration } from '../workflow/decide.rules.ts';
import { isEnded } from '../workflow/execution-status.actions.ts';
import { foldHistory } from '../workflow/fold-history.rules.ts';
import { insertSnapshot, shownState, type SnapshotRow } from '../workflow/snapshot.records.ts';
import { queueExecution, queueJob } from '../workflow/workflow.queue.ts';
import { appendEntry, changeExecution, type ExecutionRow, lockExecutionRow, readHistory } from '../workflow/workflow.records.ts';
import { changeTimer, findTimer, insertTimer, requireTimer, type TimerRow } from './timer.records.ts';

const TIMERS_PER_EXECUTION = 1_000;
/** How often a timer that repeats fires in all. */
const MAX_FIRES = 1_000;

/** Creates a timer. @throws VALIDATION_ERROR, CONFLICT when the execution has ended */
export function createTimer(db: Db, input: CreateWorkflowTimer): Promise<TimerRow> {
  const recurrence = input.recurrence ?? null;
  if (recurrence !== null && !isCron(recurrence)) throw invalidField('recurrence', 'must be a cron expression of five fields');
  return db.transaction(async (tx) => {
    const execution = await requireOpen(tx, input.execution_id);
    if (execution.timers_count >= TIMERS_PER_EXECUTION) throw conflict(`The execution has ${TIMERS_PER_EXECUTION} timers`);
    const start_time = new Date(input.start_time ?? (await DatabaseClock.read(tx)).now()).toISOString();
    const fire_time = firstFireOf(start_time, input.duration);
    const timer_id = uuidv7();
    await changeExecution(tx, execution.execution_id, { timers_count: execution.timers_count + 1 });
    queueJob(tx, { timer_id }, fire_time);
    return insertTimer(tx, {
      timer_id,
      execution_id: execution.execution_id,
      timer_name: input.timer_name,
      state_name: input.state_name,
      duration: input.duration,
      recurrence,
      start_time,
      metadata: JSON.stringify(input.metadata),
      fire_time,
      status: 'pending',
      next_fire_time: fire_time,
    });
  });
}

/** @throws NOT_FOUND, CONFLICT when it has fired for the last time */
export async function cancelTimer(db: Db, id: string): Promise<TimerRow> {
  const { execution_id } = await requireTimer(db, id);
  return db.transaction(async (tx) => {
    await lockExecutionRow(tx, execution_id);
    const timer = await requireTimer(tx, id);
    if (timer.status !== 'pending') throw conflict(`The timer is ${timer.status}`);
    return changeTimer(tx, id, { status: 'cancelled', next_fire_time: null });
  });
}

/** Fires a timer that is due: its execution is sent an event of the timer's name. */
export async function fireTimer(db: Db, id: string, complete: (tx: Tx) => Promise<void>): Promise<void> {
  const found = await findTimer(db, id);
  await db.transaction(async (tx) => {
    const execution = found && (await lockExecutionRow(tx, found.execution_id));
    const clock = await DatabaseClock.read(tx);
    await complete(tx);
    const timer = await findTimer(tx, id);
    if (timer?.status !== 'pending' || timer.next_fire_time === null || execution === undefined || isEnded(execution.status)) return;
    if (!clock.hasCome(timer.next_fire_time)) return;
    const fire_count = timer.fire_count + 1;
    const next = timer.recurrence === null || fire_count >= MAX_FIRES ? null : nextOf(timer.recurrence, clock.now());
    await changeTimer(tx, id, { fire_count, status: next === null ? 'fired' : 'pending', next_fire_time: next });
    if (next !== null) queueJob(tx, { timer_id: id }, next);
    const { execution: told } = await appendEntry(tx, execution, {
      kind: 'received',
      event_name: timer.timer_name,
      event_type: 'timer_fired',
      payload: { timer_id: id, state_name: timer.state_name, metadata: timer.metadata, fire_count },
    });
    if (told.definition !== null && told.status === 'running') queueExecution(tx, told);
  });
}

/** Keeps where an execution stands. @throws VALIDATION_ERROR, CONFLICT when it has ended */
export function createSnapshot(db: Db, input: CreateWorkflowSnapshot): Promise<SnapshotRow> {
  return db.transaction(async (tx) => {
    const execution = await requireOpen(tx, input.execution_id);
    const state_data = input.state_data ?? (await stateOf(tx, execution));
    const { snapshot_type, description = null, metadata } = input;
    return insertSnapshot(tx, execution, { snapshot_type, state_data, description, metadata });
  });
}

async function stateOf(tx: Tx, { execution_id, definition, status, current_state }: ExecutionRow): Promise<Record<string, unknown>> {
  if (definition === null) return { status, current_state };
  return shownState(foldHistory(definition, await readHistory(tx, execution_id)).checkpoint());
}

async function requireOpen(tx: Tx, id: string): Promise<ExecutionRow> {
  const execution = await lockExecutionRow(tx, id);
  if (execution === undefined) throw invalidField('execution_id', 'is no execution');
  if (isEnded(execution.status)) throw conflict(`The execution is ${execution.status}`);
  return execution;
}

function isCron(expression: string): boolean {
  try {
    new Cron(expression, { mode: '5-part', paused: true });
    return expression.trim().split(/\s+/).length === 5;
  } catch {
    return false;
  }
}

/** @throws VALIDATION_ERROR for a time that is too far away */
function firstFireOf(start: string, duration: string): string {
  try {
    return addDuration(start, duration);
  } catch (error) {
    throw error instanceof RangeError ? invalidField('start_time', 'leads to a time after the year 9999') : error;
  }
}

function nextOf(expression: string, after: number): string | null {
  return new Cron(expression, { mode: '5-part', paused: true, timezone: 'UTC' }).nextRun(new Date(after))?.toISOString() ?? null;
}
