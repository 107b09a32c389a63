import { describe, expect, it } from '@jest/globals';
import { Temporal } from 'temporal-polyfill';
import { nextByRule } from './index.ts';

/** A Monday, at nine in the morning. */
const anchor = Temporal.ZonedDateTime.from('2026-10-19T09:00:00[Europe/Berlin]');
const next = (rule: string, after = '2026-10-19T07:00:00Z') => {
  const found = nextByRule(rule, anchor, new Date(after));
  return found === null ? null : new Date(found).toISOString();
};

describe('the next date of a rule', () => {
  it.each<[string, string | null]>([
    ['FREQ=DAILY', '2026-10-20T07:00:00.000Z'],
    ['FREQ=DAILY;INTERVAL=1000', '2029-07-15T07:00:00.000Z'],
    ['FREQ=DAILY;COUNT=2', '2026-10-20T07:00:00.000Z'],
    ['FREQ=DAILY;COUNT=1000', '2026-10-20T07:00:00.000Z'],
    ['FREQ=DAILY;COUNT=1', null],
    ['FREQ=DAILY;UNTIL=20261020T070000Z', '2026-10-20T07:00:00.000Z'],
    ['FREQ=DAILY;UNTIL=20261019T070000Z', null],
    ['FREQ=DAILY;BYHOUR=17', '2026-10-19T15:00:00.000Z'],
    ['FREQ=DAILY;BYHOUR=9,17', '2026-10-19T15:00:00.000Z'],
    ['FREQ=DAILY;BYMINUTE=30', '2026-10-19T07:30:00.000Z'],
    // Clocks have gone back by then.
    ['FREQ=WEEKLY', '2026-10-26T08:00:00.000Z'],
    ['FREQ=WEEKLY;BYDAY=WE,FR', '2026-10-21T07:00:00.000Z'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU', '2026-11-01T08:00:00.000Z'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=MO', '2026-10-25T08:00:00.000Z'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', '2026-10-31T08:00:00.000Z'],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', '2026-10-30T08:00:00.000Z'],
    ['FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=1', '2027-03-01T08:00:00.000Z'],
    ['FREQ=YEARLY;BYYEARDAY=100', '2027-04-10T07:00:00.000Z'],
    ['FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO', '2027-01-04T08:00:00.000Z'],
    ['RRULE:FREQ=DAILY', '2026-10-20T07:00:00.000Z'],
    ['rrule:freq=weekly;byday=tu', '2026-10-20T07:00:00.000Z'],
  ])('%s is %s', (rule, expected) => {
    expect(next(rule)).toBe(expected);
  });

  it('comes after the moment, not at it', () => {
    expect(next('FREQ=DAILY', '2026-10-21T06:59:59.999Z')).toBe('2026-10-21T07:00:00.000Z');
    expect(next('FREQ=DAILY', '2026-10-21T07:00:00Z')).toBe('2026-10-22T07:00:00.000Z');
  });
});

describe('a rule', () => {
  const FREQ = 'FREQ must be one of DAILY, WEEKLY, MONTHLY, YEARLY';
  it.each<[string, string]>([
    ['', ' is not a part that can be used'],
    ['every monday and then some', 'EVERY MONDAY AND THE is not a part that can be used'],
    ['FREQ=DAILY;', ' is not a part that can be used'],
    ['FREQ=DAILY;BYSECOND=1', 'BYSECOND is not a part that can be used'],
    ['FREQ=DAILY;BYDAY', 'BYDAY is not a part that can be used'],
    ['FREQ=DAILY;FREQ=WEEKLY', 'FREQ is given twice'],
    ['INTERVAL=1', FREQ],
    ['FREQ=HOURLY', FREQ],
    ['FREQ=SECONDLY', FREQ],
    ['FREQ=DAILY;RRULE:COUNT=1', 'RRULE:COUNT is not a part that can be used'],
    ['FREQ=DAILY;INTERVAL=0', 'INTERVAL must be a whole number from 1 to 1000'],
    ['FREQ=DAILY;INTERVAL=1001', 'INTERVAL must be a whole number from 1 to 1000'],
    ['FREQ=DAILY;INTERVAL=1.5', 'INTERVAL must be a whole number from 1 to 1000'],
    ['FREQ=DAILY;INTERVAL=', 'INTERVAL must be a whole number from 1 to 1000'],
    ['FREQ=DAILY;COUNT=0', 'COUNT must be a whole number from 1 to 1000'],
    ['FREQ=DAILY;COUNT=00001', 'COUNT must be a whole number from 1 to 1000'],
    ['FREQ=DAILY;COUNT= 1', 'COUNT must be a whole number from 1 to 1000'],
    ['FREQ=DAILY;COUNT=1 ', 'COUNT must be a whole number from 1 to 1000'],
    ['FREQ=DAILY;COUNT=1001', 'COUNT must be a whole number from 1 to 1000'],
    ['FREQ=DAILY;BYMINUTE=0,30', 'BYMINUTE must be one minute'],
  ])('is none: %j', (rule, message) => {
    expect(() => next(rule)).toThrow(message);
  });

  it.each([
    'FREQ=WEEKLY;BYDAY=XX',
    'FREQ=MONTHLY;BYSETPOS=1',
    'FREQ=WEEKLY;BYMONTHDAY=3',
    'FREQ=DAILY;COUNT=2;UNTIL=20271020T070000Z',
    'FREQ=DAILY;UNTIL=20271020',
  ])('is none where RFC 5545 says so: %s', (rule) => {
    expect(() => next(rule)).toThrow();
  });

  it('that no date fits is given up soon', () => {
    const begun = performance.now();
    expect(() => next('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30')).toThrow('Maximum iterations');
    expect(() => next('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;BYHOUR=0,1,2,3,4,5,6,7')).toThrow();
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});
