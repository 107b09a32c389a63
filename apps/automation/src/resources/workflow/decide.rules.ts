import type { ActionInput, WorkflowDefinition, WorkflowStep } from '@psa/contracts-automation';
import { evaluateConditions, interpolate, readPath } from '@psa/conditions';
import { Temporal } from 'temporal-polyfill';
import { type Retry, stepOf, type Token, type Undo, type WorkflowState } from './fold-history.rules.ts';

/** Why an execution failed that took longer than `timeout_seconds`. */
export const TIMEOUT_ERROR = 'The execution took longer than it may';
/** Between these the database keeps times: ISO text has four digits for a year. */
const [FIRST_INSTANT, LAST_INSTANT] = [Date.parse('0001-01-01T00:00:00.000Z'), Date.parse('9999-12-31T23:59:59.999Z')] as const;
/** Entries of one execution; more would be a loop. */
export const MAX_HISTORY = 10_000;
/** Entries after which an execution is told of no further events: the rest of its history is for its steps. */
export const MAX_TOLD = 5_000;

type WaitForEvent = Extract<WorkflowStep, { type: 'wait_for_event' }>;

/** What an execution does next. */
export type Decision =
  | {
      readonly kind: 'act';
      readonly token: string;
      readonly step: string;
      readonly since: number;
      readonly action: ActionInput;
      readonly retry?: Retry;
    }
  | { readonly kind: 'undo'; readonly step: string; readonly position: number; readonly action: ActionInput; readonly retry?: Retry }
  | { readonly kind: 'begin'; readonly token: string; readonly step: string; readonly since: number; readonly until: string | null }
  | {
      readonly kind: 'end_step';
      readonly token: string;
      readonly step: string;
      readonly output: unknown;
      readonly next: string | null;
      /** Position of the event the step took from the inbox. */
      readonly consumed?: number;
      readonly error?: string;
      /** Execution that is no longer waited for. */
      readonly abandons?: string;
    }
  | { readonly kind: 'fail'; readonly error: string }
  | { readonly kind: 'end'; readonly outcome: 'completed' | 'failed' | 'cancelled'; readonly error: string | null }
  | { readonly kind: 'wait'; readonly until: string | null };

/** What was decided to be done outside. */
export type Acted = Extract<Decision, { kind: 'act' | 'undo' }>;

export interface Facts {
  /** ISO time of the decision. */
  readonly now: string;
  readonly deadline: string | null;
  /** What conditions see beside what steps gave. */
  readonly known: Readonly<Record<string, unknown>>;
  /** Actions whose attempt is under way, by {@link actedKey}. */
  readonly underWay: ReadonlySet<string>;
  /** Those, and threads, that cannot go on now, since what they need does not answer. */
  readonly stalled: Pick<ReadonlySet<string>, 'has'>;
}

/** Under this key something is undone: one after the other, of all threads. */
const UNDO = 'undo';
const WAIT: Decision = { kind: 'wait', until: null };

/** What an action has under way alone: its thread, or all that is undone. */
export function actedKey(decision: Acted): string {
  return decision.kind === 'act' ? decision.token : UNDO;
}

/**
 * Decides what comes next from nothing but the definition, the state its history led to and the facts. The thread that has been at its
 * step for longest goes first, so that none waits for what another does, and the same history gives the same decision on every replica
 * and after every crash. What ends the execution, or undoes it as a whole, waits for the attempts that are under way: what they did has
 * to be known then.
 */
export function decide(definition: WorkflowDefinition, state: WorkflowState, facts: Facts): Decision {
  const isUnwinding = state.isCancelled || state.failure !== undefined;
  const decision = isUnwinding ? unwind(state, facts) : advance(definition, state, facts);
  const waitsForAll = isUnwinding || decision.kind === 'fail' || decision.kind === 'end';
  return waitsForAll && facts.underWay.size > 0 ? WAIT : decision;
}

function advance(definition: WorkflowDefinition, state: WorkflowState, facts: Facts): Decision {
  if (facts.deadline !== null && Date.parse(facts.deadline) <= Date.parse(facts.now)) return { kind: 'fail', error: TIMEOUT_ERROR };
  if (state.position >= MAX_HISTORY) return { kind: 'fail', error: `The execution has ${MAX_HISTORY} events: this would be a loop` };
  let until = facts.deadline;
  for (const token of [...state.tokens.values()].sort(byAge)) {
    if (facts.stalled.has(token.id)) continue;
    const decision = decideToken(definition, state, token, facts);
    if (decision.kind !== 'wait') return decision;
    if (decision.until !== null && (until === null || Date.parse(decision.until) < Date.parse(until))) until = decision.until;
  }
  return state.tokens.size === 0 ? { kind: 'end', outcome: 'completed', error: null } : { kind: 'wait', until };
}

