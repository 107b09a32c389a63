import type { ActionInput, WorkflowDefinition, WorkflowStep } from '@psa/contracts-automation';
import type { HistoryEntry } from './history.ts';

/** A thread of the workflow: the step it is at, and since which entry of the history. */
export interface Token {
  readonly id: string;
  readonly step: string;
  readonly since: number;
  /** Set once the step waits; `until` is when the wait is over, in ISO time. */
  readonly begun?: { readonly until: string | null };
  /** What became of the step's task. */
  readonly taskEnded?: Readonly<Record<string, unknown>>;
}

export interface Undo {
  readonly position: number;
  readonly step: string;
  readonly action: ActionInput;
}

/** Where an execution stands; the same history always gives the same. */
export interface WorkflowState {
  readonly tokens: ReadonlyMap<string, Token>;
  /** What steps gave, by name; of a step that ran more than once, the last. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** Events nobody has waited for yet, the first first. */
  readonly inbox: readonly HistoryEntry[];
  /** What has to be undone if it comes to that, the last first. */
  readonly toUndo: readonly Undo[];
  readonly isStarted: boolean;
  readonly isCancelled: boolean;
  readonly failure: string | undefined;
}

/** Reads a history from its beginning. */
export function foldHistory(definition: WorkflowDefinition, history: readonly HistoryEntry[]): WorkflowState {
  const tokens = new Map<string, Token>();
  const outputs: Record<string, unknown> = {};
  let inbox: HistoryEntry[] = [];
  let toUndo: Undo[] = [];
  let isStarted = false;
  let isCancelled = false;
  let failure: string | undefined;
  for (const entry of history) {
    const { kind, position, payload } = entry;
    const token = entry.token === null ? undefined : tokens.get(entry.token);
    switch (kind) {
      case 'started':
        isStarted = true;
        tokens.set('0', { id: '0', step: definition.start, since: position });
        break;
      case 'step_begun': {
        if (token === undefined) break;
        tokens.set(token.id, { ...token, begun: { until: (payload['until'] as string | undefined) ?? null } });
        const step = stepOf(definition, token.step);
        if (step?.type === 'parallel')
          for (const [index, branch] of step.branches.entries()) {
            const id = `${token.id}.${index}`;
            tokens.set(id, { id, step: branch, since: position });
          }
        break;
      }
      case 'step_ended': {
        if (token === undefined) break;
        outputs[token.step] = payload['output'] ?? null;
        inbox = inbox.filter((event) => event.position !== payload['consumed']);
        const step = stepOf(definition, token.step);
        if (payload['error'] === undefined && step?.type === 'action' && step.compensate !== undefined)
          toUndo = [{ position, step: token.step, action: step.compensate }, ...toUndo];
        if (typeof payload['next'] === 'string') tokens.set(token.id, { id: token.id, step: payload['next'], since: position });
        else tokens.delete(token.id);
        break;
      }
      case 'task_ended':
        if (token?.begun !== undefined) tokens.set(token.id, { ...token, taskEnded: payload });
        break;
      case 'received':
        inbox.push(entry);
        break;
      case 'failed':
        failure ??= String(payload['error']);
        break;
      case 'cancelled':
        isCancelled = true;
        break;
      case 'undone':
        toUndo = toUndo.filter((undo) => undo.position !== payload['of']);
        break;
      case 'noted':
        break;
    }
  }
  return { tokens, outputs, inbox, toUndo, isStarted, isCancelled, failure };
}

export function stepOf({ steps }: WorkflowDefinition, name: string): WorkflowStep | undefined {
  return Object.hasOwn(steps, name) ? steps[name] : undefined;
}
