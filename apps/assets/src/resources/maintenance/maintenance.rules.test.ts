import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ApiError } from '@psa/contract-kit';
import { assertPeriod, describeMaintenance, isOutOfOrder, nextMaintenance, type Recurrence, sameRecurrence } from './maintenance.rules.ts';

const NOW = Date.parse('2026-11-21T08:00:00.000Z');

function every(given: Partial<Recurrence>): Recurrence {
  return {
    frequency: 'monthly',
    frequency_interval: 1,
    start_date: '2026-11-21T08:00:00.000Z',
    end_date: null,
    schedule_config: null,
    ...given,
  };
}

const custom = (schedule_config: Record<string, unknown>, start_date = '2026-01-05T08:00:00.000Z') =>
  every({ frequency: 'custom', schedule_config, start_date });

describe('the next due date', () => {
  it.each<[string, Partial<Recurrence>, string]>([
    ['daily', { frequency: 'daily' }, '2026-11-22T08:00:00.000Z'],
    ['every third day', { frequency: 'daily', frequency_interval: 3 }, '2026-11-24T08:00:00.000Z'],
    ['weekly', { frequency: 'weekly' }, '2026-11-28T08:00:00.000Z'],
    ['monthly', { frequency: 'monthly' }, '2026-12-21T08:00:00.000Z'],
    ['quarterly', { frequency: 'quarterly' }, '2027-02-21T08:00:00.000Z'],
    ['yearly', { frequency: 'yearly' }, '2027-11-21T08:00:00.000Z'],
    ['every second year', { frequency: 'yearly', frequency_interval: 2 }, '2028-11-21T08:00:00.000Z'],
  ])('%s, from a start now, is one interval later', (_, given, expected) => {
    expect(nextMaintenance(every(given), null, NOW)).toBe(expected);
  });

  it.each<[string, string, string | null, string]>([
    ['one interval after a start in the future', '2027-01-10T12:00:00.000Z', null, '2027-02-10T12:00:00.000Z'],
    ['on the anchor after now for a start long ago', '2020-03-05T06:30:00.000Z', null, '2026-12-05T06:30:00.000Z'],
    ['on the last day of a shorter month', '2026-10-31T08:00:00.000Z', null, '2026-11-30T08:00:00.000Z'],
    ['back on the anchor day in a longer month', '2026-10-31T08:00:00.000Z', '2026-11-30T08:00:00.000Z', '2026-12-31T08:00:00.000Z'],
    ['on 28 February for the 31st', '2026-10-31T08:00:00.000Z', '2027-02-01T00:00:00.000Z', '2027-02-28T08:00:00.000Z'],
    ['on 29 February in a leap year', '2026-10-31T08:00:00.000Z', '2028-02-01T00:00:00.000Z', '2028-02-29T08:00:00.000Z'],
    ['the same when the work was done early', '2026-11-01T08:00:00.000Z', '2026-11-20T08:00:00.000Z', '2026-12-01T08:00:00.000Z'],
    ['one later when the work was done when due', '2026-11-01T08:00:00.000Z', '2026-12-01T08:00:00.000Z', '2027-01-01T08:00:00.000Z'],
    ['unmoved by work done late', '2026-01-10T08:00:00.000Z', '2026-11-19T23:00:00.000Z', '2026-12-10T08:00:00.000Z'],
    ['strictly after now', '2026-10-21T08:00:00.000Z', null, '2026-12-21T08:00:00.000Z'],
  ])('monthly is %s', (_, start_date, last, expected) => {
    expect(nextMaintenance(every({ start_date }), last, NOW)).toBe(expected);
  });

  it('of a yearly schedule from a leap day is 28 February, and 29 February in leap years', () => {
    const leap = every({ frequency: 'yearly', start_date: '2024-02-29T10:00:00.000Z' });
    expect(nextMaintenance(leap, null, NOW)).toBe('2027-02-28T10:00:00.000Z');
    expect(nextMaintenance(leap, '2027-03-01T00:00:00.000Z', NOW)).toBe('2028-02-29T10:00:00.000Z');
  });

  it.each<[string, string, string | null]>([
    ['is kept when it is the last day', '2026-12-21T08:00:00.000Z', '2026-12-21T08:00:00.000Z'],
    ['is none beyond the end', '2026-12-21T07:59:59.999Z', null],
    ['is none when the end has passed', '2026-11-21T08:00:00.000Z', null],
  ])('%s', (_, end_date, expected) => {
    expect(nextMaintenance(every({ end_date }), null, NOW)).toBe(expected);
  });

  it('is none beyond the year 9999', () => {
    expect(nextMaintenance(every({ start_date: '9999-12-31T23:59:59.999Z' }), null, NOW)).toBeNull();
  });
});

