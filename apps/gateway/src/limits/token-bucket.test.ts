import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type BucketLimit, fullBucket, refill, remaining, secondsUntilFull, takeToken, untilNextToken } from './token-bucket.ts';

const limits = fc.record({ burst: fc.integer({ min: 1, max: 10_000 }), perMinute: fc.integer({ min: 1, max: 100_000 }) });
const waits = fc.array(fc.integer({ min: 0, max: 120_000 }), { minLength: 1, maxLength: 200 });

/** Tries after each wait. @returns when tokens were granted */
function grants(limit: BucketLimit, pauses: readonly number[]): number[] {
  let now = 0;
  const bucket = fullBucket(limit, now);
  return pauses.flatMap((pause) => {
    now += pause;
    refill(bucket, limit, now);
    if (remaining(bucket) === 0) return [];
    takeToken(bucket);
    return [now];
  });
}

describe('a token bucket', () => {
  it('never grants more than its burst and what came in meanwhile, over any stretch of time', () => {
    fc.assert(
      fc.property(limits, waits, (limit, pauses) => {
        const granted = grants(limit, pauses);
        for (let from = 0; from < granted.length; from++) {
          for (let to = from; to < granted.length; to++) {
            const elapsed = (granted[to] as number) - (granted[from] as number);
            expect(to - from + 1).toBeLessThanOrEqual(limit.burst + (elapsed * limit.perMinute) / 60_000 + 0.01);
          }
        }
      }),
    );
  });

  it('keeps its word: after the announced wait there is a token, and not a millisecond before', () => {
    fc.assert(
      fc.property(limits, fc.integer({ min: 1, max: 300 }), (limit, tries) => {
        const bucket = fullBucket(limit, 0);
        for (let index = 0; index < tries + limit.burst; index++) takeToken(bucket);
        const wait = untilNextToken(bucket, limit);
        refill(bucket, limit, wait - 1);
        expect(remaining(bucket)).toBe(0);
        refill(bucket, limit, wait);
        expect(remaining(bucket)).toBeGreaterThanOrEqual(1);
      }),
    );
  });

  it('is full again when it says so, and never holds more than its burst', () => {
    fc.assert(
      fc.property(limits, waits, fc.integer({ min: 0, max: 100_000 }), (limit, pauses, extra) => {
        const bucket = fullBucket(limit, 0);
        for (let index = 0; index < pauses.length; index++) takeToken(bucket);
        const seconds = secondsUntilFull(bucket, limit);
        refill(bucket, limit, seconds * 1000 + extra);
        expect(remaining(bucket)).toBe(limit.burst);
      }),
    );
  });

  it('gains nothing from a clock that goes back', () => {
    const limit = { burst: 5, perMinute: 60 };
    const bucket = fullBucket(limit, 10_000);
    for (let index = 0; index < 5; index++) takeToken(bucket);
    refill(bucket, limit, 0);
    expect(remaining(bucket)).toBe(0);
    refill(bucket, limit, 1_000);
    expect(remaining(bucket)).toBe(1);
  });

  it('takes up a lowered limit at once', () => {
    const bucket = fullBucket({ burst: 100, perMinute: 60 }, 0);
    refill(bucket, { burst: 3, perMinute: 60 }, 0);
    expect(remaining(bucket)).toBe(3);
  });
});
