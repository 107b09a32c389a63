import { describe, expect, it } from '@jest/globals';
import { executionStatuses, type ExecutionStatus } from '@psa/contracts-automation';
import fc from 'fast-check';
import { autoRetryDelay, demandTransition, hasEnded, mayBecome } from './execution.rules.ts';

/** What an execution may begin as: queued, not needed, or only tried. */
const INITIAL: readonly ExecutionStatus[] = ['pending', 'skipped', 'completed'];
const allowed = new Set([
  'pending>running',
  'pending>cancelled',
  'pending>skipped',
  'running>completed',
  'running>failed',
  'running>timeout',
  'running>cancelled',
  'failed>pending',
  'timeout>pending',
]);

describe('an execution', () => {
  it('becomes what the table says and nothing else', () => {
    for (const from of executionStatuses)
      for (const to of executionStatuses) expect([from, to, mayBecome(from, to)]).toEqual([from, to, allowed.has(`${from}>${to}`)]);
  });

  it('reaches every state from its beginnings', () => {
    const reached = new Set<ExecutionStatus>(INITIAL);
    for (let before = 0; before !== reached.size;) {
      before = reached.size;
      for (const from of [...reached]) for (const to of executionStatuses) if (mayBecome(from, to)) reached.add(to);
    }
    expect([...reached].sort()).toEqual([...executionStatuses].sort());
  });

  it('never leaves an end but by a retry, whatever is tried', () => {
    fc.assert(
      fc.property(fc.constantFrom(...INITIAL), fc.array(fc.constantFrom(...executionStatuses), { maxLength: 30 }), (first, wishes) => {
        let status = first;
        for (const wish of wishes) {
          const before = status;
          try {
            demandTransition(status, wish, 'changed');
            status = wish;
          } catch {
            if (allowed.has(`${before}>${wish}`)) return false;
          }
          if (before !== status && hasEnded(before) && (status !== 'pending' || !['failed', 'timeout'].includes(before))) return false;
        }
        return true;
      }),
      { numRuns: 2_000 },
    );
  });

  it('is tried again three times, ever later', () => {
    expect([0, 1, 2, 3].map((retries) => autoRetryDelay(true, retries))).toEqual([60_000, 300_000, 900_000, undefined]);
    expect(autoRetryDelay(false, 0)).toBeUndefined();
  });
});
