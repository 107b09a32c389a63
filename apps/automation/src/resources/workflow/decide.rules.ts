import type { ActionInput, WorkflowDefinition, WorkflowStep } from '@psa/contracts-automation';
import { evaluateConditions } from '@psa/conditions';
import { Temporal } from 'temporal-polyfill';
import { foldHistory, stepOf, type Token, type WorkflowState } from './fold-history.ts';
import type { HistoryEntry } from './history.ts';

/** Entries of one execution; more would be a loop. */
export const MAX_HISTORY = 5_000;

type HumanTask = Extract<WorkflowStep, { type: 'human_task' }>;

/** What an execution does next. */
export type Decision =
  | { readonly kind: 'act'; readonly token: string; readonly step: string; readonly since: number; readonly action: ActionInput }
  | { readonly kind: 'undo'; readonly step: string; readonly position: number; readonly action: ActionInput }
  | { readonly kind: 'begin'; readonly token: string; readonly step: string; readonly until: string | null; readonly task?: HumanTask }
  | {
      readonly kind: 'end_step';
      readonly token: string;
      readonly step: string;
      readonly output: unknown;
      readonly next: string | null;
      readonly consumed?: number;
    }
  | { readonly kind: 'fail'; readonly error: string }
  | { readonly kind: 'end'; readonly outcome: 'completed' | 'failed' | 'cancelled'; readonly error: string | null }
  | { readonly kind: 'wait'; readonly until: string | null };

export interface Facts {
  /** ISO time of the decision. */
  readonly now: string;
  readonly deadline: string | null;
  /** What conditions see beside what steps gave. */
  readonly known: Readonly<Record<string, unknown>>;
}

/**
 * Decides what comes next from nothing but the definition, the history and the facts. Threads take turns in the order of their
 * names, so that the same history gives the same decision on every replica and after every crash.
 */
export function decide(definition: WorkflowDefinition, history: readonly HistoryEntry[], facts: Facts): Decision {
  const state = foldHistory(definition, history);
  if (state.isCancelled || state.failure !== undefined) return unwind(state);
  if (facts.deadline !== null && Date.parse(facts.deadline) <= Date.parse(facts.now))
    return { kind: 'fail', error: 'The execution took longer than it may' };
  if (history.length >= MAX_HISTORY) return { kind: 'fail', error: `The execution has ${MAX_HISTORY} events: this would be a loop` };
  let until = facts.deadline;
  for (const token of [...state.tokens.values()].sort((one, other) => (one.id < other.id ? -1 : 1))) {
    const decision = decideToken(definition, state, token, facts);
    if (decision.kind !== 'wait') return decision;
    if (decision.until !== null && (until === null || Date.parse(decision.until) < Date.parse(until))) until = decision.until;
  }
  return state.tokens.size === 0 ? { kind: 'end', outcome: 'completed', error: null } : { kind: 'wait', until };
}

/** Undoes what can be undone, the last first, and ends. */
function unwind({ toUndo, isCancelled, failure }: WorkflowState): Decision {
  const [undo] = toUndo;
  if (undo !== undefined) return { kind: 'undo', ...undo };
  return isCancelled ? { kind: 'end', outcome: 'cancelled', error: null } : { kind: 'end', outcome: 'failed', error: failure as string };
}

function decideToken(definition: WorkflowDefinition, state: WorkflowState, token: Token, facts: Facts): Decision {
  const step = stepOf(definition, token.step);
  if (step === undefined) return { kind: 'fail', error: `There is no step ${token.step}` };
  const at = { token: token.id, step: token.step };
  const endStep = (output: unknown, next: string | undefined, consumed?: number): Decision => ({
    kind: 'end_step',
    ...at,
    output,
    next: next ?? null,
    ...(consumed === undefined ? {} : { consumed }),
  });
  const begin = (duration: string | undefined, task?: HumanTask): Decision => ({
    kind: 'begin',
    ...at,
    until: duration === undefined ? null : addDuration(facts.now, duration),
    ...(task === undefined ? {} : { task }),
  });
  const until = token.begun?.until ?? null;
  const isOver = until !== null && Date.parse(until) <= Date.parse(facts.now);
  switch (step.type) {
    case 'action':
      return { kind: 'act', ...at, since: token.since, action: step.action };
    case 'condition': {
      const { holds } = evaluateConditions(step.conditions, step.condition_logic, { ...facts.known, steps: state.outputs });
      return endStep({ holds }, holds ? step.then : step.else);
    }
    case 'parallel': {
      if (token.begun === undefined) return begin(undefined);
      const branches = [...state.tokens.keys()].some((id) => id.startsWith(`${token.id}.`));
      return branches ? { kind: 'wait', until: null } : endStep(null, step.next);
    }
    case 'timer':
      if (token.begun === undefined) return begin(step.duration);
      return isOver ? endStep(null, step.next) : { kind: 'wait', until: token.begun.until };
    case 'wait_for_event': {
      const event = state.inbox.find(
        ({ event_name, payload }) =>
          event_name === step.event &&
          evaluateConditions(step.conditions, 'and', { ...facts.known, steps: state.outputs, event: payload }).holds,
      );
      if (event !== undefined) return endStep(event.payload, step.next, event.position);
      if (token.begun === undefined) return begin(step.timeout);
      if (!isOver) return { kind: 'wait', until: token.begun.until };
      return step.on_timeout === undefined
        ? { kind: 'fail', error: `${token.step}: the event ${step.event} did not come in time` }
        : endStep({ timed_out: true }, step.on_timeout);
    }
    case 'human_task': {
      if (token.begun === undefined) return begin(step.due_in, step);
      if (token.taskEnded === undefined) return { kind: 'wait', until: null };
      if (token.taskEnded['status'] === 'completed') return endStep(token.taskEnded, step.next);
      return step.on_expired === undefined
        ? { kind: 'fail', error: `${token.step}: nobody completed the task in time` }
        : endStep(token.taskEnded, step.on_expired);
    }
    case 'end':
      if (step.outcome === 'failed') return { kind: 'fail', error: step.message ?? `The workflow ended at ${token.step}` };
      return { kind: 'end', outcome: 'completed', error: null };
  }
}

/** Months are those of the calendar, in UTC. */
export function addDuration(from: string, duration: string): string {
  const start = Temporal.Instant.from(from).toZonedDateTimeISO('UTC');
  return new Date(start.add(Temporal.Duration.from(duration)).epochMilliseconds).toISOString();
}
