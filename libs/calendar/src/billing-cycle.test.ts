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
    ['weekly', { weekday: 3 }, '2026-11-23', { start: '2026-11-18', end: '2026-11-25' }],
    ['weekly', { weekday: 7 }, '2026-11-23', { start: '2026-11-22', end: '2026-11-29' }],
    ['bi-weekly', {}, '1970-01-18', { start: '1970-01-05', end: '1970-01-19' }],
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

  it('follow each other up to one that begins before a day', () => {
    expect(billingPeriods('2026-01-05', '2026-01-19', 'weekly')).toEqual([
      { start: '2026-01-05', end: '2026-01-12' },
      { start: '2026-01-12', end: '2026-01-19' },
    ]);
    expect(billingPeriods('2026-01-05', '2026-01-05', 'weekly')).toEqual([]);
  });

  it('are refused for dates that are none', () => {
    expect(() => billingPeriodOf('2026-02-30', 'monthly')).toThrow(RangeError);
    expect(() => billingPeriodOf('26-2-3', 'monthly')).toThrow(RangeError);
  });

  it.each<[BillingAnchor, string]>([
    [{ day: 0 }, 'The day of an anchor is 1 to 31, not 0'],
    [{ day: 32 }, 'The day of an anchor is 1 to 31, not 32'],
    [{ day: 1.5 }, 'The day of an anchor is 1 to 31, not 1.5'],
    [{ month: 0 }, 'The month of an anchor is 1 to 12, not 0'],
    [{ month: 13 }, 'The month of an anchor is 1 to 12, not 13'],
    [{ weekday: 8 }, 'The weekday of an anchor is 1 to 7, not 8'],
  ])('are refused for the anchor %j', (anchor, message) => {
    expect(() => billingPeriodOf('2026-01-01', 'monthly', anchor)).toThrow(new RangeError(message));
    expect(() => nextBoundary('2026-01-01', 'weekly', anchor)).toThrow(new RangeError(message));
  });

  it('are at most a thousand at once', () => {
    const last = addDays('1990-01-01', 7 * 1000);
    expect(billingPeriods('1990-01-01', last, 'weekly')).toHaveLength(1000);
    expect(() => billingPeriods('1990-01-01', addDays(last, 1), 'weekly')).toThrow(new RangeError('There are more than 1000 periods'));
  });
});
