import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addDays, type BillingAnchor, billingCycles, billingPeriodOf, billingPeriods, daysBetween, nextBoundary } from './index.ts';

const dates = fc.integer({ min: -20_000, max: 40_000 }).map((days) => addDays('1990-01-01', days));
const anchors: fc.Arbitrary<BillingAnchor> = fc.record({
  day: fc.integer({ min: 1, max: 31 }),
  month: fc.integer({ min: 1, max: 12 }),
  weekday: fc.integer({ min: 1, max: 7 }),
  reference: dates,
});
const cycles = fc.constantFrom(...billingCycles);

describe('billing periods', () => {
  it('cover the day they are asked for, and end where the next one begins', () => {
    fc.assert(
      fc.property(dates, cycles, anchors, (date, cycle, anchor) => {
        const { start, end } = billingPeriodOf(date, cycle, anchor);
        expect(start <= date && date < end).toBe(true);
        expect(billingPeriodOf(end, cycle, anchor).start).toBe(end);
        expect(billingPeriodOf(addDays(end, -1), cycle, anchor)).toEqual({ start, end });
        expect(nextBoundary(date, cycle, anchor)).toBe(end);
      }),
    );
  });

  it('are as long as their cycle', () => {
    const lengths = {
      weekly: [7, 7],
      'bi-weekly': [14, 14],
      monthly: [28, 31],
      quarterly: [89, 92],
      'semi-annually': [180, 185],
      annually: [364, 367],
    } as const;
    fc.assert(
      fc.property(dates, cycles, anchors, (date, cycle, anchor) => {
        const { start, end } = billingPeriodOf(date, cycle, anchor);
        expect(daysBetween(start, end)).toBeGreaterThanOrEqual(lengths[cycle][0]);
        expect(daysBetween(start, end)).toBeLessThanOrEqual(lengths[cycle][1]);
      }),
    );
  });

  it.each([
    ['monthly', { day: 31 }, '2028-02-28', { start: '2028-01-31', end: '2028-02-29' }],
    ['monthly', { day: 31 }, '2028-02-29', { start: '2028-02-29', end: '2028-03-31' }],
    ['monthly', {}, '2026-11-23', { start: '2026-11-01', end: '2026-12-01' }],
    ['quarterly', { month: 11 }, '2026-01-31', { start: '2025-11-01', end: '2026-02-01' }],
    ['quarterly', { month: 11 }, '2026-09-01', { start: '2026-08-01', end: '2026-11-01' }],
    ['semi-annually', { month: 9, day: 15 }, '2026-03-14', { start: '2025-09-15', end: '2026-03-15' }],
    ['annually', { month: 2, day: 29 }, '2027-03-01', { start: '2027-02-28', end: '2028-02-29' }],
    ['weekly', { weekday: 7 }, '2026-11-23', { start: '2026-11-22', end: '2026-11-29' }],
    ['bi-weekly', { reference: '2026-11-16' }, '2026-11-29', { start: '2026-11-16', end: '2026-11-30' }],
    ['bi-weekly', { reference: '2026-11-16' }, '2026-11-15', { start: '2026-11-02', end: '2026-11-16' }],
  ] as const)('%s from %j around %s are %j', (cycle, anchor, date, period) => {
    expect(billingPeriodOf(date, cycle, anchor)).toEqual(period);
  });

  it('after a change of the anchor begin with a short one', () => {
    expect(billingPeriods('2026-01-01', '2026-03-01', 'monthly', { day: 15 })).toEqual([
      { start: '2026-01-01', end: '2026-01-15' },
      { start: '2026-01-15', end: '2026-02-15' },
      { start: '2026-02-15', end: '2026-03-15' },
    ]);
  });

  it('are refused for dates and anchors that are none, and without end', () => {
    expect(() => billingPeriodOf('2026-02-30', 'monthly')).toThrow(RangeError);
    expect(() => billingPeriodOf('26-2-3', 'monthly')).toThrow(RangeError);
    for (const anchor of [{ day: 0 }, { day: 32 }, { month: 13 }, { weekday: 8 }, { day: 1.5 }])
      expect(() => billingPeriodOf('2026-01-01', 'monthly', anchor)).toThrow(RangeError);
    expect(() => billingPeriods('1990-01-01', '2990-01-01', 'weekly')).toThrow(RangeError);
  });
});
