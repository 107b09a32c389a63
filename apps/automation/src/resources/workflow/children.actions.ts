import { StartWorkflow } from '@psa/contracts-automation';
import { interpolate } from '@psa/conditions';
import type { Db, Tx } from '../../automation-app.ts';
import { isEnded, moveExecution } from './execution-status.actions.ts';
import { WorkflowFold } from './fold-history.rules.ts';
import { type FormerChild, findFormerChildren, findFormerSteps } from './former-children.records.ts';
import { type Origin, startInTransaction, startSameVersion, tryStart } from './start-execution.actions.ts';
import { queueExecution, queueJob } from './workflow.queue.ts';
import { appendEntry, type ExecutionRow, lockExecutionRow, readHistory, requireExecution } from './workflow.records.ts';
import { changeFanOut, type FanOutRow, findOpenChildren, lockFanOut, lockHeldFanOuts, readItem } from './children.records.ts';

/** Executions that one job cancels before the next one goes on. */
const MAX_CANCELLED = 100;
/** Failed executions whose ids the step shows. */
const MAX_FAILURES_SHOWN = 20;
/** After so many items one after the other that cannot be started the rest is not tried. */
const MAX_REFUSED = 100;
/** Items whose former executions are read at once. */
const FORMER_WINDOW = 500;
/** Longer texts of what a called workflow came to are left out. */
const MAX_OUTPUT_CHARS = 16_384;

export interface Call {
  readonly workflow_name: string;
  readonly workflow_version?: string | undefined;
  readonly context_data: Record<string, unknown>;
  readonly token: string;
  readonly since: number;
  readonly item?: number;
}

/**
 * Starts a workflow for a step.
 * @param former what the step called before it was restarted: where that has failed, it goes on
 * @returns why nothing was started
 */
export async function startChild(tx: Tx, parent: ExecutionRow, call: Call, former?: FormerChild): Promise<ExecutionRow | string> {
  const { workflow_name, workflow_version, context_data, token, since, item } = call;
  const parsed = StartWorkflow.safeParse({
    workflow_name,
    context_data,
    priority: parent.priority,
    ...(workflow_version === undefined ? {} : { workflow_version }),
  });
  if (!parsed.success) return `the workflow cannot be started: ${parsed.error.issues.map(({ message }) => message).join('; ')}`;
  const origin: Origin = { parent: { execution: parent, token, since, ...(item === undefined ? {} : { item }) } };
  if (former === undefined || !isEnded(former.status)) return tryStart(() => startInTransaction(tx, parsed.data, origin));
  return tryStart(() => startSameVersion(tx, former, parsed.data, { ...origin, restart_of: former.execution_id, resumes: true }));
}

/** What a step that calls a workflow called before it was restarted. */
export async function findFormerCall(tx: Tx, parent: ExecutionRow, token: string, since: number): Promise<FormerChild | undefined> {
  return (await findFormerChildren(tx, await findFormerSteps(tx, parent, token, since), null)).get(null);
}

/** Tells an execution that one it called has ended, or goes on with the next item. */
export async function childEnded(db: Db, childId: string, complete: (tx: Tx) => Promise<void>): Promise<void> {
  const child = await requireExecution(db, childId);
  await db.transaction(async (tx) => {
    // The job comes after what others wait for: while its row is locked, no lease of the process is renewed.
    const parent = await lockExecutionRow(tx, child.parent_execution_id as string);
    await complete(tx);
    if (parent === undefined || isEnded(parent.status)) return;
    if (child.item_index === null) await answerCall(tx, parent, child, child.parent_token as string, child.parent_since as number);
    else await nextItem(tx, parent, child);
  });
}

/** Tells a step what the execution that it waits for came to. */
export async function answerCall(tx: Tx, parent: ExecutionRow, child: ExecutionRow, token: string, since: number): Promise<void> {
  const { execution_id, status, error_message } = child;
  const { execution } = await appendEntry(tx, parent, {
    kind: 'child_ended',
    event_name: `workflow_${status}`,
    event_type: 'system_event',
    token,
    payload: { status, execution_id, error: error_message, steps: await outputsOf(tx, child), since },
  });
  if (parent.status === 'running') queueExecution(tx, execution);
}

