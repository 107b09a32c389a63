import { describe, expect, it } from '@jest/globals';
import { RecurringTrigger, TimeTrigger } from '@psa/contracts-automation';
import fc from 'fast-check';
import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { nextFire, scheduleFault, settleDue, type Timed } from './schedule.rules.ts';

const created = '2026-01-31T09:30:00.000Z';
const time = (config: object): Timed => ({ trigger_type: 'time_based', trigger_config: TimeTrigger.parse(config) });
const recurring = (config: object): Timed => ({ trigger_type: 'recurring', trigger_config: RecurringTrigger.parse(config) });

/** The instants that follow one, as text. */
function following(timed: Timed, after: string, count: number): (string | null)[] {
  const found: (string | null)[] = [];
  for (let at: number | null = Date.parse(after); at !== null && found.length < count;) {
    at = nextFire(timed, created, at);
    found.push(at === null ? null : new Date(at).toISOString());
  }
  return found;
}

describe('the next time', () => {
  it.each<[string, Timed, string, (string | null)[]]>([
    [
      'once',
      time({ schedule_type: 'once', start_date: '2026-03-01T10:00:00Z' }),
      '2026-02-01T00:00:00Z',
      ['2026-03-01T10:00:00.000Z', null],
    ],
    ['hourly', time({ schedule_type: 'hourly' }), '2026-02-01T00:00:00Z', ['2026-02-01T00:30:00.000Z', '2026-02-01T01:30:00.000Z']],
    [
      'daily, before its start',
      time({ schedule_type: 'daily', start_date: '2026-05-01T08:00:00Z' }),
      created,
      ['2026-05-01T08:00:00.000Z', '2026-05-02T08:00:00.000Z'],
    ],
    [
      'daily, over the begin of summer time',
      time({ schedule_type: 'daily', timezone: 'Europe/Berlin', start_date: '2026-03-27T07:00:00Z' }),
      '2026-03-28T00:00:00Z',
      ['2026-03-28T07:00:00.000Z', '2026-03-29T06:00:00.000Z', '2026-03-30T06:00:00.000Z'],
    ],
    [
      'daily, in the hour that is left out',
      time({ schedule_type: 'daily', timezone: 'Europe/Berlin', start_date: '2026-03-27T01:30:00Z' }),
      '2026-03-28T02:00:00Z',
      ['2026-03-29T01:30:00.000Z', '2026-03-30T00:30:00.000Z'],
    ],
    [
      'daily, in the hour that is repeated',
      time({ schedule_type: 'daily', timezone: 'Europe/Berlin', start_date: '2026-10-23T00:30:00Z' }),
      '2026-10-24T01:00:00Z',
      ['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z'],
    ],
    [
      'weekly',
      time({ schedule_type: 'weekly', timezone: 'America/New_York', start_date: '2026-02-26T14:00:00Z' }),
      '2026-03-01T00:00:00Z',
      ['2026-03-05T14:00:00.000Z', '2026-03-12T13:00:00.000Z'],
    ],
    [
      'monthly, from the last day',
      time({ schedule_type: 'monthly' }),
      '2026-02-01T00:00:00Z',
      ['2026-02-28T09:30:00.000Z', '2026-03-31T09:30:00.000Z', '2026-04-30T09:30:00.000Z'],
    ],
    [
      'yearly, from a leap day',
      time({ schedule_type: 'yearly', start_date: '2024-02-29T00:00:00Z' }),
      '2026-01-01T00:00:00Z',
      ['2026-02-28T00:00:00.000Z', '2027-02-28T00:00:00.000Z', '2028-02-29T00:00:00.000Z'],
    ],
    [
      'by cron, over the end of summer time',
      time({ schedule_type: 'custom_cron', cron_expression: '30 2 * * *', timezone: 'Europe/Berlin' }),
      '2026-10-24T02:00:00Z',
      ['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z'],
    ],
    [
      'every so many minutes',
      recurring({ every_minutes: 45, start_date: '2026-02-01T00:00:00Z' }),
      '2026-02-01T01:00:00Z',
      ['2026-02-01T01:30:00.000Z', '2026-02-01T02:15:00.000Z'],
    ],
    [
      'by rule',
      recurring({ rrule: 'FREQ=MONTHLY;BYDAY=1MO', start_date: '2026-01-01T08:00:00Z', timezone: 'Europe/Berlin' }),
      '2026-03-01T00:00:00Z',
      ['2026-03-02T08:00:00.000Z', '2026-04-06T07:00:00.000Z'],
    ],
    [
      'by a rule that ends',
      recurring({ rrule: 'FREQ=DAILY;COUNT=2', start_date: '2026-02-01T08:00:00Z' }),
      '2026-02-01T12:00:00Z',
      ['2026-02-02T08:00:00.000Z', null],
    ],
    [
      'up to its end',
      recurring({ every_minutes: 1, start_date: '2026-02-01T00:00:00Z', end_date: '2026-02-01T00:01:30Z' }),
      '2026-02-01T00:00:00Z',
      ['2026-02-01T00:01:00.000Z', null],
    ],
  ])('%s', (_, timed, after, expected) => {
    expect(following(timed, after, expected.length)).toEqual(expected);
  });
});

const zones = fc.constantFrom(
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Asia/Kathmandu',
  'Africa/Cairo',
  'Pacific/Apia',
  'UTC',
);
const instants = fc
  .integer({ min: Date.parse('2016-01-01') / 60_000, max: Date.parse('2030-01-01') / 60_000 })
  .map((minutes) => minutes * 60_000);

