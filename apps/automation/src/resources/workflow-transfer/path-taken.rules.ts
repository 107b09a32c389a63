import type { HistoryEntry } from '../workflow/history.ts';

export type StepState = 'done' | 'failed' | 'active' | 'undone';

/** Where an execution has been: what became of each step, and the ways it took. */
export interface PathTaken {
  readonly states: ReadonlyMap<string, StepState>;
  /** `from to`, for every way that was taken. */
  readonly ways: ReadonlySet<string>;
}

/** Reads the path from a history. @param active steps the execution is at, @param as what they are */
export function pathTaken(history: readonly HistoryEntry[], active: readonly string[], as: StepState): PathTaken {
  const states = new Map<string, StepState>();
  const ways = new Set<string>();
  for (const { kind, step, payload } of history) {
    if (step === null) continue;
    if (kind === 'step_ended') {
      states.set(step, payload['error'] === undefined ? 'done' : 'failed');
      if (typeof payload['next'] === 'string') ways.add(`${step} ${payload['next']}`);
    }
    if (kind === 'failed') states.set(step, 'failed');
    if (kind === 'undone') states.set(step, 'undone');
  }
  for (const step of active) if (states.get(step) !== 'failed') states.set(step, as);
  return { states, ways };
}
