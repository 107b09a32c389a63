import { MAX_ITEMS, type WorkflowStep } from '@psa/contracts-automation';
import { interpolate } from '@psa/conditions';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../automation-app.ts';
import { answerCall, findFormerCall, startChild, startItems } from './children.actions.ts';
import { insertFanOut } from './children.records.ts';
import { correlationOf, type Decision } from './decide.rules.ts';
import { type Assignees, resolveAssignees } from './dynamic-assignees.references.ts';
import { productEvents } from './product-events.ts';
import { hasEarlyEvents, insertWait, lockEventName } from './waits.records.ts';
import { addTask } from './workflow-task.actions.ts';
import { queueJob } from './workflow.queue.ts';
import { changeExecution, type ExecutionRow, type NewEntry, requireExecution } from './workflow.records.ts';

type Begin = Extract<Decision, { kind: 'begin' }>;
type StepOf<T extends WorkflowStep['type']> = Extract<WorkflowStep, { type: T }>;

/** How a step begins, in the transaction that notes it. */
export interface Beginning {
  /** Runs before the execution is locked. */
  readonly before?: (tx: Tx) => Promise<void>;
  /** Makes the entry of the history, with what the step needs elsewhere. */
  readonly enter: (tx: Tx, execution: ExecutionRow) => Promise<NewEntry>;
  /** Runs after the entry is written. */
  readonly after?: (tx: Tx, execution: ExecutionRow) => Promise<void>;
}

/**
 * What a step does when it begins to wait. Call it outside of a transaction: other services are asked for tasks.
 * @param seen what its gaps are filled with
 */
export async function beginningOf(
  { db, ports, execution }: { readonly db: Db; readonly ports: Ports; readonly execution: ExecutionRow },
  step: WorkflowStep,
  decision: Begin,
  seen: Record<string, unknown>,
): Promise<Beginning> {
  const entry = begunEntry(decision);
  switch (step.type) {
    case 'wait_for_event':
      return productEvents.has(step.event) ? waitBeginning(step, decision, seen) : { enter: async () => entry };
    case 'human_task': {
      const assignees = await resolveAssignees(db, ports, execution, { name: decision.step, step, seen });
      if ('error' in assignees) {
        const { error, ...where } = assignees;
        return { enter: async () => refusedEntry(decision, error, undefined, where) };
      }
      return { enter: (tx, row) => beginTask(tx, row, { step, assignees }, decision, seen) };
    }
    case 'call_workflow':
      return {
        enter: (tx, row) => beginCall(tx, row, step, decision, seen),
        after: async (tx, row) => {
          if (step.wait) await answerFormerCall(tx, row, decision);
        },
      };
    case 'for_each':
      return forEachBeginning(step, decision, seen);
    default:
      return { enter: async () => entry };
  }
}

function begunEntry({ step, token, until }: Begin, more: Record<string, unknown> = {}): NewEntry {
  const payload = { ...(until === null ? {} : { until }), ...more };
  return { kind: 'step_begun', event_name: 'step_waits', event_type: 'state_change', step, token, payload };
}

/** A step that cannot begin has failed. */
function refusedEntry({ step, token }: Begin, error: string, onError: string | undefined, more: object = {}): NewEntry {
  const at = { event_name: 'step_failed', event_type: 'error', step, token } as const;
  return onError === undefined
    ? { kind: 'failed', ...at, payload: { error: `${step}: ${error}`, ...more } }
    : { kind: 'step_ended', ...at, payload: { error, output: { error }, next: onError } };
}

function waitBeginning(step: StepOf<'wait_for_event'>, decision: Begin, seen: Record<string, unknown>): Beginning {
  return {
    before: (tx) => lockEventName(tx, step.event, 'step'),
    enter: async (tx, { execution_id, created_at }) => {
      const { token } = decision;
      await insertWait(tx, {
        execution_id,
        token,
        event_name: step.event,
        correlation: correlationOf(step, seen),
        conditions: step.conditions,
      });
      // Whether the execution may be told of them is asked of other services: not in this transaction.
      if (await hasEarlyEvents(tx, step.event, created_at)) queueJob(tx, { deliver_early_to: execution_id, token }, null, 'urgent');
      return begunEntry(decision);
    },
  };
}

async function beginTask(
  tx: Tx,
  execution: ExecutionRow,
  { step, assignees }: { readonly step: StepOf<'human_task'>; readonly assignees: Assignees },
  decision: Begin,
  seen: Record<string, unknown>,
): Promise<NewEntry> {
  const text = (gaps: string, longest: number): string => {
    const filled = interpolate(gaps, seen);
    return (typeof filled === 'string' ? filled : JSON.stringify(filled)).slice(0, longest);
  };
  await changeExecution(tx, execution.execution_id, { tasks_count: execution.tasks_count + 1 });
  await addTask(tx, {
    task_id: uuidv7(),
    execution_id: execution.execution_id,
    workflow_name: execution.workflow_name,
    step: decision.step,
    token: decision.token,
    title: text(step.title, 255) || decision.step,
    description: step.description === undefined ? null : text(step.description, 4000),
    task_definition_type: 'tenant',
    status: 'pending',
    priority: step.priority,
    due_date: decision.until,
    context_data: JSON.stringify({}),
    ...assignees,
    form_definition: step.form === undefined ? null : JSON.stringify(step.form),
  });
  return begunEntry(decision);
}

async function beginCall(
  tx: Tx,
  execution: ExecutionRow,
  step: StepOf<'call_workflow'>,
  decision: Begin,
  seen: Record<string, unknown>,
): Promise<NewEntry> {
  const { token, since } = decision;
  const former = await findFormerCall(tx, execution, token, since);
  if (former?.status === 'completed') return begunEntry(decision, { child: former.execution_id });
  const { workflow_name, workflow_version } = step;
  const context_data = interpolate(step.context_data, seen) as Record<string, unknown>;
  const child = await startChild(tx, execution, { workflow_name, workflow_version, context_data, token, since }, former);
  return typeof child === 'string' ? refusedEntry(decision, child, step.on_error) : begunEntry(decision, { child: child.execution_id });
}

/** What a step called before a restart, and that was completed then, it is told at once. */
async function answerFormerCall(tx: Tx, execution: ExecutionRow, { token, since }: Begin): Promise<void> {
  const former = await findFormerCall(tx, execution, token, since);
  if (former?.status === 'completed') await answerCall(tx, execution, await requireExecution(tx, former.execution_id), token, since);
}

function forEachBeginning(step: StepOf<'for_each'>, decision: Begin, seen: Record<string, unknown>): Beginning {
  const items = interpolate(step.items, seen);
  const isList = Array.isArray(items);
  const total = isList ? items.length : Number(items);
  if (!Number.isInteger(total) || total < 0 || total > MAX_ITEMS || (!isList && typeof items !== 'number'))
    return { enter: async () => refusedEntry(decision, `the items must be a list or a number of at most ${MAX_ITEMS}`, step.on_error) };
  return {
    enter: async () => begunEntry(decision),
    after: async (tx, execution) => {
      const fanOut = await insertFanOut(tx, {
        execution_id: execution.execution_id,
        token: decision.token,
        since: decision.since,
        workflow_name: step.workflow_name,
        items: isList ? JSON.stringify(items) : null,
        total,
        // What is said of items is filled in for each of them.
        context_data: JSON.stringify(
          interpolate(step.context_data, { ...seen, item: '{{item}}', index: '{{index}}' }, { missing: 'keep' }),
        ),
        failures: JSON.stringify([]),
      });
      await startItems(tx, execution, fanOut, step.at_once);
    },
  };
}