function byAge(one: Token, other: Token): number {
  return one.since - other.since || (one.id < other.id ? -1 : 1);
}

/** Whether an execution still waits for what an attempt comes to: a result that is late must not move a step that came after. */
export function isAwaited({ tokens, toUndo, failure }: WorkflowState, decision: Acted): boolean {
  const isNext = (retry: Retry | undefined) => retry?.attempts === decision.retry?.attempts;
  if (decision.kind === 'undo') return toUndo.some(({ position, retry }) => position === decision.position && isNext(retry));
  if (failure !== undefined) return false;
  const token = tokens.get(decision.token);
  return token?.step === decision.step && token.since === decision.since && isNext(token.retry);
}

/** Undoes what can be undone, the last first, and ends. */
function unwind({ toUndo, isCancelled, failure }: WorkflowState, facts: Facts): Decision {
  const undo = toUndo.at(-1);
  if (undo !== undefined) return decideUndo(undo, facts);
  return isCancelled ? { kind: 'end', outcome: 'cancelled', error: null } : { kind: 'end', outcome: 'failed', error: failure as string };
}

function decideUndo(undo: Undo, facts: Facts): Decision {
  return waitOf(UNDO, undo.retry, facts) ?? { kind: 'undo', ...undo };
}

/** What an action waits for before its next attempt. @returns undefined when it can be tried now */
function waitOf(key: string, retry: Retry | undefined, { now, underWay, stalled }: Facts): Decision | undefined {
  if (underWay.has(key) || stalled.has(key)) return WAIT;
  return retry !== undefined && Date.parse(retry.at) > Date.parse(now) ? { kind: 'wait', until: retry.at } : undefined;
}

/** A step that nothing can be decided of fails the execution: it would be looked at for ever. */
function decideToken(definition: WorkflowDefinition, state: WorkflowState, token: Token, facts: Facts): Decision {
  try {
    return decideStep(definition, state, token, facts);
  } catch (error) {
    return { kind: 'fail', error: `${token.step}: ${(error as Error).message}` };
  }
}

