import { type Action, WorkflowDefinition, type WorkflowStep } from '@psa/contracts-automation';
import { type Job, JobLost } from '@psa/work-kit';
import type { Db, Ports, Tx } from '../../automation-app.ts';
import { type Attempt, tryAction } from '../action/run-action.actions.ts';
import { permissionOfAction } from '../rule/rule.rules.ts';
import { v7 as uuidv7 } from 'uuid';
import { actedEntry, type Tried } from './acted-entry.rules.ts';
import { ActionsUnderWay } from './actions-under-way.ts';
import { type Beginning, beginningOf } from './begin-step.actions.ts';
import { bounded } from './bounded.rules.ts';
import { startHeldItems } from './children.actions.ts';
import { DatabaseClock } from './database-clock.ts';
import { type Acted, actedKey, decide, type Decision, isAwaited } from './decide.rules.ts';
import { applyStatus, failOverdue, isEnded } from './execution-status.actions.ts';
import { stepOf, WorkflowFold } from './fold-history.rules.ts';
import { executionContext } from './execution-context.ts';
import type { HistoryEntry } from './history.ts';
import { productEvents } from './product-events.ts';
import { adoptHistory } from './restart-execution.actions.ts';
import { dropCheckpointsBefore, findCheckpoint, insertSnapshot, shownState } from './snapshot.records.ts';
import { deleteWait } from './waits.records.ts';
import { queueExecution, queueJob, type WorkflowJob } from './workflow.queue.ts';
import {
  appendEntry,
  changeExecution,
  type ExecutionChange,
  type ExecutionRow,
  lockExecutionRow,
  type NewEntry,
  readHistory,
  requireExecution,
} from './workflow.records.ts';

/** Entries after which the state is kept, so that a resumed execution reads no more than these. */
const CHECKPOINT_EVERY = 250;
/** While actions are under way, how often an execution looks for what others have added to its history. */
const LOOK_MS = 1_000;

interface Run {
  readonly db: Db;
  readonly ports: Ports;
  readonly job: Job<WorkflowJob>;
  readonly definition: WorkflowDefinition;
  /** What it appends by, as long as nobody else has taken the execution. */
  readonly id: string;
  readonly clock: DatabaseClock;
  execution: ExecutionRow;
  fold: WorkflowFold;
  /** Entries the last checkpoint stands for. */
  kept: number;
  readonly underWay: ActionsUnderWay<Tried>;
  /** Why steps could not go on, by their threads or `actedKey`: the job tries again later, while other threads go on. */
  readonly stalled: Map<string, unknown>;
  /** Ends what is under way. */
  readonly signal: AbortSignal;
}

/** What a process has once it has taken an execution. */
interface Taken extends Pick<Run, 'id' | 'clock' | 'execution'> {
  /** The one entry of the history of an execution that starts. */
  readonly first?: HistoryEntry;
}

/**
 * Runs an execution until it waits or ends. What each step came to is committed before the next of its thread begins, so that after a
 * crash the job goes on there; an action that was under way is done again under the same idempotency key.
 */
export async function runWorkflow(anyDb: Db, ports: Ports, job: Job<WorkflowJob>, executionId: string): Promise<void> {
  const taken = await begin(anyDb, job, executionId);
  if (taken === undefined) return;
  const { execution, first, ...held } = taken;
  const { tenant } = anyDb.context;
  // What its actions cause is known by the workflow and the chain it stands in.
  const db = ports.asTenant({ tenant, actor: { id: execution.registration_id, type: 'system' }, correlationId: execution.chain_id });
  const checkpoint = execution.events_count > CHECKPOINT_EVERY ? await findCheckpoint(db, executionId) : undefined;
  // What an earlier version of the product stored gets the members that have come since.
  const definition = WorkflowDefinition.parse(execution.definition);
  const fold = new WorkflowFold(definition, checkpoint);
  if (first !== undefined) fold.apply(first);
  const ending = new AbortController();
  const signal = AbortSignal.any([job.signal, ending.signal]);
  const acting = { underWay: new ActionsUnderWay<Tried>(), stalled: new Map<string, unknown>(), signal };
  const run: Run = { ...held, ...acting, db, ports, job, definition, execution, fold, kept: fold.position };
  try {
    await readOn(run);
    for (;;) {
      job.signal.throwIfAborted();
      if (await apply(run, decideNext(run))) return;
      if (run.fold.position - run.kept >= CHECKPOINT_EVERY) await keepCheckpoint(run);
    }
  } finally {
    ending.abort(new JobLost('the execution is no longer run here'));
  }
}