async function outputsOf(tx: Tx, { execution_id, definition }: ExecutionRow): Promise<unknown> {
  if (definition === null) return {};
  const fold = new WorkflowFold(definition);
  for (const entry of await readHistory(tx, execution_id)) fold.apply(entry);
  return JSON.stringify(fold.outputs).length <= MAX_OUTPUT_CHARS ? fold.outputs : {};
}

async function nextItem(tx: Tx, parent: ExecutionRow, child: ExecutionRow): Promise<void> {
  const fanOut = await lockFanOut(tx, parent.execution_id, child.parent_token as string, child.parent_since as number);
  if (fanOut === undefined) return;
  const hasFailed = child.status !== 'completed';
  const counted = {
    ...fanOut,
    ended: fanOut.ended + 1,
    ...(hasFailed ? { failed: fanOut.failed + 1, failures: [...fanOut.failures, child.execution_id].slice(0, MAX_FAILURES_SHOWN) } : {}),
  };
  if (parent.status === 'paused') await startItems(tx, parent, { ...counted, held: fanOut.held + 1 }, 0);
  else await startItems(tx, parent, counted, 1);
}

/** Starts the items whose turn came while an execution was paused. @returns the execution, counted on */
export async function startHeldItems(tx: Tx, execution: ExecutionRow): Promise<ExecutionRow> {
  let row = execution;
  for (const fanOut of await lockHeldFanOuts(tx, execution.execution_id))
    row = await startItems(tx, row, { ...fanOut, held: 0 }, fanOut.held);
  return row;
}

/**
 * Starts the next items of a `for_each` step and keeps how far it is; when all have ended, the step is told. Items that were completed
 * before a restart have ended.
 * @returns the execution, counted on
 */
export async function startItems(tx: Tx, parent: ExecutionRow, fanOut: FanOutRow, count: number): Promise<ExecutionRow> {
  const { workflow_name, token, since } = fanOut;
  const formerSteps = await findFormerSteps(tx, parent, token, since);
  let { started, ended, failed } = fanOut;
  let failures = fanOut.failures;
  let refused = 0;
  let former: Awaited<ReturnType<typeof findFormerChildren>> = new Map();
  let readTo = started;
  // An item that cannot be started has failed, and makes room for another.
  for (let room = count; room > 0 && started < fanOut.total; started++) {
    const index = started;
    if (index === readTo) {
      readTo += FORMER_WINDOW;
      former = await findFormerChildren(tx, formerSteps, [index, readTo]);
    }
    if (former.get(index)?.status === 'completed') {
      ended++;
      continue;
    }
    const item = fanOut.is_list ? await readItem(tx, fanOut, index) : index;
    const context_data = interpolate(fanOut.context_data, { item, index }) as Record<string, unknown>;
    const child = await startChild(tx, parent, { workflow_name, context_data, token, since, item: index }, former.get(index));
    if (typeof child !== 'string') {
      room--;
      continue;
    }
    ended++;
    failed++;
    failures = [...failures, `${index}: ${child}`].slice(0, MAX_FAILURES_SHOWN);
    if (++refused < MAX_REFUSED) continue;
    const left = fanOut.total - started - 1;
    [started, ended, failed] = [started + left, ended + left, failed + left];
  }
  await changeFanOut(tx, fanOut, { started, ended, failed, failures: JSON.stringify(failures), held: fanOut.held });
  if (ended < fanOut.total) return parent;
  const { execution } = await appendEntry(tx, parent, {
    kind: 'child_ended',
    event_name: 'items_ended',
    event_type: 'system_event',
    token: fanOut.token,
    payload: {
      status: failed === 0 ? 'completed' : 'failed',
      total: fanOut.total,
      succeeded: fanOut.total - failed,
      failed,
      failures,
      since: fanOut.since,
    },
  });
  if (parent.status === 'running') queueExecution(tx, execution);
  return execution;
}

/** Cancels what an execution has called, a piece at a time. */
export async function cancelChildren(db: Db, parentId: string): Promise<void> {
  const open = await findOpenChildren(db, parentId, MAX_CANCELLED);
  for (const id of open) await cancelChild(db, id);
  if (open.length === MAX_CANCELLED) await db.transaction(async (tx) => queueJob(tx, { cancel_children_of: parentId }));
}

/** Cancels an execution nobody waits for any more. */
export async function cancelChild(db: Db, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockExecutionRow(tx, id);
    if (row !== undefined && !isEnded(row.status))
      await moveExecution(tx, row, 'cancelled', { userId: null, reason: 'The execution that called it has ended' });
  });
}
