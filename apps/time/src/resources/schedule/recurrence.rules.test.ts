import { describe, expect, it } from '@jest/globals';
import { addDays } from '@psa/calendar';
import type { RecurrencePattern } from '@psa/contracts-time';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { assertPattern, occurrencesIn, recursUntil } from './recurrence.rules.ts';

const pattern = (given: Partial<RecurrencePattern> & Pick<RecurrencePattern, 'frequency'>): RecurrencePattern => ({
  interval: 1,
  exceptions: [],
  workdaysOnly: false,
  ...given,
});

function entry(start: string, recurrence_pattern: RecurrencePattern, timezone = 'UTC', hours = 1) {
  const scheduled_end = new Date(Date.parse(start) + hours * 3_600_000).toISOString();
  return { scheduled_start: new Date(start).toISOString(), scheduled_end, timezone, recurrence_pattern };
}

const year = { start: '2026-01-01T00:00:00Z', end: '2027-01-01T00:00:00Z' };
const datesIn = (...given: Parameters<typeof occurrencesIn>) => occurrencesIn(...given).map(({ date }) => date);

describe('recurring entries', () => {
  it('begin with their own day, whether it fits or not', () => {
    const given = entry('2026-01-07T09:00:00Z', pattern({ frequency: 'weekly', daysOfWeek: [0], count: 3 }));
    expect(datesIn(given, year)).toEqual(['2026-01-07', '2026-01-12', '2026-01-19']);
  });

  it('keep the time of day in their zone when clocks change there', () => {
    const given = entry('2026-03-27T08:00:00Z', pattern({ frequency: 'daily', count: 4 }), 'Europe/Oslo');
    expect(occurrencesIn(given, year).map(({ start }) => start)).toEqual([
      '2026-03-27T08:00:00.000Z',
      '2026-03-28T08:00:00.000Z',
      '2026-03-29T07:00:00.000Z',
      '2026-03-30T07:00:00.000Z',
    ]);
  });

  it('on the 31st leave short months out', () => {
    expect(datesIn(entry('2026-01-31T09:00:00Z', pattern({ frequency: 'monthly', count: 4 })), year)).toEqual([
      '2026-01-31',
      '2026-03-31',
      '2026-05-31',
      '2026-07-31',
    ]);
  });

  it('leave exceptions and holidays out, which count', () => {
    const given = entry('2026-06-01T09:00:00Z', pattern({ frequency: 'daily', count: 4, exceptions: ['2026-06-02'] }));
    expect(datesIn(given, year, (date) => date === '2026-06-03')).toEqual(['2026-06-01', '2026-06-04']);
    expect(datesIn(entry('2026-06-01T09:00:00Z', pattern({ frequency: 'daily', count: 2, exceptions: ['2026-06-01'] })), year)).toEqual([
      '2026-06-02',
    ]);
  });

  it('end with the last day, which is inside', () => {
    expect(datesIn(entry('2026-06-01T09:00:00Z', pattern({ frequency: 'daily', endDate: '2026-06-03' })), year)).toHaveLength(3);
  });

  it('that only touch a stretch of time are outside, and those that reach into it inside', () => {
    const given = entry('2026-06-01T22:00:00Z', pattern({ frequency: 'daily' }), 'UTC', 4);
    const dates = (start: string, end: string) => datesIn(given, { start, end });
    expect(dates('2026-06-02T02:00:00Z', '2026-06-02T22:00:00Z')).toEqual([]);
    expect(dates('2026-06-02T01:59:00Z', '2026-06-02T22:01:00Z')).toEqual(['2026-06-01', '2026-06-02']);
    expect(dates('2035-06-02T01:59:00Z', '2035-06-02T22:01:00Z')).toEqual(['2035-06-01', '2035-06-02']);
  });

  it('show as many occurrences as a stretch of time may have', () => {
    const given = entry('2020-01-01T09:00:00Z', pattern({ frequency: 'daily' }));
    expect(datesIn(given, { start: '2020-01-01T00:00:00Z', end: '2030-01-01T00:00:00Z' })).toHaveLength(366);
  });

  it('without a pattern occur once, and never end', () => {
    const once = { ...entry('2026-06-01T09:00:00Z', pattern({ frequency: 'daily' })), recurrence_pattern: null };
    expect(occurrencesIn(once, year)).toEqual([{ date: '2026-06-01', start: '2026-06-01T09:00:00.000Z', end: '2026-06-01T10:00:00.000Z' }]);
    expect(recursUntil(once)).toBeNull();
  });

  it('that last for days reach into a time long after the first', () => {
    const given = entry('2026-06-01T12:00:00Z', pattern({ frequency: 'weekly' }), 'UTC', 80);
    expect(datesIn(given, { start: '2036-06-05T00:00:00Z', end: '2036-06-05T01:00:00Z' })).toEqual(['2036-06-02']);
  });

  it('last as long on each day', () => {
    const given = entry('2026-06-01T22:00:00Z', pattern({ frequency: 'daily', count: 2 }), 'Asia/Tokyo', 4);
    expect(occurrencesIn(given, year)).toEqual([
      { date: '2026-06-02', start: '2026-06-01T22:00:00.000Z', end: '2026-06-02T02:00:00.000Z' },
      { date: '2026-06-03', start: '2026-06-02T22:00:00.000Z', end: '2026-06-03T02:00:00.000Z' },
    ]);
  });

  it('show no more than asked for, the earliest', () => {
    const given = entry('2026-06-01T09:00:00Z', pattern({ frequency: 'daily' }));
    expect(occurrencesIn(given, year, () => false, 2).map(({ date }) => date)).toEqual(['2026-06-01', '2026-06-02']);
    expect(occurrencesIn(given, year, () => false, 0)).toEqual([]);
  });

  it('on workdays are never on a weekend, but for their own day', () => {
    // A Saturday.
    const given = pattern({ frequency: 'daily', workdaysOnly: true, count: 3 });
    expect(datesIn(entry('2026-06-06T09:00:00Z', given), year)).toEqual(['2026-06-06', '2026-06-08', '2026-06-09']);
  });

  it('on workdays of which a week has none occur on their own day', () => {
    const given = pattern({ frequency: 'weekly', daysOfWeek: [5, 6], workdaysOnly: true });
    expect(datesIn(entry('2026-06-06T09:00:00Z', given), year)).toEqual(['2026-06-06']);
  });

  it('are over with their last occurrence, exceptions counted', () => {
    const until = (given: Partial<RecurrencePattern>) =>
      recursUntil(entry('2026-06-01T09:00:00Z', pattern({ frequency: 'daily', ...given })));
    expect(until({})).toBeNull();
    expect(until({ count: 3 })).toBe('2026-06-03T10:00:00.000Z');
    expect(until({ count: 3, exceptions: ['2026-06-03'] })).toBe('2026-06-03T10:00:00.000Z');
    expect(until({ count: 1 })).toBe('2026-06-01T10:00:00.000Z');
    // Wherever on earth it is, that day is over then.
    expect(until({ endDate: '2026-06-03' })).toBe('2026-06-05T01:00:00.000Z');
  });

  it.each<[Partial<RecurrencePattern> & Pick<RecurrencePattern, 'frequency'>, string, string]>([
    [{ frequency: 'daily', endDate: '2026-05-31' }, 'endDate', 'must not be before the first day'],
    [{ frequency: 'daily', daysOfWeek: [0] }, 'daysOfWeek', 'goes with weekly'],
    [{ frequency: 'monthly', daysOfWeek: [0] }, 'daysOfWeek', 'goes with weekly'],
    [{ frequency: 'daily', dayOfMonth: 1 }, 'dayOfMonth', 'goes with monthly and yearly'],
    [{ frequency: 'weekly', dayOfMonth: 1 }, 'dayOfMonth', 'goes with monthly and yearly'],
    [{ frequency: 'monthly', monthOfYear: 1 }, 'monthOfYear', 'goes with yearly'],
    [{ frequency: 'weekly', daysOfWeek: [5, 6], workdaysOnly: true }, 'daysOfWeek', 'has no day that workdaysOnly leaves'],
  ])('cannot recur by %j', (given, member, message) => {
    expect(() => assertPattern(entry('2026-06-01T09:00:00Z', pattern(given)))).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        details: [expect.objectContaining({ path: ['recurrence_pattern', member], message })],
      }),
    );
  });

  it.each<Partial<RecurrencePattern> & Pick<RecurrencePattern, 'frequency'>>([
    { frequency: 'daily', endDate: '2026-06-01' },
    { frequency: 'weekly', daysOfWeek: [4, 5], workdaysOnly: true },
    { frequency: 'weekly', daysOfWeek: [5, 6] },
    { frequency: 'weekly', workdaysOnly: true },
    { frequency: 'monthly', dayOfMonth: 31 },
    { frequency: 'yearly', dayOfMonth: 1, monthOfYear: 12 },
  ])('can recur by %j', (given) => {
    expect(() => assertPattern(entry('2026-06-01T09:00:00Z', pattern(given)))).not.toThrow();
  });

  /** Walks day by day and asks of each whether it fits: nothing in common with the rules above. */
  function walked(first: string, given: RecurrencePattern, end: string): string[] {
    const start = Temporal.PlainDate.from(first);
    const monday = start.subtract({ days: start.dayOfWeek - 1 });
    const dates = [first];
    const last = given.endDate !== undefined && given.endDate < end ? addDays(given.endDate, 1) : end;
    for (let day = start.add({ days: 1 }); day.toString() < last; day = day.add({ days: 1 })) {
      if (given.count !== undefined && dates.length >= given.count) break;
      if (given.workdaysOnly && day.dayOfWeek > 5) continue;
      if (fits(day)) dates.push(day.toString());
    }
    return dates.filter((date) => !given.exceptions.includes(date) && date < end);

    function fits(day: Temporal.PlainDate): boolean {
      const months = (day.year - start.year) * 12 + day.month - start.month;
      switch (given.frequency) {
        case 'daily':
          return start.until(day).days % given.interval === 0;
        case 'weekly': {
          const weeks = Math.floor(monday.until(day).days / 7);
          return weeks % given.interval === 0 && (given.daysOfWeek ?? [start.dayOfWeek - 1]).includes(day.dayOfWeek - 1);
        }
        case 'monthly':
          return months % given.interval === 0 && day.day === (given.dayOfMonth ?? start.day);
        case 'yearly':
          return (
            (day.year - start.year) % given.interval === 0 &&
            day.month === (given.monthOfYear ?? start.month) &&
            day.day === (given.dayOfMonth ?? start.day)
          );
      }
    }
  }

  it.each<[Partial<RecurrencePattern> & Pick<RecurrencePattern, 'frequency'>, string]>([
    [{ frequency: 'daily', interval: 7 }, '2026-06-01'],
    [{ frequency: 'weekly', interval: 2 }, '2026-06-03'],
    [{ frequency: 'weekly', interval: 3, daysOfWeek: [0, 6] }, '2026-06-03'],
    [{ frequency: 'monthly', interval: 5, dayOfMonth: 3 }, '2026-01-31'],
    [{ frequency: 'yearly' }, '2024-02-29'],
    [{ frequency: 'yearly', interval: 3, monthOfYear: 1, dayOfMonth: 9 }, '2026-05-17'],
  ])('go on for as long as asked for: %j from %s', (given, first) => {
    const [from, until] = ['2040-01-01', '2045-01-01'];
    const found = datesIn(entry(`${first}T09:00:00Z`, pattern(given)), { start: `${from}T00:00:00Z`, end: `${until}T00:00:00Z` });
    expect(found).toEqual(walked(first, pattern(given), until).filter((day) => day >= from));
    expect(found.length).toBeGreaterThan(0);
  });

  it('are found at once, however long they have recurred', () => {
    const begun = performance.now();
    const given = entry('1970-01-01T09:00:00Z', pattern({ frequency: 'daily' }));
    expect(datesIn(given, { start: '2900-06-01T00:00:00Z', end: '2900-06-02T00:00:00Z' })).toEqual(['2900-06-01']);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  const date = fc.integer({ min: 0, max: 700 }).map((days) => addDays('2024-01-01', days));
  const patterns = fc
    .record({
      frequency: fc.constantFrom('daily', 'weekly', 'monthly', 'yearly'),
      interval: fc.integer({ min: 1, max: 9 }),
      daysOfWeek: fc.option(fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }), { nil: undefined }),
      dayOfMonth: fc.option(fc.integer({ min: 1, max: 31 }), { nil: undefined }),
      monthOfYear: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
      count: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
      endDate: fc.option(
        fc.integer({ min: 700, max: 1000 }).map((days) => addDays('2024-01-01', days)),
        { nil: undefined },
      ),
      exceptions: fc.array(date, { maxLength: 3 }),
      workdaysOnly: fc.boolean(),
    })
    .map(({ daysOfWeek, dayOfMonth, monthOfYear, ...given }) => ({
      ...given,
      ...(given.frequency === 'weekly' && { daysOfWeek }),
      ...((given.frequency === 'monthly' || given.frequency === 'yearly') && { dayOfMonth }),
      ...(given.frequency === 'yearly' && { monthOfYear }),
    }));
  /** More than in CI by `PSA_PROPERTY_RUNS`. */
  const numRuns = Number(process.env['PSA_PROPERTY_RUNS'] ?? 300);

  it('occur on the days an independent walk finds, in any stretch of time', () => {
    fc.assert(
      fc.property(patterns, date, fc.integer({ min: 0, max: 900 }), (given, first, offset) => {
        const master = entry(`${first}T09:00:00Z`, given as RecurrencePattern);
        const from = addDays('2024-01-01', offset);
        const until = addDays(from, 300);
        const found = datesIn(master, { start: `${from}T00:00:00Z`, end: `${until}T00:00:00Z` });
        expect(found).toEqual(walked(first, given as RecurrencePattern, until).filter((day) => day >= from));
        const end = recursUntil(master);
        if (end !== null && found.length > 0) expect(`${found.at(-1)}T10:00:00.000Z` <= end).toBe(true);
      }),
      { numRuns },
    );
  });
});