function decideStep(definition: WorkflowDefinition, state: WorkflowState, token: Token, facts: Facts): Decision {
  const step = stepOf(definition, token.step);
  if (step === undefined) return { kind: 'fail', error: `There is no step ${token.step}` };
  const at = { token: token.id, step: token.step };
  const seen = { ...facts.known, steps: state.outputs };
  const endStep = (
    output: unknown,
    next: string | undefined,
    more: { consumed?: number; error?: string; abandons?: string } = {},
  ): Decision => ({
    kind: 'end_step',
    ...at,
    output,
    next: next ?? null,
    ...more,
  });
  const failStep = (error: string, onError: string | undefined, output: object = {}, more: { abandons?: string } = {}): Decision =>
    onError === undefined ? { kind: 'fail', error: `${token.step}: ${error}` } : endStep({ error, ...output }, onError, { error, ...more });
  const beginUntil = (until: string | null): Decision => ({ kind: 'begin', ...at, since: token.since, until });
  const begin = (duration: string | undefined): Decision => beginUntil(duration === undefined ? null : addDuration(facts.now, duration));
  const until = token.begun?.until ?? null;
  const isOver = until !== null && Date.parse(until) <= Date.parse(facts.now);
  const wait: Decision = { kind: 'wait', until };
  switch (step.type) {
    case 'action': {
      const { since, retry } = token;
      const act: Decision = { kind: 'act', ...at, since, action: step.action, ...(retry === undefined ? {} : { retry }) };
      return waitOf(token.id, retry, facts) ?? act;
    }
    case 'condition': {
      const { holds } = evaluateConditions(step.conditions, step.condition_logic, seen);
      return endStep({ holds }, holds ? step.then : step.else);
    }
    case 'parallel': {
      if (token.begun === undefined) return begin(undefined);
      const branches = [...state.tokens.keys()].some((id) => id.startsWith(`${token.id}.`));
      return branches ? WAIT : endStep(null, step.next);
    }
    case 'timer': {
      if (token.begun !== undefined) return isOver ? endStep(null, step.next) : wait;
      if (step.until === undefined) return begin(step.duration);
      const instant = instantOf(String(interpolate(step.until, seen)));
      if (instant === undefined) return { kind: 'fail', error: `${token.step}: ${step.until} is no time` };
      return beginUntil(instant);
    }
    case 'wait_for_event': {
      const event = findEvent(step, state, seen);
      if (event !== undefined) return endStep(event.payload, step.next, { consumed: event.position });
      if (token.begun === undefined) return begin(step.timeout);
      if (!isOver) return wait;
      return step.on_timeout === undefined
        ? { kind: 'fail', error: `${token.step}: the event ${step.event} did not come in time` }
        : endStep({ timed_out: true }, step.on_timeout);
    }
    case 'human_task': {
      const { answer } = token;
      if (token.begun === undefined) return begin(step.due_in);
      if (answer === undefined) return WAIT;
      if (answer['status'] === 'completed') return endStep(answer, step.next);
      return step.on_expired === undefined
        ? { kind: 'fail', error: `${token.step}: nobody completed the task in time` }
        : endStep(answer, step.on_expired);
    }
    case 'call_workflow': {
      const { answer, begun } = token;
      if (begun === undefined) return begin(step.wait ? step.timeout : undefined);
      if (!step.wait) return endStep({ execution_id: begun.child }, step.next);
      if (answer !== undefined)
        return answer['status'] === 'completed'
          ? endStep(answer, step.next)
          : failStep(`the workflow ${step.workflow_name} was ${String(answer['status'])}`, step.on_error, answer);
      return isOver
        ? failStep(
            `the workflow ${step.workflow_name} took too long`,
            step.on_error,
            {},
            begun.child === undefined ? {} : { abandons: begun.child },
          )
        : wait;
    }
    case 'for_each': {
      const { answer } = token;
      if (token.begun === undefined) return begin(undefined);
      if (answer === undefined) return WAIT;
      return Number(answer['failed']) === 0 || step.continue_on_error
        ? endStep(answer, step.next)
        : failStep(`${String(answer['failed'])} of ${String(answer['total'])} executions did not complete`, step.on_error, answer);
    }
    case 'compensate': {
      const undo = state.toUndo.at(-1);
      return undo === undefined ? endStep(null, step.next) : decideUndo(undo, facts);
    }
    case 'end':
      if (step.outcome === 'failed') return { kind: 'fail', error: step.message ?? `The workflow ended at ${token.step}` };
      return { kind: 'end', outcome: 'completed', error: null };
  }
}

function findEvent(
  step: WaitForEvent,
  { inbox }: WorkflowState,
  seen: Record<string, unknown>,
): WorkflowState['inbox'][number] | undefined {
  const named = inbox.filter(({ event_name }) => event_name === step.event);
  if (named.length === 0) return undefined;
  const correlation = correlationOf(step, seen);
  return named.find(
    ({ payload }) => isCorrelated(correlation, payload) && evaluateConditions(step.conditions, 'and', { ...seen, event: payload }).holds,
  );
}

/** What has to stand where in the event, its gaps filled. */
export function correlationOf({ correlation }: WaitForEvent, seen: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(correlation).map(([path, value]) => [path, textOf(interpolate(value, seen))]));
}

export function isCorrelated(correlation: Readonly<Record<string, string>>, event: unknown): boolean {
  return Object.entries(correlation).every(([path, value]) => textOf(readPath(event, path)) === value);
}

/** A value as it is compared in correlations. */
export function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null
    ? JSON.stringify(value)
    : String((value as string | number | boolean | null | undefined) ?? '');
}

/** Months are those of the calendar, in UTC. @throws RangeError for a time after the year 9999 */
export function addDuration(from: string, duration: string): string {
  const start = Temporal.Instant.from(from).toZonedDateTimeISO('UTC');
  const end = instantOf(start.add(Temporal.Duration.from(duration)).epochMilliseconds);
  if (end === undefined) throw new RangeError(`${duration} from ${from} is after the year 9999`);
  return end;
}

/** A time as the database keeps it. @returns undefined for what is none */
export function instantOf(value: string | number): string | undefined {
  const milliseconds = typeof value === 'number' ? value : Date.parse(value);
  return milliseconds >= FIRST_INSTANT && milliseconds <= LAST_INSTANT ? new Date(milliseconds).toISOString() : undefined;
}
