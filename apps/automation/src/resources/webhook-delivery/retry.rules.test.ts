import { describe, expect, it } from '@jest/globals';
import { RetryConfig } from '@psa/contracts-automation';
import fc from 'fast-check';
import { pauseAfter, retryAfterMs, retryDelay } from './retry.rules.ts';

const HOUR = 3_600_000;
const config = (given: Record<string, unknown> = {}) => RetryConfig.parse(given);
const delays = (given: Record<string, unknown>, chance = 0.5) => {
  const found: number[] = [];
  for (let attempts = 1; ; attempts++) {
    const delay = retryDelay(config(given), attempts, chance);
    if (delay === undefined) return found;
    found.push(delay);
  }
};

describe('the pause before the next attempt', () => {
  it('makes ten attempts over three days by default', () => {
    const pauses = delays({});
    expect(pauses).toEqual([5_000, 300_000, 1_800_000, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]);
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(72 * HOUR);
  });

  it.each([
    ['exponential_backoff', { initial_delay: 1000, backoff_multiplier: 3, max_attempts: 5, max_delay: 10_000 }, [1000, 3000, 9000, 10_000]],
    ['linear_backoff', { initial_delay: 2000, max_attempts: 4 }, [2000, 4000, 6000]],
    ['fixed_interval', { initial_delay: 7000, max_attempts: 3 }, [7000, 7000]],
    ['custom', { delays: [1000, 60_000] }, [1000, 60_000]],
    ['custom', { delays: [1000, 60_000], max_attempts: 2 }, [1000]],
    ['standard', { max_attempts: 1 }, []],
  ])('follows %s %j', (strategy, given, expected) => expect(delays({ strategy, ...given })).toEqual(expected));

  it('is spread by a fifth to either side, and never shorter than the receiver asks for', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        fc.nat(30 * HOUR),
        (attempts, chance, wish) => {
          const middle = retryDelay(config(), attempts, 0.5) as number;
          const delay = retryDelay(config(), attempts, chance, wish) as number;
          expect(delay).toBeGreaterThanOrEqual(Math.max(middle * 0.8 - 1, Math.min(wish, 24 * HOUR)));
          expect(delay).toBeLessThanOrEqual(Math.max(middle * 1.2 + 1, Math.min(wish, 24 * HOUR)));
        },
      ),
    );
  });

  it('gives no further attempt because the receiver asks to wait', () => expect(retryDelay(config(), 10, 0.5, 1000)).toBeUndefined());
});

describe('the pause of a receiver', () => {
  it.each([
    [0, 0],
    [4, 0],
    [5, 60_000],
    [6, 120_000],
    [10, 1_920_000],
    [11, HOUR],
    [1000, HOUR],
  ])('after %i failures is %i ms', (failures, pause) => {
    expect(pauseAfter(failures)).toBe(pause);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-11-21T08:00:00Z');
  it.each([
    [undefined, 0],
    ['120', 120_000],
    [' 3 ', 3000],
    ['Sat, 21 Nov 2026 08:01:00 GMT', 60_000],
    ['Sat, 21 Nov 2026 07:00:00 GMT', 0],
    ['-5', 0],
    ['soon', 0],
    ['99999999999999', 0],
    ['2026', 2_026_000],
  ])('%p means %i ms', (header, milliseconds) => expect(retryAfterMs(header, now)).toBe(milliseconds));
});
