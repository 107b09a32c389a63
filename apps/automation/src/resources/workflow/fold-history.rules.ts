import type { ActionInput, WorkflowDefinition, WorkflowStep } from '@psa/contracts-automation';
import type { HistoryEntry } from './history.ts';

/** A thread of the workflow: the step it is at, and since which entry of the history. */
export interface Token {
  readonly id: string;
  readonly step: string;
  readonly since: number;
  /** Set once the step waits; `until` is when the wait is over, in ISO time, `child` the execution it called. */
  readonly begun?: { readonly until: string | null; readonly child?: string };
  /** What became of the step's task, or of the workflow it called. */
  readonly answer?: Readonly<Record<string, unknown>>;
  /** Set once an attempt of the step's action has failed that others follow. */
  readonly retry?: Retry;
}

export interface Undo {
  readonly position: number;
  readonly step: string;
  readonly action: ActionInput;
  readonly retry?: Retry;
}

/** How an action goes on that failed in passing. */
export interface Retry {
  /** Attempts that were made. */
  readonly attempts: number;
  /** ISO time of the next one. */
  readonly at: string;
  /** ISO time that the first attempt saw as `now`: under one idempotency key the same is asked for. */
  readonly firstAt: string;
}

/** Where an execution stands; the same history always gives the same. */
export interface WorkflowState {
  /** Entries of the history that were read. */
  readonly position: number;
  readonly tokens: ReadonlyMap<string, Token>;
  /** What steps gave, by name; of a step that ran more than once, the last. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** Events nobody has waited for yet, the first first. */
  readonly inbox: readonly HistoryEntry[];
  /** What has to be undone if it comes to that, the last last. */
  readonly toUndo: readonly Undo[];
  readonly isStarted: boolean;
  readonly isCancelled: boolean;
  readonly failure: string | undefined;
}

/** A state as it is stored. */
export interface FoldCheckpoint extends Omit<WorkflowState, 'tokens' | 'failure'> {
  readonly tokens: readonly Token[];
  readonly failure: string | null;
}

/** Reads a history entry by entry: each costs the same, however long the history is. */
export class WorkflowFold implements WorkflowState {
  readonly #definition: WorkflowDefinition;
  position = 0;
  readonly tokens = new Map<string, Token>();
  readonly outputs: Record<string, unknown> = {};
  inbox: HistoryEntry[] = [];
  readonly toUndo: Undo[] = [];
  isStarted = false;
  isCancelled = false;
  failure: string | undefined;

  constructor(definition: WorkflowDefinition, checkpoint?: FoldCheckpoint) {
    this.#definition = definition;
    if (checkpoint === undefined) return;
    this.position = checkpoint.position;
    for (const token of checkpoint.tokens) this.tokens.set(token.id, token);
    Object.assign(this.outputs, checkpoint.outputs);
    this.inbox = [...checkpoint.inbox];
    this.toUndo.push(...checkpoint.toUndo);
    this.isStarted = checkpoint.isStarted;
    this.isCancelled = checkpoint.isCancelled;
    this.failure = checkpoint.failure ?? undefined;
  }

  checkpoint(): FoldCheckpoint {
    const { position, outputs, inbox, toUndo, isStarted, isCancelled } = this;
    return { position, tokens: [...this.tokens.values()], outputs, inbox, toUndo, isStarted, isCancelled, failure: this.failure ?? null };
  }

  apply(entry: HistoryEntry): void {
    const { kind, position, payload } = entry;
    this.position = position;
    const token = entry.token === null ? undefined : this.tokens.get(entry.token);
    switch (kind) {
      case 'started':
        this.isStarted = true;
        this.tokens.set('0', { id: '0', step: this.#definition.start, since: position });
        break;
      case 'step_begun':
        if (token !== undefined) this.#begin(token, entry);
        break;
      case 'step_ended':
        if (token !== undefined) this.#end(token, entry);
        break;
      case 'attempted':
        this.#retry(token, payload);
        break;
      case 'task_ended':
      case 'child_ended':
        if (token?.begun !== undefined && (payload['since'] === undefined || payload['since'] === token.since))
          this.tokens.set(token.id, { ...token, answer: payload });
        break;
      case 'received':
        this.inbox.push(entry);
        break;
      case 'failed':
        this.failure ??= String(payload['error']);
        break;
      case 'cancelled':
        this.isCancelled = true;
        break;
      case 'undone': {
        const index = this.toUndo.findLastIndex((undo) => undo.position === payload['of']);
        if (index >= 0) this.toUndo.splice(index, 1);
        break;
      }
      case 'noted':
        break;
    }
  }

  #begin(token: Token, { position, payload }: HistoryEntry): void {
    const child = payload['child'] as string | undefined;
    this.tokens.set(token.id, {
      ...token,
      begun: { until: (payload['until'] as string | undefined) ?? null, ...(child === undefined ? {} : { child }) },
    });
    const step = stepOf(this.#definition, token.step);
    if (step?.type !== 'parallel') return;
    for (const [index, branch] of step.branches.entries()) {
      const id = `${token.id}.${index}`;
      this.tokens.set(id, { id, step: branch, since: position });
    }
  }

  #retry(token: Token | undefined, { of, attempts, retry_at, first_at }: HistoryEntry['payload']): void {
    const retry: Retry = { attempts: Number(attempts), at: String(retry_at), firstAt: String(first_at) };
    const index = this.toUndo.findLastIndex(({ position }) => position === of);
    if (index >= 0) this.toUndo[index] = { ...(this.toUndo[index] as Undo), retry };
    else if (token !== undefined) this.tokens.set(token.id, { ...token, retry });
  }

  #end(token: Token, { position, payload }: HistoryEntry): void {
    this.outputs[token.step] = payload['output'] ?? null;
    if (payload['consumed'] !== undefined) this.inbox = this.inbox.filter((event) => event.position !== payload['consumed']);
    const step = stepOf(this.#definition, token.step);
    if (payload['error'] === undefined && step?.type === 'action' && step.compensate !== undefined)
      this.toUndo.push({ position, step: token.step, action: step.compensate });
    if (typeof payload['next'] === 'string') this.tokens.set(token.id, { id: token.id, step: payload['next'], since: position });
    else this.tokens.delete(token.id);
  }
}

/** Reads a history from its beginning. */
export function foldHistory(definition: WorkflowDefinition, history: readonly HistoryEntry[]): WorkflowFold {
  const fold = new WorkflowFold(definition);
  for (const entry of history) fold.apply(entry);
  return fold;
}

export function stepOf({ steps }: WorkflowDefinition, name: string): WorkflowStep | undefined {
  return Object.hasOwn(steps, name) ? steps[name] : undefined;
}
