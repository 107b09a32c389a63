import { describe, expect, it } from '@jest/globals';
import { WorkflowDefinition } from '@psa/contracts-automation';
import fc from 'fast-check';
import { addDuration, decide, type Decision, MAX_HISTORY } from './decide.rules.ts';
import { foldHistory } from './fold-history.rules.ts';
import type { HistoryEntry } from './history.ts';

const action = { type: 'sms_notification', order: 1, config: { phone_numbers: ['+15551234567'], message: 'x' } };
const NOW = '2026-01-31T10:00:00.000Z';
const facts = { now: NOW, deadline: null, known: {}, underWay: new Set<string>(), stalled: new Set<string>() };

const started: HistoryEntry = { position: 1, kind: 'started', step: null, token: null, event_name: 'started', payload: {} };

/** The entry that a decision leads to. */
function entryOf(decision: Decision, position: number, definition: WorkflowDefinition): HistoryEntry | undefined {
  const of = (kind: HistoryEntry['kind'], payload: HistoryEntry['payload']): HistoryEntry => ({
    position,
    kind,
    step: 'step' in decision ? decision.step : null,
    token: 'token' in decision ? decision.token : null,
    event_name: kind,
    payload,
  });
  switch (decision.kind) {
    case 'act': {
      const step = definition.steps[decision.step];
      return of('step_ended', { output: null, next: step?.type === 'action' ? (step.next ?? null) : null });
    }
    case 'begin':
      return of('step_begun', { until: decision.until });
    case 'end_step':
      return of('step_ended', { output: decision.output, next: decision.next, consumed: decision.consumed });
    case 'undo':
      return of('undone', { of: decision.position });
    case 'fail':
      return of('failed', { error: decision.error });
    default:
      return undefined;
  }
}

function play(definition: WorkflowDefinition, from: readonly HistoryEntry[] = [started]): { history: HistoryEntry[]; last: Decision } {
  const history = [...from];
  const fold = foldHistory(definition, history);
  for (;;) {
    const last = decide(definition, fold, facts);
    const entry = entryOf(last, history.length + 1, definition);
    if (entry === undefined) return { history, last };
    history.push(entry);
    fold.apply(entry);
  }
}

/** Definitions whose steps lead only onward, so that every one ends. */
const definitions = fc
  .array(fc.record({ kind: fc.constantFrom('action', 'condition', 'parallel', 'timer', 'human_task'), far: fc.nat(4), wide: fc.nat(4) }), {
    minLength: 1,
    maxLength: 8,
  })
  .map((shapes) => {
    const name = (index: number) => (index < shapes.length ? `s${index}` : undefined);
    const steps = shapes.map(({ kind, far, wide }, index) => {
      const next = name(index + 1 + far);
      const other = name(index + 1 + wide);
      switch (kind) {
        case 'action':
          return { type: kind, action, compensate: action, next };
        case 'condition':
          return { type: kind, conditions: [{ field: 'a', operator: 'exists' }], then: next, else: other };
        case 'parallel':
          return other === undefined ? { type: 'timer', duration: 'PT0S', next } : { type: kind, branches: [other], next };
        case 'timer':
          return { type: kind, duration: 'PT0S', next };
        default:
          return { type: kind, title: 'T', next };
      }
    });
    return WorkflowDefinition.parse({ start: 's0', steps: Object.fromEntries(steps.map((step, index) => [`s${index}`, step])) });
  });

describe('deciding', () => {
  it('goes on from every point of a history as if nothing had happened', () => {
    fc.assert(
      fc.property(definitions, fc.nat(), (definition, cut) => {
        const { history, last } = play(definition);
        const again = play(definition, history.slice(0, 1 + (cut % history.length)));
        expect(again).toEqual({ history, last });
        expect(['end', 'wait']).toContain(last.kind);
      }),
      { numRuns: 100 },
    );
  });

  it('undoes each action once, the last first, when it is cancelled at any point', () => {
    fc.assert(
      fc.property(definitions, fc.nat(), (definition, cut) => {
        const { history } = play(definition);
        const before = history.slice(0, 1 + (cut % history.length));
        const cancelled = { ...started, kind: 'cancelled' as const, position: before.length + 1 };
        const end = play(definition, [...before, cancelled]);
        const acted = before.filter(({ kind, step }) => kind === 'step_ended' && definition.steps[step as string]?.type === 'action');
        const undone = end.history.filter(({ kind }) => kind === 'undone').map(({ payload }) => payload['of']);
        expect(undone).toEqual(acted.map(({ position }) => position).reverse());
        expect(end.last).toEqual({ kind: 'end', outcome: 'cancelled', error: null });
      }),
      { numRuns: 100 },
    );
  });

  it('takes months from the calendar', () => {
    expect(addDuration(NOW, 'P1M')).toBe('2026-02-28T10:00:00.000Z');
  });

  it('stops what runs longer than it may, and what never ends', () => {
    const loop = WorkflowDefinition.parse({ start: 'a', steps: { a: { type: 'action', action, next: 'a' } } });
    expect(decide(loop, foldHistory(loop, [started]), { ...facts, deadline: NOW })).toMatchObject({ kind: 'fail' });
    const long = Array.from({ length: MAX_HISTORY }, (_, index) => ({ ...started, kind: 'noted' as const, position: index + 2 }));
    expect(decide(loop, foldHistory(loop, [started, ...long]), facts)).toMatchObject({ kind: 'fail' });
  });
});