function decideNext(run: Run): Decision {
  const { definition, execution, fold, underWay, stalled } = run;
  if (execution.status === 'paused') return { kind: 'wait', until: null };
  const now = nowOf(run);
  const known = executionContext(execution, now);
  return decide(definition, fold, {
    now,
    deadline: execution.deadline_at,
    known,
    underWay: underWay.keys,
    stalled,
  });
}

function nowOf({ clock }: Run): string {
  return new Date(clock.now()).toISOString();
}

/**
 * Takes an execution under a new id of a run: a process that had it before and is only slow can append nothing any more.
 * @returns undefined when another job has it, which looks once more before it lets go, or when it has ended
 */
async function begin(db: Db, job: Job<WorkflowJob>, executionId: string): Promise<Taken | undefined> {
  return db.transaction(async (tx) => {
    const [row, clock] = await Promise.all([lockExecutionRow(tx, executionId), DatabaseClock.read(tx)]);
    if (row?.definition === null) {
      await failOverdue(tx, row, clock);
      return undefined;
    }
    if (row === undefined || (row.runner !== null && row.runner !== job.id)) return undefined;
    if (row.status === 'completed' || row.status === 'failed') return undefined;
    const id = uuidv7();
    return { id, clock, ...(await take(tx, row, { runner: job.id, run_id: id })) };
  });
}

/** Takes an execution, and starts it where it has not been. @returns the execution, and its history where that is one entry */
async function take(tx: Tx, row: ExecutionRow, by: ExecutionChange): Promise<Pick<Taken, 'execution' | 'first'>> {
  if (row.status !== 'pending') return { execution: await changeExecution(tx, row.execution_id, by) };
  if (row.resumes && row.restart_of !== null) {
    const taken = await changeExecution(tx, row.execution_id, by);
    return { execution: await applyStatus(tx, await adoptHistory(tx, taken), 'running') };
  }
  const entry = { kind: 'started', event_name: 'execution_started', event_type: 'state_change' } as const;
  const { event, execution } = await appendEntry(tx, row, entry, by);
  return { execution: await applyStatus(tx, execution, 'running'), ...(event.position === 1 ? { first: event } : {}) };
}

/** Does what was decided. @returns whether the job has nothing more to do */
async function apply(run: Run, decision: Decision): Promise<boolean> {
  switch (decision.kind) {
    case 'act':
    case 'undo': {
      const firstAt = decision.retry?.firstAt ?? nowOf(run);
      const seen = seenBy(run, firstAt);
      run.underWay.start(decision, async () => ({ ...(await act(run, decision, seen)), firstAt }));
      return false;
    }
    case 'begin':
      return beginStep(run, decision);
    case 'end_step':
      return endStep(run, decision);
    case 'fail':
      return append(run, { kind: 'failed', event_name: 'execution_failed', event_type: 'error', payload: { error: decision.error } });
    case 'end':
      return finish(run, decision);
    case 'wait':
      return run.underWay.keys.size > 0 ? settleNext(run, decision.until) : release(run, decision.until);
  }
}

async function beginStep(run: Run, decision: Extract<Decision, { kind: 'begin' }>): Promise<false> {
  const step = stepOf(run.definition, decision.step) as WorkflowStep;
  let beginning: Beginning;
  try {
    beginning = await beginningOf(run, step, decision, seenBy(run, nowOf(run)));
  } catch (error) {
    run.stalled.set(decision.token, error);
    return false;
  }
  return append(run, beginning.enter, beginning.after, beginning.before);
}

/** Notes what the first of the actions under way comes to, or looks for what has changed meanwhile. */
async function settleNext(run: Run, until: string | null): Promise<false> {
  const due = until === null ? LOOK_MS : Math.max(1, Date.parse(until) - run.clock.now());
  const attempted = await run.underWay.next(Math.min(LOOK_MS, due));
  if (attempted === undefined) return reload(run);
  const { decision } = attempted;
  if ('error' in attempted) {
    run.stalled.set(actedKey(decision), attempted.error);
    return false;
  }
  return appendResult(run, decision, actedEntry(run.definition, decision, attempted.result, run.clock.now()));
}

