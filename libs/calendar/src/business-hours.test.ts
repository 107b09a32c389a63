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

  it('round the clock are all minutes, and never those of a day off', () => {
    expect(businessMinutesBetween('2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z', ALWAYS)).toBe(31 * 1440);
    expect(isBusinessTime('2026-12-25T10:00:00Z', office)).toBe(false);
    expect(isBusinessTime('2026-12-24T10:00:00Z', office)).toBe(true);
    expect(isBusinessTime('2026-12-24T16:00:00Z', office)).toBe(false);
  });

  it('are refused where nobody ever works, and for hours that are none', () => {
    expect(() => addBusinessMinutes('2026-01-01T00:00:00Z', 1, { ...office, week: Array.from({ length: 7 }, () => []) })).toThrow(
      'within ten years',
    );
    const withMonday = (start: string, end: string) => ({ ...office, week: [[{ start, end }], ...office.week.slice(1)] });
    for (const hours of [withMonday('9:00', '17:00'), withMonday('17:00', '09:00'), withMonday('09:00', '25:00'), { ...office, week: [] }])
      expect(() => businessMinutesBetween('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', hours)).toThrow(RangeError);
    expect(() => isBusinessTime('2026-01-01T00:00:00Z', { ...office, timeZone: 'Mars/Olympus' })).toThrow(RangeError);
  });
});
