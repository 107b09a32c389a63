import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addBusinessMinutes, ALWAYS, type BusinessHours, businessMinutesBetween, isBusinessTime } from './index.ts';

const nineToFive = [{ start: '09:00', end: '17:00' }];
const office: BusinessHours = {
  timeZone: 'Europe/Berlin',
  week: [nineToFive, nineToFive, nineToFive, nineToFive, nineToFive, [], []],
  holidays: ['2026-12-25'],
};
const shifts: BusinessHours = {
  timeZone: 'America/New_York',
  week: Array.from({ length: 7 }, () => [
    { start: '22:00', end: '24:00' },
    { start: '00:00', end: '06:00' },
    { start: '05:00', end: '07:30' },
  ]),
};
const instants = fc
  .integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2025, 11, 31) })
  .map((at) => new Date(Math.floor(at / 60_000) * 60_000).toISOString());
const everyHours = fc.constantFrom(office, shifts, ALWAYS);

describe('business minutes', () => {
  it.each([
    // A Friday to the Monday after it.
    ['2026-11-20T15:30:00Z', '2026-11-23T08:30:00Z', 60],
    ['2026-11-20T17:00:00Z', '2026-11-22T23:00:00Z', 0],
    // Christmas.
    ['2026-12-24T08:00:00Z', '2026-12-28T16:00:00Z', 2 * 480],
    // Clocks change in the night of the Sunday: nine o'clock is an hour earlier in UTC.
    ['2026-03-27T15:00:00Z', '2026-03-30T08:00:00Z', 60 + 60],
  ] as const)('from %s to %s are %i', (from, to, minutes) => {
    expect(businessMinutesBetween(from, to, office)).toBe(minutes);
    expect(businessMinutesBetween(to, from, office)).toBe(minutes === 0 ? 0 : -minutes);
  });

  it('are added where they were taken away', () => {
    expect(addBusinessMinutes('2026-11-20T15:30:00Z', 60, office)).toBe('2026-11-23T08:30:00.000Z');
    expect(addBusinessMinutes('2026-11-20T15:30:00Z', 30, office)).toBe('2026-11-20T16:00:00.000Z');
    expect(addBusinessMinutes('2026-11-21T12:00:00Z', 0, office)).toBe('2026-11-21T12:00:00.000Z');
    fc.assert(
      fc.property(instants, fc.integer({ min: 0, max: 6_000 }), everyHours, (from, minutes, hours) => {
        const to = addBusinessMinutes(from, minutes, hours);
        expect(businessMinutesBetween(from, to, hours)).toBe(minutes);
        expect(to >= from).toBe(true);
      }),
    );
  });

  it('of two stretches are those of both together', () => {
    fc.assert(
      fc.property(fc.array(instants, { minLength: 3, maxLength: 3 }), everyHours, (given, hours) => {
        const [a, b, c] = given.sort() as [string, string, string];
        expect(businessMinutesBetween(a, b, hours) + businessMinutesBetween(b, c, hours)).toBe(businessMinutesBetween(a, c, hours));
      }),
    );
  });

  it('are whole ones, the rest cut off', () => {
    expect(businessMinutesBetween('2026-11-20T10:00:00Z', '2026-11-20T10:01:59Z', office)).toBe(1);
  });

  it('round the clock are all minutes, and never those of a day off', () => {
    expect(businessMinutesBetween('2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z', ALWAYS)).toBe(31 * 1440);
    expect(isBusinessTime('2026-12-25T10:00:00Z', office)).toBe(false);
  });

  it.each([
    ['2026-12-24T07:59:59.999Z', false],
    ['2026-12-24T08:00:00Z', true],
    ['2026-12-24T15:59:59.999Z', true],
    ['2026-12-24T16:00:00Z', false],
  ])('begin with a working time and end before its end: %s is %s', (at, isWork) => {
    expect(isBusinessTime(at, office)).toBe(isWork);
  });

  it.each([
    ['loses an hour when clocks go forward', '2025-03-09T05:00:00Z', '2025-03-10T04:00:00Z', 120 + 390],
    ['has one twice when clocks go back', '2025-11-02T04:00:00Z', '2025-11-03T05:00:00Z', 120 + 510],
  ])('of a night %s', (_, from, to, minutes) => {
    expect(businessMinutesBetween(from, to, shifts)).toBe(minutes);
  });

  it.each([
    ['2025-03-09T11:29:59Z', true],
    ['2025-03-09T11:30:00Z', false],
    ['2025-11-02T12:29:59Z', true],
    ['2025-11-02T12:30:00Z', false],
  ])('end by the clock on the wall also where clocks have just changed: %s is %s', (at, isWork) => {
    expect(isBusinessTime(at, shifts)).toBe(isWork);
  });

  it('are none between times that clocks leave out', () => {
    const early: BusinessHours = { ...shifts, week: Array.from({ length: 7 }, () => [{ start: '02:30', end: '03:30' }]) };
    expect(businessMinutesBetween('2025-03-09T05:00:00Z', '2025-03-10T04:00:00Z', early)).toBe(0);
    expect(businessMinutesBetween('2025-03-10T04:00:00Z', '2025-03-11T04:00:00Z', early)).toBe(60);
    expect(addBusinessMinutes('2025-03-09T05:00:00Z', 60, early)).toBe('2025-03-10T07:30:00.000Z');
    const left: BusinessHours = { ...early, week: Array.from({ length: 7 }, () => [{ start: '02:30', end: '03:00' }]) };
    expect(businessMinutesBetween('2025-03-09T05:00:00Z', '2025-03-10T04:00:00Z', left)).toBe(0);
    expect(addBusinessMinutes('2025-03-09T05:00:00Z', 30, left)).toBe('2025-03-10T07:00:00.000Z');
    expect(isBusinessTime('2025-03-09T07:15:00Z', left)).toBe(false);
  });

  it('of times that overlap are counted once', () => {
    const times = [
      { start: '14:00', end: '15:00' },
      { start: '09:00', end: '12:00' },
      { start: '12:00', end: '13:00' },
      { start: '10:00', end: '11:00' },
    ];
    const overlapping: BusinessHours = { timeZone: 'UTC', week: Array.from({ length: 7 }, () => times) };
    expect(businessMinutesBetween('2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z', overlapping)).toBe(300);
    expect(addBusinessMinutes('2026-11-20T10:30:00Z', 180, overlapping)).toBe('2026-11-20T14:30:00.000Z');
  });

  it('are refused where nobody ever works', () => {
    expect(() => addBusinessMinutes('2026-01-01T00:00:00Z', 1, { ...office, week: Array.from({ length: 7 }, () => []) })).toThrow(
      new RangeError('Nobody works within ten years'),
    );
  });

  it.each([-1, Number.NaN])('are not %d', (minutes) => {
    expect(() => addBusinessMinutes('2026-01-01T00:00:00Z', minutes, office)).toThrow(new RangeError('Minutes are 0 or more'));
  });

  it.each<[Partial<BusinessHours>, string]>([
    [onMondays('9:00', '17:00'), '"9:00" is no time of the day'],
    [onMondays('109:00', '17:00'), '"109:00" is no time of the day'],
    [onMondays('09:00', '25:00'), '"25:00" is no time of the day'],
    [onMondays('09:00', '17:60'), '"17:60" is no time of the day'],
    [onMondays('09:00', '17:00:00'), '"17:00:00" is no time of the day'],
    [onMondays('17:00', '09:00'), 'A working time ends after it begins'],
    [onMondays('09:00', '09:00'), 'A working time ends after it begins'],
    [{ week: [] }, 'A week has seven days'],
  ])('are refused for hours that are none: %j', (hours, message) => {
    expect(() => businessMinutesBetween('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', { ...office, ...hours })).toThrow(
      new RangeError(message),
    );
  });

  it('are refused in a zone that is none', () => {
    expect(() => isBusinessTime('2026-01-01T00:00:00Z', { ...office, timeZone: 'Mars/Olympus' })).toThrow(RangeError);
  });
});

function onMondays(start: string, end: string): Partial<BusinessHours> {
  return { week: [[{ start, end }], ...office.week.slice(1)] };
}