describe('the next due date of a custom schedule', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['days', { interval_days: 10 }, '2026-12-01T08:00:00.000Z'],
    ['an RFC 5545 rule', { rrule: 'FREQ=MONTHLY;BYDAY=2TU' }, '2026-12-08T08:00:00.000Z'],
    ['a rule with its name before it, in small letters', { rrule: 'rrule:freq=weekly;byday=mo,th' }, '2026-11-23T08:00:00.000Z'],
    ['a cron expression', { cron: '0 6 1 * *' }, '2026-12-01T06:00:00.000Z'],
    ['a cron expression in a time zone', { cron: '0 6 1 * *', timezone: 'America/New_York' }, '2026-12-01T11:00:00.000Z'],
  ])('follows %s', (_, config, expected) => {
    expect(nextMaintenance(custom(config), null, NOW)).toBe(expected);
  });

  it.each<[string, Record<string, unknown>, string, string[]]>([
    [
      'days',
      { interval_days: 1 },
      '2026-03-27T07:00:00.000Z',
      ['2026-03-28T07:00:00.000Z', '2026-03-29T06:00:00.000Z', '2026-03-30T06:00:00.000Z'],
    ],
    [
      'a rule',
      { rrule: 'FREQ=DAILY' },
      '2026-10-23T06:00:00.000Z',
      ['2026-10-24T06:00:00.000Z', '2026-10-25T07:00:00.000Z', '2026-10-26T07:00:00.000Z'],
    ],
    [
      'cron',
      { cron: '0 8 * * *' },
      '2026-10-23T06:00:00.000Z',
      ['2026-10-24T06:00:00.000Z', '2026-10-25T07:00:00.000Z', '2026-10-26T07:00:00.000Z'],
    ],
  ])('keeps 8 o’clock in Berlin when the clocks change, by %s', (_, config, start, expected) => {
    const recurrence = custom({ ...config, timezone: 'Europe/Berlin' }, start);
    const found: string[] = [];
    for (let at = Date.parse(start); found.length < expected.length; at = Date.parse(found.at(-1) as string)) {
      found.push(nextMaintenance(recurrence, null, at) as string);
    }
    expect(found).toEqual(expected);
  });

  it('is none when the rule has ended', () => {
    expect(nextMaintenance(custom({ rrule: 'FREQ=DAILY;COUNT=3' }), null, NOW)).toBeNull();
    expect(nextMaintenance(custom({ rrule: 'FREQ=DAILY;UNTIL=20260201T000000Z' }), null, NOW)).toBeNull();
  });

  it.each<[string, Record<string, unknown> | null, string]>([
    ['no configuration', null, 'schedule_config'],
    ['nothing in it', {}, 'schedule_config'],
    ['two ways at once', { interval_days: 3, cron: '0 8 * * *' }, 'schedule_config'],
    ['no day', { interval_days: 0 }, 'schedule_config.interval_days'],
    ['half a day', { interval_days: 0.5 }, 'schedule_config.interval_days'],
    ['an unknown time zone', { interval_days: 3, timezone: 'Mars/Olympus' }, 'schedule_config.timezone'],
    ['an offset in place of a time zone', { interval_days: 3, timezone: '+05:00' }, 'schedule_config.timezone'],
    ['a rule that is none', { rrule: 'every other day' }, 'schedule_config.rrule'],
    ['a rule with a start of its own', { rrule: 'DTSTART:20260101T000000Z\nRRULE:FREQ=DAILY' }, 'schedule_config.rrule'],
    ['a rule by the second', { rrule: 'FREQ=SECONDLY' }, 'schedule_config.rrule'],
    ['a rule that never comes', { rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }, 'schedule_config.rrule'],
    ['a rule of the far future', { rrule: 'FREQ=YEARLY;INTERVAL=100000' }, 'schedule_config.rrule'],
    ['a rule with a part twice', { rrule: 'FREQ=DAILY;FREQ=YEARLY' }, 'schedule_config.rrule'],
    ['a cron expression that is none', { cron: 'tomorrow' }, 'schedule_config.cron'],
    ['a cron expression with seconds', { cron: '* * * * * *' }, 'schedule_config.cron'],
    ['a date instead of a cron expression', { cron: '2027-01-01T00:00:00' }, 'schedule_config.cron'],
    ['a cron expression that never comes', { cron: '0 0 30 2 *' }, 'schedule_config.cron'],
  ])('cannot be told from %s', (_, config, member) => {
    const asking = () => nextMaintenance(every({ frequency: 'custom', schedule_config: config }), null, NOW);
    expect(asking).toThrow(ApiError);
    try {
      asking();
    } catch (error) {
      const { code, details } = error as ApiError;
      expect({ code, member: (details as { path: string[] }[])[0]?.path.join('.') }).toEqual({ code: 'VALIDATION_ERROR', member });
    }
  });

  it.each([
    'FREQ=YEARLY;INTERVAL=1000;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO',
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=DAILY;COUNT=1000',
    `FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=${[...Array(24).keys()].join()};BYMINUTE=0;BYSETPOS=5000,-1`,
  ])('is found or given up within a moment: %s', (rrule) => {
    const before = process.cpuUsage();
    try {
      nextMaintenance(custom({ rrule, timezone: 'Europe/Berlin' }, '0001-01-05T08:00:00.000Z'), null, NOW);
    } catch (error) {
      expect(error).toBeInstanceOf(ApiError);
    }
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
  });
});

