import { describe, expect, it } from '@jest/globals';
import { WorkflowDefinition } from '@psa/contracts-automation';
import fc from 'fast-check';
import { type Acted, actedKey, decide, type Decision, isAwaited } from './decide.rules.ts';
import { foldHistory, stepOf, WorkflowFold } from './fold-history.rules.ts';
import type { HistoryEntry } from './history.ts';
import { reusable } from './restart-execution.actions.ts';

const action = { type: 'sms_notification', order: 1, config: { phone_numbers: ['+15551234567'], message: 'x' } };
const START = Date.parse('2026-01-31T10:00:00.000Z');
const KINDS = [
  'action',
  'condition',
  'parallel',
  'timer',
  'human_task',
  'wait_for_event',
  'call_workflow',
  'for_each',
  'compensate',
] as const;

/** Definitions whose steps lead only onward, so that every one ends. */
const definitions = fc
  .array(fc.record({ kind: fc.constantFrom(...KINDS), far: fc.nat(4), wide: fc.nat(4), third: fc.nat(4), flag: fc.boolean() }), {
    minLength: 1,
    maxLength: 10,
  })
  .map((shapes) => {
    const name = (index: number) => (index < shapes.length ? `s${index}` : undefined);
    const steps = shapes.map(({ kind: type, far, wide, third, flag }, index) => {
      const next = name(index + 1 + far);
      const other = name(index + 1 + wide);
      switch (type) {
        case 'action':
          return { type, action, ...(flag ? { compensate: action } : {}), next, on_error: other };
        case 'condition':
          return { type, conditions: [{ field: 'steps.s0', operator: 'exists' }], then: next, else: other };
        case 'parallel':
          return { type, branches: [other, name(index + 1 + third), undefined].map((branch) => branch ?? `s${index}_leaf`), next };
        case 'timer':
          return { type, duration: `PT${far * 10}S`, next };
        case 'human_task':
          return { type, title: 'T', due_in: 'PT30S', next, on_expired: other };
        case 'wait_for_event':
          return { type, event: `e${wide % 2}`, timeout: 'PT20S', next, on_timeout: other ?? `s${index}_leaf` };
        case 'call_workflow':
          return { type, workflow_name: 'w', wait: flag, timeout: 'PT40S', next, on_error: other ?? `s${index}_leaf` };
        case 'for_each':
          return { type, items: wide, workflow_name: 'w', continue_on_error: true, next };
        case 'compensate':
          return { type, next };
      }
    });
    const leaf = { type: 'timer', duration: 'PT0S' };
    return WorkflowDefinition.parse({
      start: 's0',
      steps: Object.fromEntries(
        steps.flatMap((step, index) => [
          [`s${index}`, step],
          [`s${index}_leaf`, leaf],
        ]),
      ),
    });
  });

/** What comes from outside, and when; and after which entries the process is killed. */
const worlds = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  events: fc.array(fc.record({ at: fc.nat(60), name: fc.constantFrom('e0', 'e1', 'other') }), { maxLength: 6 }),
  cancelAt: fc.option(fc.nat(80), { nil: undefined }),
});
type World = typeof worlds extends fc.Arbitrary<infer T> ? T : never;

/** The same answer to the same question, whoever asks it again. */
function answerOf(seed: number, key: string): number {
  let hash = seed;
  for (const letter of key) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return hash;
}

type NewEntry = Omit<HistoryEntry, 'position' | 'event_name'> & { readonly event_name?: string };

/** An engine in memory: the store is its history, all else is forgotten in a crash. */
class Engine {
  readonly history: HistoryEntry[] = [];
  /** Effects outside by their idempotency key, and how often each was asked for. */
  readonly effects = new Map<string, number>();
  /** When the entry of each place was made, in milliseconds. */
  readonly times: number[] = [];
  readonly #definition: WorkflowDefinition;
  readonly #world: World;
  #clock = START;
  #sent = 0;

  constructor(definition: WorkflowDefinition, world: World) {
    this.#definition = definition;
    this.#world = world;
  }

