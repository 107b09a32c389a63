import type { WorkflowDefinition } from '@psa/contracts-automation';
import type { Attempt, Outcome } from '../action/run-action.actions.ts';
import { bounded } from './bounded.rules.ts';
import type { Acted } from './decide.rules.ts';
import { stepOf } from './fold-history.rules.ts';
import type { NewEntry } from './workflow.records.ts';

/** What an attempt came to. */
export type Tried = Attempt & {
  /** ISO time that the first attempt saw as `now`. */
  readonly firstAt: string;
};

/** What a history says of an attempt. @param now milliseconds since the epoch */
export function actedEntry(definition: WorkflowDefinition, decision: Acted, tried: Tried, now: number): NewEntry {
  if (!tried.is_success && tried.retry_in_ms !== undefined) return retryEntry(decision, tried, now + tried.retry_in_ms);
  return decision.kind === 'act' ? endedEntry(definition, decision, tried) : undoneEntry(decision, tried);
}

/** The next attempt is waited for like a time: other threads, and other executions, go on meanwhile. */
function retryEntry(decision: Acted, { attempts, firstAt, error_message }: Extract<Tried, { is_success: false }>, at: number): NewEntry {
  return {
    kind: 'attempted',
    event_name: 'retry_scheduled',
    event_type: 'error',
    step: decision.step,
    ...(decision.kind === 'act' ? { token: decision.token } : {}),
    payload: {
      ...(decision.kind === 'undo' ? { of: decision.position } : {}),
      attempts,
      retry_at: new Date(at).toISOString(),
      first_at: firstAt,
      error: error_message,
    },
  };
}

function undoneEntry({ position, step }: Extract<Acted, { kind: 'undo' }>, outcome: Outcome): NewEntry {
  return {
    kind: 'undone',
    event_name: outcome.is_success ? 'compensation_succeeded' : 'compensation_failed',
    event_type: outcome.is_success ? 'action_complete' : 'error',
    step,
    payload: { of: position, ...(outcome.is_success ? {} : { error: outcome.error_message }) },
  };
}

function endedEntry(definition: WorkflowDefinition, { step, token }: Extract<Acted, { kind: 'act' }>, outcome: Outcome): NewEntry {
  const at = { step, token };
  const nextOf = (member: 'next' | 'on_error'): string | null => {
    const of = stepOf(definition, step);
    return of?.type === 'action' ? (of[member] ?? null) : null;
  };
  if (outcome.is_success)
    return {
      kind: 'step_ended',
      event_name: 'action_succeeded',
      event_type: 'action_complete',
      ...at,
      payload: { output: bounded(outcome.output), attempts: outcome.attempts, next: nextOf('next') },
    };
  const onError = nextOf('on_error');
  const error = { error: outcome.error_message, attempts: outcome.attempts };
  const failed = { event_name: 'action_failed', event_type: 'error', ...at } as const;
  return onError === null
    ? { kind: 'failed', ...failed, payload: error }
    : { kind: 'step_ended', ...failed, payload: { ...error, output: error, next: onError } };
}
