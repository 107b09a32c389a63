import type { Action, ActionInput, WorkflowDefinition } from '@psa/contracts-automation';
import { interpolate } from '@psa/conditions';
import { type Job, JobLost } from '@psa/work-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../automation-app.ts';
import { type Outcome, runAction } from '../action/run-action.ts';
import { permissionOfAction } from '../rule/rule.rules.ts';
import { decide, type Decision } from './decide.rules.ts';
import { foldHistory, stepOf } from './fold-history.ts';
import type { HistoryEntry } from './history.ts';
import { applyStatus } from './workflow-execution.actions.ts';
import { addTask } from './workflow-task.actions.ts';
import { queueJob, type WorkflowJob } from './workflow.queue.ts';
import {
  appendEntry,
  changeExecution,
  type ExecutionRow,
  lockExecutionRow,
  type NewEntry,
  readHistory,
  requireExecution,
} from './workflow.records.ts';

/** Larger outputs are cut: the history is read at every step. */
const MAX_OUTPUT_BYTES = 16_384;

interface Run {
  readonly db: Db;
  readonly ports: Ports;
  readonly job: Job<WorkflowJob>;
  readonly definition: WorkflowDefinition;
  execution: ExecutionRow;
  history: HistoryEntry[];
}

/**
 * Runs an execution until it waits or ends. What each step came to is committed before the next begins, so that after a crash the
 * job goes on there; an action that was under way is done again under the same idempotency key.
 */
export async function runWorkflow(db: Db, ports: Ports, job: Job<WorkflowJob>, executionId: string): Promise<void> {
  const execution = await begin(db, job, executionId);
  if (execution === undefined || execution.definition === null) return;
  const history = await readHistory(db, executionId);
  const run: Run = { db, ports, job, definition: execution.definition, execution, history };
  for (;;) {
    job.signal.throwIfAborted();
    const next = decide(run.definition, run.history, {
      now: new Date().toISOString(),
      deadline: run.execution.deadline_at,
      known: knownOf(run),
    });
    const decision: Decision = run.execution.status === 'paused' ? { kind: 'wait', until: null } : next;
    if (await apply(run, decision)) return;
  }
}

/** Takes an execution. @returns undefined when another job has it, which looks once more before it lets go, or when it has ended */
async function begin(db: Db, job: Job<WorkflowJob>, executionId: string): Promise<ExecutionRow | undefined> {
  return db.transaction(async (tx) => {
    const row = await lockExecutionRow(tx, executionId);
    if (row === undefined || (row.runner !== null && row.runner !== job.id)) return undefined;
    if (row.status === 'completed' || row.status === 'failed') return undefined;
    const taken = await changeExecution(tx, executionId, { runner: job.id });
    if (taken.status !== 'pending') return taken;
    const { execution } = await appendEntry(tx, taken, { kind: 'started', event_name: 'execution_started', event_type: 'state_change' });
    return applyStatus(tx, execution, 'running');
  });
}

/** Does what was decided. @returns whether the job has nothing more to do */
async function apply(run: Run, decision: Decision): Promise<boolean> {
  switch (decision.kind) {
    case 'act': {
      const outcome = await act(run, decision.action, `${run.execution.execution_id}.${decision.since}`);
      const at = { step: decision.step, token: decision.token };
      if (outcome.is_success)
        return append(run, {
          kind: 'step_ended',
          event_name: 'action_succeeded',
          event_type: 'action_complete',
          ...at,
          payload: { output: bounded(outcome.output), attempts: outcome.attempts, next: nextOf(run, decision.step, 'next') },
        });
      const onError = nextOf(run, decision.step, 'on_error');
      const error = { error: outcome.error_message, attempts: outcome.attempts };
      return onError === null
        ? append(run, { kind: 'failed', event_name: 'action_failed', event_type: 'error', ...at, payload: error })
        : append(run, {
            kind: 'step_ended',
            event_name: 'action_failed',
            event_type: 'error',
            ...at,
            payload: { ...error, output: error, next: onError },
          });
    }
    case 'undo': {
      const outcome = await act(run, decision.action, `${run.execution.execution_id}.${decision.position}.undo`);
      return append(run, {
        kind: 'undone',
        event_name: outcome.is_success ? 'compensation_succeeded' : 'compensation_failed',
        event_type: outcome.is_success ? 'action_complete' : 'error',
        step: decision.step,
        payload: { of: decision.position, ...(outcome.is_success ? {} : { error: outcome.error_message }) },
      });
    }
    case 'begin':
      return append(
        run,
        {
          kind: 'step_begun',
          event_name: 'step_waits',
          event_type: 'state_change',
          step: decision.step,
          token: decision.token,
          payload: decision.until === null ? {} : { until: decision.until },
        },
        (tx, execution) => (decision.task === undefined ? Promise.resolve() : createTaskOf(run, tx, execution, decision)),
      );
    case 'end_step': {
      const { step, token, output, next, consumed } = decision;
      const type = stepOf(run.definition, step)?.type;
      return append(run, {
        kind: 'step_ended',
        event_name: 'step_ended',
        event_type: type === 'timer' ? 'timer_fired' : 'state_change',
        step,
        token,
        payload: { output: bounded(output), next, ...(consumed === undefined ? {} : { consumed }) },
      });
    }
    case 'fail':
      return append(run, { kind: 'failed', event_name: 'execution_failed', event_type: 'error', payload: { error: decision.error } });
    case 'end':
      return finish(run, decision);
    case 'wait':
      return release(run, decision.until);
  }
}