/** Whether the wall clock of a zone shows a time that it shows once, and does show. */
function isPlain(epochMilliseconds: number, zone: string): boolean {
  const zoned = Temporal.Instant.fromEpochMilliseconds(epochMilliseconds).toZonedDateTimeISO(zone);
  const local = zoned.toPlainDateTime();
  const [earlier, later] = (['earlier', 'later'] as const).map(
    (disambiguation) => local.toZonedDateTime(zone, { disambiguation }).epochMilliseconds,
  );
  return earlier === later;
}

describe('the next time, over changes of the clock', () => {
  it.each([
    ['daily', 'DAILY'],
    ['weekly', 'WEEKLY'],
  ] as const)('%s is what a calendar library says', (schedule_type, frequency) => {
    fc.assert(
      fc.property(zones, instants, fc.integer({ min: 0, max: 1200 }), (timezone, start, days) => {
        fc.pre(isPlain(start, timezone));
        const timed = time({ schedule_type, timezone, start_date: new Date(start).toISOString() });
        const ours = nextFire(timed, created, start + days * 86_400_000) as number;
        // RFC 5545 leaves out local times that do not exist; ours fire then, only later.
        fc.pre(isPlain(ours, timezone));
        const dtstart = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timezone);
        const theirs = new RRuleTemporal({ rruleString: `FREQ=${frequency}`, dtstart }).next(new Date(start + days * 86_400_000));
        const local = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone).toPlainTime().toString();
        if (local(ours) !== local(start)) return true;
        return ours === theirs?.epochMilliseconds;
      }),
      { numRuns: 1_000 },
    );
  });

  it('by cron is the first minute after whose wall clock fits', () => {
    fc.assert(
      fc.property(zones, instants, fc.integer({ min: 0, max: 59 }), fc.integer({ min: 0, max: 23 }), (timezone, after, minute, hour) => {
        const ours = nextFire(
          recurring({ cron: `${minute} ${hour} * * *`, timezone, start_date: '2010-01-01T00:00:00Z' }),
          created,
          after,
        ) as number;
        const start = Temporal.Instant.fromEpochMilliseconds(after).toZonedDateTimeISO(timezone);
        // Three days at most: Samoa once left out a whole one.
        for (let day = 0; day < 4; day++) {
          const local = start.toPlainDate().add({ days: day }).toPlainDateTime({ hour, minute });
          const zoned = local.toZonedDateTime(timezone);
          const exists = zoned.toPlainDateTime().equals(local);
          if (zoned.epochMilliseconds <= after) continue;
          return exists ? ours === zoned.epochMilliseconds : ours <= zoned.epochMilliseconds && ours > after;
        }
        return false;
      }),
      { numRuns: 1_500 },
    );
  });

  it('never stands still and never goes beyond a step', () => {
    fc.assert(
      fc.property(
        zones,
        instants,
        instants,
        fc.constantFrom('daily', 'weekly', 'monthly', 'yearly'),
        (timezone, start, after, schedule_type) => {
          const timed = time({ schedule_type, timezone, start_date: new Date(start).toISOString() });
          const next = nextFire(timed, created, after) as number;
          const longest = { daily: 2, weekly: 8, monthly: 32, yearly: 367 }[schedule_type];
          return next > after && next >= start && next - Math.max(after, start) <= longest * 86_400_000;
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe('what was due', () => {
  const due = Date.parse('2026-02-01T10:00:00Z');
  const every = (missed_fires: string) => recurring({ every_minutes: 60, start_date: '2026-01-01T00:00:00Z', missed_fires });

  it.each([
    ['fires when it is only late', 'skip', 30_000, due, '2026-02-01T11:00:00.000Z'],
    ['fires once when it was missed', 'fire_once', 5 * 3_600_000, due, '2026-02-01T16:00:00.000Z'],
    ['is skipped when it was missed', 'skip', 5 * 3_600_000, null, '2026-02-01T16:00:00.000Z'],
  ])('%s', (_, missed, late, fires, next) => {
    const settled = settleDue(every(missed), created, due, due + late);
    expect({ fires: settled.fires, next: new Date(settled.next as number).toISOString() }).toEqual({ fires, next });
  });
});

describe('a schedule', () => {
  it.each<[Timed, string | undefined]>([
    [time({ schedule_type: 'custom_cron', cron_expression: '*/5 * * * *' }), undefined],
    [time({ schedule_type: 'custom_cron', cron_expression: '* * * * * *' }), 'cron_expression'],
    [time({ schedule_type: 'custom_cron', cron_expression: '61 * * * *' }), 'cron_expression'],
    [time({ schedule_type: 'custom_cron', cron_expression: '@daily' }), 'cron_expression'],
    [time({ schedule_type: 'daily', cron_expression: 'cron expression' }), 'cron_expression'],
    [recurring({ cron: 'a b c d e' }), 'cron'],
    [recurring({ rrule: 'FREQ=WEEKLY;BYDAY=MO,FR' }), undefined],
    [recurring({ rrule: 'FREQ=SECONDLY' }), 'rrule'],
    [recurring({ rrule: 'FREQ=DAILY;BYSECOND=1' }), 'rrule'],
    [recurring({ rrule: 'DTSTART:20260101T000000Z\nRRULE:FREQ=DAILY' }), 'rrule'],
    [recurring({ rrule: 'nonsense' }), 'rrule'],
  ])('%j is judged', (timed, member) => {
    expect(scheduleFault(timed)?.member).toBe(member);
  });
});