function endStep(
  run: Run,
  { step, token, output, next, consumed, error, abandons }: Extract<Decision, { kind: 'end_step' }>,
): Promise<false> {
  const definition = stepOf(run.definition, step);
  const entry: NewEntry = {
    kind: 'step_ended',
    event_name: 'step_ended',
    event_type: definition?.type === 'timer' ? 'timer_fired' : error === undefined ? 'state_change' : 'error',
    step,
    token,
    payload: {
      output: bounded(output),
      next,
      ...(consumed === undefined ? {} : { consumed }),
      ...(error === undefined ? {} : { error }),
    },
  };
  const hasWait = definition?.type === 'wait_for_event' && productEvents.has(definition.event);
  return append(run, entry, async (tx, { execution_id }) => {
    if (hasWait) await deleteWait(tx, execution_id, token);
    if (abandons !== undefined) queueJob(tx, { cancel_execution: abandons });
  });
}

/** Tries an action with the permissions that whoever is responsible for the workflow has now. */
async function act(run: Run, decision: Acted, known: Record<string, unknown>): Promise<Attempt> {
  const { db, ports, signal, execution } = run;
  const { action, retry } = decision;
  const refused = (error_message: string): Attempt => ({ is_success: false, attempts: 0, output: null, error_message });
  const held = await ports.authors.permissionsOf(db.context, execution.runs_as);
  if (held === null) return refused('Whoever the workflow runs for is gone or deactivated');
  const needed = permissionOfAction(action.type, action.config);
  if (needed !== undefined && !held.has(needed)) return refused(`Whoever the workflow runs for may no longer do this (${needed})`);
  const work = {
    ports,
    context: db.context,
    rule: { rule_id: execution.registration_id, name: execution.workflow_name },
    executionId: execution.execution_id,
    idempotencyKey: `${execution.execution_id}.${decision.kind === 'act' ? decision.since : `${decision.position}.undo`}`,
    known,
    signal,
    log: () => {},
  };
  return tryAction(action as Action, work, (retry?.attempts ?? 0) + 1);
}

/** What gaps are filled with. @param now ISO time */
function seenBy({ execution, fold }: Run, now: string): Record<string, unknown> {
  return { ...executionContext(execution, now), steps: { ...fold.outputs } };
}

/** Commits what an action came to, whatever has happened meanwhile, unless its step has gone on without it. */
async function appendResult(run: Run, decision: Acted, entry: NewEntry): Promise<false> {
  const { db, fold } = run;
  const added = await db.transaction(async (tx) => {
    const row = await lockHeld(tx, run);
    if (row.events_count !== fold.position) for (const news of await readHistory(tx, row.execution_id, fold.position)) fold.apply(news);
    return isAwaited(fold, decision) ? appendEntry(tx, row, entry, changeBy(row, entry)) : undefined;
  });
  if (added === undefined) return reload(run);
  fold.apply(added.event);
  run.execution = added.execution;
  return false;
}

/** Commits an entry of the history, unless somebody paused, cancelled or told the execution something that comes first. */
async function append(
  run: Run,
  entry: NewEntry | ((tx: Tx, execution: ExecutionRow) => Promise<NewEntry>),
  after: (tx: Tx, execution: ExecutionRow) => Promise<void> = async () => {},
  before: (tx: Tx) => Promise<void> = async () => {},
): Promise<false> {
  const { db, fold } = run;
  const added = await db.transaction(async (tx) => {
    await before(tx);
    const row = await lockHeld(tx, run);
    if (row.events_count !== fold.position) return undefined;
    const made = typeof entry === 'function' ? await entry(tx, row) : entry;
    const appended = await appendEntry(tx, row, made, changeBy(row, made));
    if (made.kind === 'step_begun' || made.kind === 'step_ended') await after(tx, appended.execution);
    return appended;
  });
  if (added === undefined) return reload(run);
  fold.apply(added.event);
  run.execution = added.execution;
  return false;
}

function changeBy({ steps_ended }: ExecutionRow, { step, kind }: NewEntry): ExecutionChange {
  return {
    ...(step === undefined ? {} : { current_state: step }),
    ...(kind === 'step_ended' ? { steps_ended: steps_ended + 1 } : {}),
  };
}