/** Runs an action with the permissions that whoever is responsible for the workflow has now. */
async function act({ db, ports, job, execution, ...run }: Run, action: ActionInput, idempotencyKey: string): Promise<Outcome> {
  const refused = (error_message: string): Outcome => ({ is_success: false, attempts: 0, output: null, error_message });
  const held = await ports.authors.permissionsOf(db.context, execution.runs_as);
  if (held === null) return refused('Whoever the workflow runs for is gone or deactivated');
  const needed = permissionOfAction(action.type, action.config);
  if (needed !== undefined && !held.has(needed)) return refused(`Whoever the workflow runs for may no longer do this (${needed})`);
  return runAction(action as Action, {
    ports,
    context: db.context,
    rule: { rule_id: execution.registration_id, name: execution.workflow_name },
    executionId: execution.execution_id,
    idempotencyKey,
    known: { ...knownOf({ execution }), steps: foldHistory(run.definition, run.history).outputs },
    signal: job.signal,
    log: () => {},
  });
}

/** What conditions and placeholders see. */
function knownOf({ execution }: Pick<Run, 'execution'>): Record<string, unknown> {
  const { execution_id, workflow_name, correlation_id, context_data } = execution;
  return { context: context_data, execution: { execution_id, workflow_name, correlation_id }, now: new Date().toISOString() };
}

async function createTaskOf(run: Run, tx: Tx, execution: ExecutionRow, decision: Extract<Decision, { kind: 'begin' }>): Promise<void> {
  const { task, step, token, until } = decision;
  if (task === undefined) return;
  const known = { ...knownOf(run), steps: foldHistory(run.definition, run.history).outputs };
  const text = (gaps: string, longest: number): string => {
    const filled = interpolate(gaps, known);
    return (typeof filled === 'string' ? filled : JSON.stringify(filled)).slice(0, longest);
  };
  await changeExecution(tx, execution.execution_id, { tasks_count: execution.tasks_count + 1 });
  await addTask(tx, {
    task_id: uuidv7(),
    execution_id: execution.execution_id,
    workflow_name: execution.workflow_name,
    step,
    token,
    title: text(task.title, 255) || step,
    description: task.description === undefined ? null : text(task.description, 4000),
    task_definition_type: 'tenant',
    status: 'pending',
    priority: task.priority,
    due_date: until,
    context_data: JSON.stringify({}),
    assigned_roles: [],
    assigned_users: task.assigned_users,
    form_definition: task.form === undefined ? null : JSON.stringify(task.form),
  });
}

/** Commits an entry of the history, unless somebody paused, cancelled or told the execution something that comes first. */
async function append(
  run: Run,
  entry: NewEntry,
  also: (tx: Tx, execution: ExecutionRow) => Promise<void> = async () => {},
): Promise<false> {
  const { db, execution, history } = run;
  const { execution_id } = execution;
  await db.transaction(async (tx) => {
    const row = await lockHeld(tx, run);
    // What an action came to is kept in any case; what was only decided is decided again when there is news.
    const isDone = entry.event_type === 'action_complete' || entry.event_name === 'action_failed' || entry.kind === 'undone';
    if (!isDone && row.events_count !== history.length) return;
    const { execution: counted } = await appendEntry(tx, row, entry);
    await changeExecution(tx, execution_id, entry.step === undefined ? {} : { current_state: entry.step });
    await also(tx, counted);
  });
  await reload(run);
  return false;
}

/** Ends the execution, unless there is news. @returns whether it has ended */
async function finish(run: Run, { outcome, error }: Extract<Decision, { kind: 'end' }>): Promise<boolean> {
  const ended = await run.db.transaction(async (tx) => {
    const row = await lockHeld(tx, run);
    if (row.events_count !== run.history.length) return false;
    const free = await changeExecution(tx, row.execution_id, { runner: null });
    if (outcome !== 'cancelled') {
      const { execution } = await appendEntry(tx, free, {
        kind: 'noted',
        event_name: `execution_${outcome}`,
        event_type: 'state_change',
        from_state: row.status,
        to_state: outcome,
        ...(error === null ? {} : { payload: { error } }),
      });
      await applyStatus(tx, execution, outcome, error);
    }
    await run.job.complete(tx);
    return true;
  });
  if (!ended) await reload(run);
  return ended;
}

/** Lets go of an execution that waits, unless there is news. @returns whether it was let go */
async function release(run: Run, until: string | null): Promise<boolean> {
  const released = await run.db.transaction(async (tx) => {
    const row = await lockHeld(tx, run);
    if (row.events_count !== run.history.length) return false;
    await changeExecution(tx, row.execution_id, { runner: null });
    if (until !== null) queueJob(tx, { execution_id: row.execution_id }, until);
    await run.job.complete(tx);
    return true;
  });
  if (!released) await reload(run);
  return released;
}

/** @throws JobLost when another job has the execution by now */
async function lockHeld(tx: Tx, { execution, job }: Run): Promise<ExecutionRow> {
  const row = await lockExecutionRow(tx, execution.execution_id);
  if (row === undefined || row.runner !== job.id) throw new JobLost("the execution is no longer this job's");
  return row;
}

async function reload(run: Run): Promise<void> {
  const { execution_id } = run.execution;
  const news = await readHistory(run.db, execution_id, run.history.length);
  run.history = [...run.history, ...news];
  run.execution = await requireExecution(run.db, execution_id);
}

function nextOf({ definition }: Run, name: string, member: 'next' | 'on_error'): string | null {
  const step = stepOf(definition, name);
  return step?.type === 'action' ? (step[member] ?? null) : null;
}

function bounded(output: unknown): unknown {
  const text = JSON.stringify(output ?? null);
  return text.length <= MAX_OUTPUT_BYTES ? (output ?? null) : { truncated: true, text: text.slice(0, MAX_OUTPUT_BYTES) };
}