describe('for every recurrence', () => {
  const instant = (from: string, to: string) =>
    fc.integer({ min: Date.parse(from), max: Date.parse(to) }).map((ms) => new Date(ms).toISOString());
  const starts = instant('1990-01-01T00:00:00Z', '2060-01-01T00:00:00Z');
  const moments = instant('2000-01-01T00:00:00Z', '2050-01-01T00:00:00Z');
  const recurrences = fc.oneof(
    fc.record({
      frequency: fc.constantFrom('daily', 'weekly', 'monthly', 'quarterly', 'yearly'),
      frequency_interval: fc.integer({ min: 1, max: 60 }),
      start_date: starts,
      end_date: fc.constant(null),
      schedule_config: fc.constant(null),
    }),
    fc.record({
      frequency: fc.constant('custom'),
      frequency_interval: fc.constant(1),
      start_date: starts,
      end_date: fc.constant(null),
      schedule_config: fc
        .record({
          timezone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata'),
          way: fc.constantFrom(
            { interval_days: 1 },
            { interval_days: 45 },
            { rrule: 'FREQ=MONTHLY;BYMONTHDAY=-1' },
            { rrule: 'FREQ=WEEKLY;INTERVAL=2' },
            { cron: '30 2 * * 0' },
          ),
        })
        .map(({ timezone, way }) => ({ timezone, ...way })),
    }),
  ) as fc.Arbitrary<Recurrence>;

  it('the next date is after now, after the last maintenance and after the start', () => {
    fc.assert(
      fc.property(recurrences, fc.option(moments), moments, (recurrence, last, now) => {
        const next = Date.parse(nextMaintenance(recurrence, last, Date.parse(now)) as string);
        expect(next).toBeGreaterThan(Math.max(Date.parse(now), Date.parse(last ?? now), Date.parse(recurrence.start_date)));
      }),
    );
  });

  it('later maintenance never brings the next date forward', () => {
    fc.assert(
      fc.property(recurrences, moments, moments, moments, (recurrence, one, other, now) => {
        const [earlier, later] = one < other ? [one, other] : [other, one];
        const next = (last: string) => Date.parse(nextMaintenance(recurrence, last, Date.parse(now)) as string);
        expect(next(earlier)).toBeLessThanOrEqual(next(later));
      }),
    );
  });

  it('no date is left out: the date after the one before is the date itself', () => {
    fc.assert(
      fc.property(recurrences, moments, (recurrence, now) => {
        const next = nextMaintenance(recurrence, null, Date.parse(now)) as string;
        expect(nextMaintenance(recurrence, null, Date.parse(next) - 1)).toBe(next);
      }),
    );
  });

  it('months keep the day of the start, or the last day of a shorter month', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('monthly', 'quarterly', 'yearly'),
        fc.integer({ min: 1, max: 40 }),
        starts,
        moments,
        (frequency, frequency_interval, start_date, now) => {
          const next = new Date(
            nextMaintenance(every({ frequency, frequency_interval, start_date } as Partial<Recurrence>), null, Date.parse(now)) as string,
          );
          const lastOfMonth = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate();
          expect(next.getUTCDate()).toBe(Math.min(new Date(start_date).getUTCDate(), lastOfMonth));
          expect(next.toISOString().slice(10)).toBe(start_date.slice(10));
        },
      ),
    );
  });
});

describe('schedules and records', () => {
  it('a schedule may not end before it begins', () => {
    expect(() => assertPeriod({ start_date: '2026-01-02T00:00:00.000Z', end_date: '2026-01-01T00:00:00.000Z' })).toThrow(ApiError);
    expect(() => assertPeriod({ start_date: '2026-01-02T00:00:00.000Z', end_date: '2026-01-02T00:00:00.000Z' })).not.toThrow();
  });

  it('two spellings of one recurrence are the same', () => {
    const one = every({ start_date: '2026-01-02T00:00:00.000Z', schedule_config: { a: 1, b: 2 } });
    expect(sameRecurrence(one, { ...one, start_date: '2026-01-02T00:00:00Z', schedule_config: { b: 2, a: 1 } })).toBe(true);
    expect(sameRecurrence(one, { ...one, frequency_interval: 2 })).toBe(false);
    expect(sameRecurrence(one, { ...one, end_date: '2027-01-01T00:00:00Z' })).toBe(false);
  });

  it.each([
    ['2026-01-01T00:00:00Z', null, false],
    ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00.000Z', true],
    ['2026-01-02T00:00:00Z', '2026-01-02T00:00:00.000Z', false],
    ['2026-01-03T00:00:00Z', '2026-01-02T00:00:00.000Z', false],
  ])('work of %s after work of %s is out of order: %s', (performedAt, last, expected) => {
    expect(isOutOfOrder(performedAt, last)).toBe(expected);
  });

  it.each([
    ['Changed the fan', 'Changed the fan'],
    ['  ', 'Preventive maintenance performed'],
    [null, 'Preventive maintenance performed'],
    [undefined, 'Preventive maintenance performed'],
  ])('a record with the notes %p is described as %p', (notes, expected) => {
    expect(describeMaintenance({ notes, maintenance_type: 'preventive' })).toBe(expected);
  });
});
