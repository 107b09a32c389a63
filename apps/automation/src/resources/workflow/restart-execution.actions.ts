import { conflict, notFound } from '@psa/contract-kit';
import type { StartWorkflow, WorkflowDefinition } from '@psa/contracts-automation';
import type { Db, Tx } from '../../automation-app.ts';
import { stepOf } from './fold-history.rules.ts';
import type { HistoryEntry, HistoryKind } from './history.ts';
import { startSameVersion } from './start-execution.actions.ts';
import { appendEntry, type ExecutionRow, findRestart, lockExecutionRow, readHistory } from './workflow.records.ts';

/** Starts what failed or was cancelled anew, once: twice it would do everything twice. @throws NOT_FOUND, CONFLICT */
export async function restartExecution(db: Db, id: string, from: 'start' | 'failed_step' = 'start'): Promise<ExecutionRow> {
  return db.transaction(async (tx) => {
    const failed = await lockExecutionRow(tx, id);
    if (failed === undefined) throw notFound('Execution');
    if (failed.status !== 'failed' && failed.status !== 'cancelled') throw conflict(`The execution is ${failed.status}`);
    if (from === 'failed_step' && failed.definition === null) throw conflict('The workflow has no code: there is no step to go on from');
    const restarted = await findRestart(tx, id);
    if (restarted !== undefined) throw conflict(`The execution was restarted as ${restarted}: only that one can be restarted`);
    return startSameVersion(tx, failed, inputOf(failed), { restart_of: id, resumes: from === 'failed_step' });
  });
}

function inputOf(row: ExecutionRow): StartWorkflow {
  const { workflow_name, workflow_version, context_data, parameters, correlation_id, priority, timeout_seconds } = row;
  return {
    workflow_name,
    workflow_version,
    workflow_type: 'tenant',
    context_data: context_data as StartWorkflow['context_data'],
    parameters: parameters as StartWorkflow['parameters'],
    correlation_id,
    priority,
    ...(timeout_seconds === null ? {} : { timeout_seconds }),
  };
}

/**
 * Gives a new execution what the steps of the one it restarts came to before it failed.
 * @returns the execution, counted on
 */
export async function adoptHistory(tx: Tx, execution: ExecutionRow): Promise<ExecutionRow> {
  let row = execution;
  const entries = reusable(execution.definition as WorkflowDefinition, await readHistory(tx, execution.restart_of as string));
  for (const entry of entries)
    row = (
      await appendEntry(tx, row, {
        kind: entry.kind,
        event_name: entry.event_name,
        event_type: 'system_event',
        ...(entry.step === null ? {} : { step: entry.step }),
        ...(entry.token === null ? {} : { token: entry.token }),
        payload: entry.payload,
      })
    ).execution;
  return row;
}

/** Entries that lead to steps. */
const MOVING: ReadonlySet<HistoryKind> = new Set(['started', 'step_begun', 'step_ended']);

/**
 * What of a history a restart takes over: all up to the failure, or up to the first step that was undone since. Steps that were
 * waiting begin anew.
 */
export function reusable(definition: WorkflowDefinition, history: readonly HistoryEntry[]): HistoryEntry[] {
  const ends = history.filter(({ kind }) => kind === 'failed' || kind === 'cancelled').map(({ position }) => position);
  const undone = history.filter(({ kind }) => kind === 'undone').map(({ payload }) => Number(payload['of']));
  const cut = Math.min(...ends, ...undone, Number.MAX_SAFE_INTEGER);
  const before = history.filter(({ position }) => position < cut);
  const places = new Map<number, number>();
  const kept: HistoryEntry[] = [];
  for (const entry of before) {
    const ended = before.some((later) => later.kind === 'step_ended' && later.position > entry.position && later.token === entry.token);
    const isWaiting = entry.kind === 'step_begun' && !ended && stepOf(definition, entry.step ?? '')?.type !== 'parallel';
    const isAnswer = (entry.kind === 'task_ended' || entry.kind === 'child_ended') && !ended;
    // An action that was tried in vain has all its attempts again.
    if (isWaiting || isAnswer || entry.kind === 'noted' || entry.kind === 'attempted') continue;
    places.set(entry.position, kept.length + 1);
    // What a step called before is found by where the step was reached then.
    const formerly = MOVING.has(entry.kind) ? { formerly: entry.position } : {};
    kept.push({ ...entry, position: kept.length + 1, payload: { ...moved(entry.payload, places), ...formerly } });
  }
  return kept;
}

function moved(payload: HistoryEntry['payload'], places: ReadonlyMap<number, number>): HistoryEntry['payload'] {
  const at = (member: 'consumed' | 'since') =>
    payload[member] === undefined ? {} : { [member]: places.get(Number(payload[member])) ?? Number(payload[member]) };
  return { ...payload, ...at('consumed'), ...at('since') };
}
