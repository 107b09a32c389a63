import { describe, expect, it } from '@jest/globals';
import { addDays, billingCycles, daysBetween, type Period } from '@psa/calendar';
import fc from 'fast-check';
import { fixedCharges, type FixedTerms } from './fixed-charges.rules.ts';

const terms = (given: Partial<FixedTerms> = {}): FixedTerms => ({
  client_contract_line_id: 'a',
  contract_line_id: 'b',
  contract_line_name: 'Care',
  billing_frequency: 'monthly',
  billing_timing: 'advance',
  cadence_owner: 'client',
  location_id: null,
  partial_periods: 'by_days',
  rate: 30_000,
  shares: [],
  client_anchor: {},
  anchor_date: '2026-01-01',
  active: [{ start: '2026-01-01', end: null }],
  ...given,
});

const since = (start: string, end: string | null = null) => [{ start, end }];
const window = (start: string, end: string): Period => ({ start, end });
const due = (given: Partial<FixedTerms>, in_: Period) =>
  fixedCharges(terms(given), in_).map(({ period, amount }) => [period.start, amount]);

describe('fixed fees', () => {
  it('are due in advance in the window their period begins in, in arrears in the one it ends at the start of, or within', () => {
    const june = window('2026-06-01', '2026-07-01');
    expect(due({}, june)).toEqual([['2026-06-01', 30_000]]);
    expect(due({ billing_timing: 'arrears' }, june)).toEqual([['2026-05-01', 30_000]]);
    expect(due({ billing_timing: 'arrears' }, window('2026-05-15', '2026-06-15'))).toEqual([['2026-05-01', 30_000]]);
    expect(due({}, window('2026-06-02', '2026-07-01'))).toEqual([]);
    expect(due({ billing_frequency: 'quarterly' }, june)).toEqual([]);
    expect(due({}, window('2026-01-01', '2026-04-01'))).toHaveLength(3);
  });

  it('are billed for the days of the assignment, or in full where nothing is prorated', () => {
    const june = window('2026-06-01', '2026-07-01');
    expect(due({ active: since('2026-06-16') }, june)).toEqual([['2026-06-01', 15_000]]);
    expect(due({ active: since('2026-01-01', '2026-06-11') }, june)).toEqual([['2026-06-01', 10_000]]);
    expect(due({ active: since('2026-06-16'), partial_periods: 'full' }, june)).toEqual([['2026-06-01', 30_000]]);
    expect(due({ active: since('2026-06-16'), partial_periods: 'free' }, june)).toEqual([]);
    expect(due({ active: since('2026-01-01', '2026-06-01') }, june)).toEqual([]);
  });

  describe('of a line that was inactive in between', () => {
    const june = window('2026-06-01', '2026-07-01');
    const active = [...since('2026-01-01', '2026-06-04'), ...since('2026-06-10', '2026-06-13'), ...since('2026-06-28')];

    it('are for its active days alone', () => {
      expect(due({ active }, june)).toEqual([['2026-06-01', 9_000]]);
      expect(due({ active, billing_timing: 'arrears' }, window('2026-06-02', '2026-07-02'))).toEqual([['2026-06-01', 9_000]]);
    });

    it('are the full price once where nothing is prorated, and nothing where partial periods are free', () => {
      expect(due({ active, partial_periods: 'full' }, june)).toEqual([['2026-06-01', 30_000]]);
      expect(due({ active, partial_periods: 'free' }, june)).toEqual([]);
    });

    it('are none for periods without an active day, and whole for those without an inactive one', () => {
      const paused = [...since('2026-01-01', '2026-03-01'), ...since('2026-06-01')];
      expect(due({ active: paused, partial_periods: 'full' }, window('2026-02-01', '2026-08-01')).map(([start]) => start)).toEqual([
        '2026-02-01',
        '2026-06-01',
        '2026-07-01',
      ]);
    });

    it('are never more than the full price, and none is billed for an inactive day', () => {
      const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 });
      fc.assert(
        fc.property(
          fc.constantFrom(...billingCycles),
          fc.constantFrom('full', 'free', 'by_days'),
          fc.integer({ min: 0, max: 100_000 }),
          lengths,
          (billing_frequency, partial_periods, rate, all) => {
            const days = all.reduce<string[]>((ends, length) => [...ends, addDays(ends.at(-1)!, length)], ['2026-01-01']);
            const parts = days.flatMap((start, index) => (index % 2 === 0 ? since(start, days[index + 1] ?? null) : []));
            const line = terms({ billing_frequency, partial_periods, rate, active: parts });
            for (const { period, covered, amount } of fixedCharges(line, window('2026-01-01', '2027-12-01'))) {
              const billed = covered.reduce((sum, { start, end }) => sum + daysBetween(start, end), 0);
              const length = daysBetween(period.start, period.end);
              let active = 0;
              for (let day = period.start; day < period.end; day = addDays(day, 1))
                if (parts.some(({ start, end }) => start <= day && (end === null || day < end))) active++;
              expect(billed).toBe(active);
              expect(amount).toBeLessThanOrEqual(rate);
              if (partial_periods === 'by_days') expect(Math.abs(amount - (rate * active) / length)).toBeLessThan(covered.length);
              else expect(amount).toBe(rate);
            }
          },
        ),
        { numRuns: 60 },
      );
    });
  });

  it('follow the cadence of the contract from the day it began', () => {
    expect(
      due({ cadence_owner: 'contract', active: since('2026-01-31'), anchor_date: '2026-01-31' }, window('2026-02-01', '2026-04-01')),
    ).toEqual([
      ['2026-02-28', 30_000],
      ['2026-03-31', 30_000],
    ]);
  });

  it('bill no day twice and leave none out, however often periods begin on another day', () => {
    const anchor = fc.record({
      day: fc.integer({ min: 1, max: 31 }),
      month: fc.integer({ min: 1, max: 12 }),
      weekday: fc.integer({ min: 1, max: 7 }),
      reference: fc.integer({ min: 0, max: 60 }).map((days) => addDays('2026-01-01', days)),
    });
    const steps = fc.array(fc.record({ client_anchor: anchor, days: fc.integer({ min: 20, max: 420 }) }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(
        fc.constantFrom(...billingCycles),
        fc.constantFrom('arrears', 'advance'),
        steps,
        (billing_frequency, billing_timing, all) => {
          const billed: Period[] = [];
          let day = '2026-01-01';
          for (const { client_anchor, days } of all) {
            day = addDays(day, days);
            const line = terms({
              billing_frequency,
              billing_timing,
              client_anchor,
              active: since('2020-01-01'),
              anchor_date: '2020-01-01',
            });
            for (const { unbilled, covered, period, amount } of fixedCharges(line, window('2025-12-01', day), billed)) {
              const length = daysBetween(period.start, period.end);
              expect(Math.abs(amount - (30_000 * daysBetween(covered[0].start, covered[0].end)) / length)).toBeLessThan(1);
              billed.push(unbilled);
            }
          }
          const ordered = billed.toSorted((one, other) => (one.start < other.start ? -1 : 1));
          for (const [index, { start }] of ordered.entries()) if (index > 0) expect(start).toBe(ordered[index - 1]!.end);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('are each due once in windows that follow each other, whatever the cycle', () => {
    const date = fc.integer({ min: 0, max: 400 }).map((days) => addDays('2026-01-01', days));
    fc.assert(
      fc.property(
        fc.record({
          billing_frequency: fc.constantFrom(...billingCycles),
          billing_timing: fc.constantFrom('arrears', 'advance'),
          cadence_owner: fc.constantFrom('client', 'contract'),
          active: date.map((start) => since(start)),
        }),
        fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 6 }),
        (given, lengths) => {
          const starts = lengths.reduce<string[]>((all, days) => [...all, addDays(all.at(-1)!, days)], ['2026-01-01']);
          const split = starts.slice(1).flatMap((end, index) => due(given, window(starts[index]!, end)));
          expect(split).toEqual(due(given, window(starts[0]!, starts.at(-1)!)));
          expect(new Set(split.map(([start]) => start)).size).toBe(split.length);
        },
      ),
      { numRuns: 150 },
    );
  });
});