/** Ends the execution, unless there is news. @returns whether it has ended */
async function finish(run: Run, { outcome, error }: Extract<Decision, { kind: 'end' }>): Promise<boolean> {
  const ended = await run.db.transaction(async (tx) => {
    const row = await lockHeld(tx, run);
    if (row.events_count !== run.fold.position) return false;
    const free = await changeExecution(tx, row.execution_id, { runner: null, run_id: null });
    if (!isEnded(row.status)) {
      const { execution } = await appendEntry(tx, free, {
        kind: 'noted',
        event_name: `execution_${outcome}`,
        event_type: 'state_change',
        from_state: row.status,
        to_state: outcome,
        ...(error === null ? {} : { payload: { error } }),
      });
      const end = await applyStatus(tx, execution, outcome, error);
      if (outcome === 'failed')
        await insertSnapshot(tx, end, { snapshot_type: 'error', state_data: shownState(run.fold.checkpoint()), description: error });
    }
    await run.job.complete(tx);
    return true;
  });
  return ended || reload(run);
}

/**
 * Lets go of an execution that waits, unless there is news.
 * @returns whether it was let go
 * @throws why an action is stalled: the job is put off, while another wakes the execution for what comes before that
 */
async function release(run: Run, until: string | null): Promise<boolean> {
  const released = await run.db.transaction(async (tx) => {
    const held = await lockHeld(tx, run);
    const row = held.status === 'running' && hasItems(run) ? await startHeldItems(tx, held) : held;
    if (row.events_count !== run.fold.position) return false;
    const wakeAt = until === null || (await isWokenBy(tx, row, until)) ? undefined : until;
    await changeExecution(tx, row.execution_id, { runner: null, run_id: null, ...(wakeAt === undefined ? {} : { wake_at: wakeAt }) });
    if (wakeAt !== undefined) queueExecution(tx, row, wakeAt);
    if (run.stalled.size === 0) await run.job.complete(tx);
    return true;
  });
  if (!released) return reload(run);
  for (const error of run.stalled.values()) throw error;
  return true;
}

/** Whether an earlier wait has left a job that is due by then, and that cannot have been taken yet: each event would leave another. */
async function isWokenBy(tx: Tx, { wake_at }: ExecutionRow, until: string): Promise<boolean> {
  if (wake_at === null || Date.parse(wake_at) > Date.parse(until)) return false;
  return !(await DatabaseClock.read(tx)).hasCome(wake_at);
}

function hasItems({ definition: { steps } }: Run): boolean {
  return Object.values(steps).some(({ type }) => type === 'for_each');
}

async function keepCheckpoint(run: Run): Promise<void> {
  const checkpoint = run.fold.checkpoint();
  await run.db.transaction(async (tx) => {
    const row = await lockHeld(tx, run);
    const at = { ...row, events_count: checkpoint.position };
    await insertSnapshot(tx, at, { snapshot_type: 'checkpoint', state_data: shownState(checkpoint), checkpoint });
    await dropCheckpointsBefore(tx, row.execution_id, checkpoint.position);
  });
  run.kept = checkpoint.position;
}

/** @throws JobLost when another process has taken the execution, for the same job too */
async function lockHeld(tx: Tx, { execution, job, id }: Run): Promise<ExecutionRow> {
  const row = await lockExecutionRow(tx, execution.execution_id);
  if (row === undefined || row.runner !== job.id || row.run_id !== id) throw new JobLost("the execution is no longer this process's");
  return row;
}

/** Reads the rest of the history, and the execution again only if it changed since it was taken. */
async function readOn(run: Run): Promise<void> {
  const { fold, execution } = run;
  if (fold.position === execution.events_count) return;
  for (const entry of await readHistory(run.db, execution.execution_id, fold.position)) fold.apply(entry);
  if (fold.position !== execution.events_count) await reload(run);
}

/** Reads what others have added. */
async function reload(run: Run): Promise<false> {
  const { execution_id } = run.execution;
  for (const entry of await readHistory(run.db, execution_id, run.fold.position)) run.fold.apply(entry);
  run.execution = await requireExecution(run.db, execution_id);
  return false;
}
