import { describe, expect, it } from '@jest/globals';
import { addDays, type Period } from '@psa/calendar';
import { periodFrequencies } from '@psa/contracts-time';
import fc from 'fast-check';
import { assertRule, type PeriodRule, periodsOf, rulesCross } from './settings-periods.rules.ts';

const rule = (given: Partial<PeriodRule>): PeriodRule => ({
  frequency: 'monthly',
  interval: 1,
  start_day: null,
  end_day: null,
  start_month: null,
  end_month: null,
  effective_from: '2026-01-01',
  effective_to: null,
  ...given,
});

function firstOf(from: PeriodRule, count: number): Period[] {
  const periods: Period[] = [];
  for (const period of periodsOf(from)) if (periods.push(period) === count) break;
  return periods;
}

const take = (from: PeriodRule, count: number) => firstOf(from, count).map(({ start, end }) => `${start}/${end}`);

describe('periods by settings', () => {
  it('begin on the weekday asked for', () => {
    expect(take(rule({ frequency: 'weekly', start_day: 1 }), 2)).toEqual(['2026-01-05/2026-01-12', '2026-01-12/2026-01-19']);
    expect(take(rule({ frequency: 'weekly', interval: 2 }), 2)).toEqual(['2026-01-01/2026-01-15', '2026-01-15/2026-01-29']);
  });

  it('clamp the day of the month in short months, and come back to it', () => {
    expect(take(rule({ start_day: 31 }), 3)).toEqual(['2026-01-31/2026-02-28', '2026-02-28/2026-03-31', '2026-03-31/2026-04-30']);
  });

  it('are half months by two settings that share no day', () => {
    const [first, second] = [rule({ start_day: 1, end_day: 15 }), rule({ start_day: 16, end_day: 0 })];
    expect(rulesCross(first, second)).toBe(false);
    expect(take(first, 2)).toEqual(['2026-01-01/2026-01-16', '2026-02-01/2026-02-16']);
    expect(take(second, 2)).toEqual(['2026-01-16/2026-02-01', '2026-02-16/2026-03-01']);
    expect(rulesCross(first, rule({ start_day: 15, end_day: 0 }))).toBe(true);
    expect(rulesCross(first, rule({}))).toBe(true);
  });

  it('are years and quarters from the month asked for', () => {
    expect(take(rule({ frequency: 'yearly', start_month: 4, start_day: 6 }), 2)).toEqual([
      '2026-04-06/2027-04-06',
      '2027-04-06/2028-04-06',
    ]);
    expect(take(rule({ frequency: 'quarterly', start_day: 1 }), 2)).toEqual(['2026-01-01/2026-04-01', '2026-04-01/2026-07-01']);
  });

  it('lie within the time the settings are effective', () => {
    expect(take(rule({ effective_from: '2026-01-10', effective_to: '2026-03-01', start_day: 1 }), 5)).toEqual(['2026-02-01/2026-03-01']);
  });

  it.each([
    [{ frequency: 'weekly', start_day: 8 }, 'start_day'],
    [{ frequency: 'weekly', end_day: 3 }, 'end_day'],
    [{ start_day: 20, end_day: 10 }, 'end_day'],
    [{ end_day: 15, interval: 2 }, 'interval'],
    [{ frequency: 'yearly', start_month: 2, start_day: 30, end_month: 3, end_day: 0 }, 'start_day'],
    [{ effective_to: '2026-01-01' }, 'effective_to'],
  ] as [Partial<PeriodRule>, string][])('%j names %s', (given, field) => {
    expect(() => assertRule(rule(given))).toThrow(
      expect.objectContaining({ details: [expect.objectContaining({ path: [field] })] }) as unknown as Error,
    );
  });

  const date = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days));
  const rules = fc
    .record({
      frequency: fc.constantFrom(...periodFrequencies),
      interval: fc.integer({ min: 1, max: 24 }),
      start_day: fc.option(fc.integer({ min: 1, max: 31 })),
      end_day: fc.option(fc.integer({ min: 0, max: 31 })),
      start_month: fc.option(fc.integer({ min: 1, max: 12 })),
      end_month: fc.option(fc.integer({ min: 1, max: 12 })),
      effective_from: date,
      effective_to: fc.option(date),
    })
    .filter((candidate) => {
      try {
        assertRule(candidate);
        return true;
      } catch {
        return false;
      }
    });

  it('cover any date at most once, in order, and every date where they are no parts', () => {
    fc.assert(
      fc.property(rules, (given) => {
        const periods = firstOf(given, 15);
        for (const [index, { start, end }] of periods.entries()) {
          expect(start < end).toBe(true);
          expect(start >= given.effective_from).toBe(true);
          if (given.effective_to !== null) expect(end <= given.effective_to).toBe(true);
          const before = periods[index - 1];
          if (before === undefined) continue;
          expect(given.end_day === null ? before.end === start : before.end <= start).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('of two rules that do not cross share no day', () => {
    fc.assert(
      fc.property(rules, rules, (one, other) => {
        fc.pre(!rulesCross(one, other));
        const periods = [...firstOf(one, 10), ...firstOf(other, 10)].toSorted((a, b) => (a.start < b.start ? -1 : 1));
        for (const [index, { start }] of periods.entries()) expect(index === 0 || periods[index - 1]!.end <= start).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});
