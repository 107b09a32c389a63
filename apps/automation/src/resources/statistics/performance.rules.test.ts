import { describe, expect, it } from '@jest/globals';
import { performanceMetrics } from '@psa/contracts-automation';
import { bucketOf, bucketsOf, toBuckets } from './performance.rules.ts';

const at = (text: string) => Date.parse(text);
const iso = (instant: number) => new Date(instant).toISOString();

describe('buckets', () => {
  it.each([
    ['hour', '2026-03-29T01:59:59Z', '2026-03-29T01:00:00.000Z'],
    ['day', '2026-03-29T23:59:59Z', '2026-03-29T00:00:00.000Z'],
    ['week', '2026-03-29T12:00:00Z', '2026-03-23T00:00:00.000Z'],
    ['week', '2026-03-30T00:00:00Z', '2026-03-30T00:00:00.000Z'],
    ['month', '2024-02-29T12:00:00Z', '2024-02-01T00:00:00.000Z'],
  ] as const)('of a %s hold %s in %s', (group, instant, begin) => {
    expect(iso(bucketOf(group, at(instant)))).toBe(begin);
  });

  it('follow each other without a gap', () => {
    expect(bucketsOf('month', at('2026-01-15T00:00:00Z'), at('2026-04-01T00:00:00Z')).map(iso)).toEqual([
      '2026-01-01T00:00:00.000Z',
      '2026-02-01T00:00:00.000Z',
      '2026-03-01T00:00:00.000Z',
      '2026-04-01T00:00:00.000Z',
    ]);
    expect(() => bucketsOf('hour', at('2020-01-01'), at('2026-01-01'))).toThrow();
    expect(() => bucketsOf('day', at('2026-02-01'), at('2026-01-01'))).toThrow();
  });

  it('say what happened in them, also nothing', () => {
    const row = {
      bucket: '2026-01-02T00:00:00.000Z',
      executions: 12,
      completed: 6,
      ended: 8,
      avg_duration: 40,
      p50_duration: 30,
      p95_duration: 90,
    };
    const [first, second] = toBuckets('day', at('2026-01-01T00:00:00Z'), at('2026-01-02T12:00:00Z'), [row], performanceMetrics);
    expect(first).toEqual({
      bucket: '2026-01-01T00:00:00.000Z',
      execution_count: 0,
      success_rate: 0,
      avg_duration: null,
      error_rate: 0,
      throughput: 0,
      p50_duration: null,
      p95_duration: null,
    });
    expect(second).toEqual({
      bucket: '2026-01-02T00:00:00.000Z',
      execution_count: 12,
      success_rate: 75,
      avg_duration: 40,
      error_rate: 25,
      throughput: 1,
      p50_duration: 30,
      p95_duration: 90,
    });
    expect(toBuckets('day', at('2026-01-02'), at('2026-01-02'), [row], ['execution_count'])).toEqual([
      { bucket: '2026-01-02T00:00:00.000Z', execution_count: 12 },
    ]);
  });
});