  /**
   * @param crashAt entries before which an effect is done and its process killed
   * @param stallAt entries before which a process stands still with what its action came to, and after how many more it goes on
   * @param longestMs longest time an action takes
   */
  run(crashAt: ReadonlySet<number>, stallAt: ReadonlyMap<number, number> = new Map(), longestMs = 0): Decision {
    const pending = new Set(crashAt);
    const underWay = new Map<string, { readonly decision: Acted; readonly endsAt: number }>();
    const stalls = new Map(stallAt);
    const late: { readonly decision: Acted; readonly entry: NewEntry; readonly from: number }[] = [];
    this.#append({ kind: 'started', step: null, token: null, payload: {} });
    let fold = foldHistory(this.#definition, this.history);
    for (;;) {
      if (this.#outside(fold)) continue;
      const stale = late.findIndex(({ from }) => from <= this.history.length);
      if (stale >= 0) {
        const [{ decision, entry }] = late.splice(stale, 1) as [(typeof late)[number]];
        if (isAwaited(fold, decision)) fold.apply(this.#append(entry));
        continue;
      }
      const facts = { now: this.#now(), deadline: null, known: {}, underWay: new Set(underWay.keys()), stalled: new Set<string>() };
      const decision = decide(this.#definition, fold, facts);
      if (decision.kind === 'end') return decision;
      if (decision.kind === 'wait') {
        const first = [...underWay.values()].sort((one, other) => one.endsAt - other.endsAt)[0];
        if (first !== undefined && first.endsAt <= this.#clock) {
          underWay.delete(actedKey(first.decision));
          if (isAwaited(fold, first.decision)) fold.apply(this.#append(this.#entryOf(first.decision)));
          continue;
        }
        const outside = decision.until === null ? this.#clock + 1_000 : Math.min(Date.parse(decision.until), this.#nextOutside());
        this.#clock = Math.min(outside, first?.endsAt ?? Infinity);
        continue;
      }
      if (longestMs > 0 && (decision.kind === 'act' || decision.kind === 'undo')) {
        if (pending.delete(this.history.length)) underWay.clear();
        const takesMs = answerOf(this.#world.seed, `${decision.step}${this.history.length}`) % longestMs;
        underWay.set(actedKey(decision), { decision, endsAt: this.#clock + takesMs });
        continue;
      }
      const entry = this.#entryOf(decision);
      const stall = stalls.get(this.history.length);
      if (stall !== undefined && (decision.kind === 'act' || decision.kind === 'undo')) {
        // Another process takes the execution over and does the same again, under the same key.
        stalls.delete(this.history.length);
        late.push({ decision, entry, from: this.history.length + stall });
        fold = foldHistory(this.#definition, this.history);
        continue;
      }
      if (pending.delete(this.history.length)) {
        // What was decided is lost with the process; another reads the history from a checkpoint in its midst.
        const cut = Math.floor(this.history.length / 2);
        const checkpoint = JSON.parse(JSON.stringify(foldHistory(this.#definition, this.history.slice(0, cut)).checkpoint())) as ReturnType<
          WorkflowFold['checkpoint']
        >;
        fold = new WorkflowFold(this.#definition, checkpoint);
        for (const one of this.history.slice(cut)) fold.apply(one);
        continue;
      }
      fold.apply(this.#append(entry));
    }
  }

  #now(): string {
    return new Date(this.#clock).toISOString();
  }

  #nextOutside(): number {
    const next = this.#world.events[this.#sent];
    const cancel = this.#world.cancelAt;
    return Math.max(
      this.#clock + 1,
      Math.min(
        next === undefined ? Infinity : START + next.at * 1000,
        cancel === undefined ? Infinity : START + cancel * 1000,
        this.#clock + 5_000,
      ),
    );
  }

  /** Lets people, called workflows and senders of events do what they do at this time. @returns whether there was anything */
  #outside(fold: WorkflowFold): boolean {
    const before = this.history.length;
    const add = (entry: NewEntry) => fold.apply(this.#append(entry));
    const { events, cancelAt, seed } = this.#world;
    const event = events[this.#sent];
    if (event !== undefined && START + event.at * 1000 <= this.#clock) {
      this.#sent++;
      add({ kind: 'received', step: null, token: null, event_name: event.name, payload: { n: this.#sent } });
    }
    if (cancelAt !== undefined && START + cancelAt * 1000 <= this.#clock && !fold.isCancelled && fold.failure === undefined)
      add({ kind: 'cancelled', step: null, token: null, payload: {} });
    for (const token of fold.tokens.values()) {
      const type = stepOf(this.#definition, token.step)?.type;
      if (token.begun === undefined || token.answer !== undefined) continue;
      const luck = answerOf(seed, `${token.id}${token.step}${token.since}`);
      const status = luck % 3 === 0 ? 'failed' : 'completed';
      if (type === 'human_task')
        add({ kind: 'task_ended', step: token.step, token: token.id, payload: { status: status === 'failed' ? 'expired' : status } });
      if (type === 'for_each' || (type === 'call_workflow' && luck % 5 !== 0))
        add({ kind: 'child_ended', step: null, token: token.id, payload: { status, failed: 0, since: token.since } });
    }
    return this.history.length > before;
  }

  #append(entry: NewEntry): HistoryEntry {
    const added = { event_name: entry.kind, ...entry, position: this.history.length + 1 };
    this.history.push(added);
    this.times.push(this.#clock);
    return added;
  }

  #entryOf(decision: Exclude<Decision, { kind: 'end' | 'wait' }>): NewEntry {
    const at = { step: 'step' in decision ? decision.step : null, token: 'token' in decision ? decision.token : null };
    switch (decision.kind) {
      case 'act': {
        const key = `${decision.since}`;
        this.effects.set(key, (this.effects.get(key) ?? 0) + 1);
        const attempts = (decision.retry?.attempts ?? 0) + 1;
        const isTriedAgain = attempts <= 2 && answerOf(this.#world.seed, `${key}${attempts}`) % 5 === 0;
        const retry_at = new Date(this.#clock + 7_000).toISOString();
        if (isTriedAgain) return { kind: 'attempted', ...at, payload: { attempts, retry_at, first_at: this.#now() } };
        const step = stepOf(this.#definition, decision.step);
        const hasFailed = answerOf(this.#world.seed, key + decision.step) % 4 === 0;
        const { next = null, on_error } = step as { next?: string; on_error?: string };
        if (!hasFailed) return { kind: 'step_ended', ...at, payload: { output: key, next } };
        return on_error === undefined
          ? { kind: 'failed', ...at, payload: { error: 'no' } }
          : { kind: 'step_ended', ...at, payload: { error: 'no', output: null, next: on_error } };
      }
      case 'begin':
        return { kind: 'step_begun', ...at, payload: { ...(decision.until === null ? {} : { until: decision.until }), child: 'c' } };
      case 'end_step': {
        const { output, next, consumed, error } = decision;
        return {
          kind: 'step_ended',
          ...at,
          payload: { output, next, ...(consumed === undefined ? {} : { consumed }), ...(error === undefined ? {} : { error }) },
        };
      }
      case 'undo': {
        const key = `${decision.position}.undo`;
        this.effects.set(key, (this.effects.get(key) ?? 0) + 1);
        return { kind: 'undone', step: decision.step, token: null, payload: { of: decision.position } };
      }
      case 'fail':
        return { kind: 'failed', step: null, token: null, payload: { error: decision.error } };
    }
  }
}

describe('an engine that is killed', () => {
  it('leaves the same history, and asks for the same effects, wherever it is killed', () => {
    fc.assert(
      fc.property(definitions, worlds, fc.uniqueArray(fc.nat(60), { maxLength: 20 }), (definition, world, crashes) => {
        const calm = new Engine(definition, world);
        const end = calm.run(new Set());
        const killed = new Engine(definition, world);
        expect(killed.run(new Set(crashes))).toEqual(end);
        expect(killed.history).toEqual(calm.history);
        expect([...killed.effects.keys()]).toEqual([...calm.effects.keys()]);
      }),
      { numRuns: 300 },
    );
  });

  it('drops what an action of a process came to that is slower than the one that took its execution over', () => {
    const stalls = fc.array(fc.tuple(fc.nat(60), fc.nat(10)), { maxLength: 20 });
    fc.assert(
      fc.property(definitions, worlds, stalls, (definition, world, stalled) => {
        const calm = new Engine(definition, world);
        const end = calm.run(new Set());
        const slow = new Engine(definition, world);
        expect(slow.run(new Set(), new Map(stalled))).toEqual(end);
        expect(slow.history).toEqual(calm.history);
        expect([...slow.effects.keys()]).toEqual([...calm.effects.keys()]);
      }),
      { numRuns: 300 },
    );
  });

  it('ends every timer at its time, whatever other branches have under way, and wait for', () => {
    fc.assert(
      fc.property(definitions, worlds, fc.uniqueArray(fc.nat(60), { maxLength: 5 }), (definition, world, crashes) => {
        const engine = new Engine(definition, world);
        engine.run(new Set(crashes), new Map(), 60_000);
        for (const [index, { kind, step, token, payload }] of engine.history.entries()) {
          if (kind !== 'step_begun' || stepOf(definition, step ?? '')?.type !== 'timer') continue;
          const ended = engine.history.findIndex((later, place) => place > index && later.kind === 'step_ended' && later.token === token);
          if (ended >= 0) expect(engine.times[ended]).toBe(Date.parse(String(payload['until'])));
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('loses nothing that an action came to, whatever ends the execution meanwhile', () => {
    fc.assert(
      fc.property(definitions, worlds, (definition, world) => {
        const engine = new Engine(definition, world);
        engine.run(new Set(), new Map(), 60_000);
        const noted = engine.history.filter(
          ({ kind, step }) =>
            stepOf(definition, step ?? '')?.type === 'action' && (kind === 'step_ended' || kind === 'failed' || kind === 'attempted'),
        ).length;
        const undone = engine.history.filter(({ kind }) => kind === 'undone').length;
        expect([...engine.effects.values()].reduce((sum, count) => sum + count, 0)).toBe(noted + undone);
      }),
      { numRuns: 300 },
    );
  });

  it('ends no timer before its time and no wait twice', () => {
    fc.assert(
      fc.property(definitions, worlds, (definition, world) => {
        const engine = new Engine(definition, world);
        engine.run(new Set());
        const consumed = engine.history.flatMap(({ payload }) => payload['consumed'] ?? []);
        expect(new Set(consumed).size).toBe(consumed.length);
        const undone = engine.history.flatMap(({ kind, payload }) => (kind === 'undone' ? payload['of'] : []));
        expect(new Set(undone).size).toBe(undone.length);
        expect(new Set(engine.history.filter(({ kind }) => kind === 'failed')).size).toBeLessThanOrEqual(1);
      }),
      { numRuns: 200 },
    );
  });

  it('gives a restart what was done before the failure, and nothing of what was undone', () => {
    fc.assert(
      fc.property(definitions, worlds, (definition, world) => {
        const engine = new Engine(definition, world);
        const end = engine.run(new Set());
        if (end.kind !== 'end' || end.outcome === 'completed') return;
        const kept = reusable(definition, engine.history);
        const fold = foldHistory(definition, kept);
        expect(fold.failure).toBeUndefined();
        expect(fold.isCancelled).toBe(false);
        expect(fold.tokens.size).toBeGreaterThan(0);
        expect(kept.map(({ position }) => position)).toEqual(kept.map((_, index) => index + 1));
        const firstUndone = Math.min(...engine.history.flatMap(({ kind, payload }) => (kind === 'undone' ? [Number(payload['of'])] : [])));
        const acted = (entries: readonly HistoryEntry[]) =>
          entries.filter(({ kind, step }) => kind === 'step_ended' && stepOf(definition, step ?? '')?.type === 'action').length;
        expect(acted(kept)).toBeLessThanOrEqual(acted(engine.history.filter(({ position }) => position < firstUndone)));
      }),
      { numRuns: 200 },
    );
  });
});
