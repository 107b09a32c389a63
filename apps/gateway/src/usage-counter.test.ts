import { describe, expect, it } from '@jest/globals';
import { UsageCounter } from './usage-counter.ts';

const HOUR = 3_600_000;

describe('the usage counter', () => {
  const counter = () => {
    const clock = { now: 1_700_000_000_000 };
    return { clock, usage: new UsageCounter(() => clock.now) };
  };

  it('counts by endpoint, with time and faults', () => {
    const { usage } = counter();
    usage.count('a', 'GET /x', 200, 10);
    usage.count('a', 'GET /x', 404, 20);
    usage.count('a', 'POST /x', 503, 30);
    usage.count('b', 'GET /x', 200, 99);
    expect(usage.over(HOUR, 'a')).toEqual({
      totalRequests: 3,
      requestsByEndpoint: { 'GET /x': 2, 'POST /x': 1 },
      averageResponseTime: 20,
      errorRate: 1 / 3,
    });
  });

  it.each([
    [HOUR, 1],
    [24 * HOUR, 2],
    [7 * 24 * HOUR, 3],
    [30 * 24 * HOUR, 4],
  ])('over %d ms knows of what happened in them', (period, expected) => {
    const { clock, usage } = counter();
    const now = clock.now;
    for (const ago of [29 * 24 * HOUR, 6 * 24 * HOUR, 22 * HOUR, 0]) {
      clock.now = now - ago;
      usage.count('a', 'GET /x', 200, 1);
    }
    expect(usage.over(period, 'a').totalRequests).toBe(expected);
  });

  it('knows nothing of a tenant that asked for nothing', () => {
    expect(counter().usage.over(HOUR, 'a')).toEqual({ totalRequests: 0, requestsByEndpoint: {}, averageResponseTime: 0, errorRate: 0 });
  });
});
