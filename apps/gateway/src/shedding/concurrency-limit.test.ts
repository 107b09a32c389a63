import { describe, expect, it } from '@jest/globals';
import { ConcurrencyLimit } from './concurrency-limit.ts';

const OPTIONS = { min: 20, max: 128, targetMs: 100 };

/** A service that answers in order, so many a second, and is kept as busy as the limit allows; by a clock of its own. */
class Service {
  readonly limit = new ConcurrencyLimit(OPTIONS);
  readonly #running: number[] = [];
  #now = 0;
  #owed = 0;

  /** @param demand requests it has at most @returns the time the last answer took */
  run(ms: number, perSecond: number, demand = Number.POSITIVE_INFINITY): number {
    let tookMs = 0;
    for (const end = this.#now + ms; this.#now < end; this.#now++) {
      while (this.#running.length < Math.min(this.limit.current, demand)) this.#running.push(this.#now);
      if (demand > this.limit.current) this.limit.noteReached();
      for (this.#owed += perSecond / 1_000; this.#owed >= 1; this.#owed--) {
        const since = this.#running[0];
        if (since === undefined) break;
        tookMs = this.#now - since;
        this.limit.noteAnswer(tookMs, this.#now);
        this.#running.shift();
      }
    }
    return tookMs;
  }
}

describe('the limit of concurrent requests', () => {
  it('stays at the maximum for a service that is fast enough', () => {
    const service = new Service();
    service.run(10_000, 2_000);
    expect(service.limit.current).toBe(OPTIONS.max);
  });

  it('falls to what a slower service answers within the target, and not below the minimum', () => {
    const service = new Service();
    const tookMs = service.run(10_000, 500);
    // 500 a second within 100 ms are 50 at once.
    expect(service.limit.current).toBeGreaterThanOrEqual(38);
    expect(service.limit.current).toBeLessThanOrEqual(64);
    expect(tookMs).toBeLessThanOrEqual(130);
    service.run(20_000, 50);
    expect(service.limit.current).toBeLessThanOrEqual(Math.ceil(OPTIONS.min * 1.25));
    expect(service.limit.current).toBeGreaterThanOrEqual(OPTIONS.min);
  });

  it('rises within a second and a half when the service is fast again', () => {
    const service = new Service();
    service.run(20_000, 50);
    service.run(2_000, 2_000, 200);
    expect(service.limit.current).toBe(OPTIONS.max);
  });

  it('is not lowered by slow answers of which there are few', () => {
    const service = new Service();
    service.run(20_000, 10, 15);
    expect(service.limit.current).toBe(OPTIONS.max);
  });

  it('is not lowered by slow answers beside fast ones', () => {
    const limit = new ConcurrencyLimit(OPTIONS);
    for (let now = 0; now < 10_000; now += 10) {
      limit.noteReached();
      limit.noteAnswer(now % 50 === 0 ? 20 : 3_000, now);
    }
    expect(limit.current).toBe(OPTIONS.max);
  });
});
