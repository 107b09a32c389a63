import { describe, expect, it } from '@jest/globals';
import { localDateAt } from '@psa/calendar';
import fc from 'fast-check';
import { cutToMinute, hoursOf, minutesBetween, roundMinutes } from './minutes.rules.ts';

const instant = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2050-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const rounding = fc.record({
  rounding_minutes: fc.integer({ min: 0, max: 60 }),
  rounding_mode: fc.constantFrom('up', 'down', 'nearest'),
});

describe('minutes', () => {
  it('are counted between instants that lost their seconds, whatever clocks show meanwhile', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: 1, max: 40_000 }), fc.integer({ min: 0, max: 59_999 }), (start, minutes, rest) => {
        const end = new Date(Date.parse(cutToMinute(start)) + minutes * 60_000 + rest).toISOString();
        expect(minutesBetween(cutToMinute(start), cutToMinute(end))).toBe(minutes);
      }),
    );
  });

  it('that were rounded stay as they are when rounded again, and never move further than the unit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50_000 }), rounding, (minutes, rule) => {
        const rounded = roundMinutes(minutes, rule);
        expect(roundMinutes(rounded, rule)).toBe(rounded);
        expect(Math.abs(rounded - minutes)).toBeLessThan(Math.max(1, rule.rounding_minutes));
        if (rule.rounding_mode === 'up') expect(rounded).toBeGreaterThanOrEqual(minutes);
        if (rule.rounding_mode === 'down') expect(rounded).toBeLessThanOrEqual(minutes);
      }),
    );
  });

  it('are hours to two decimals', () => {
    expect([0, 1, 20, 25, 90].map(hoursOf)).toEqual([0, 0.02, 0.33, 0.42, 1.5]);
  });
});

describe('the date of work', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  const parts = new Map(
    zones.map((timeZone) => [timeZone, new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })]),
  );
  /** Both changes of the clock of a year, north and south, to the minute. */
  const changes = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-09-06', '2026-10-04', '2026-10-25', '2026-11-01'];
  const aroundChange = fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -1440, max: 2880 }))
    .map(([date, minutes]) => new Date(Date.parse(`${date}T00:00:00Z`) + minutes * 60_000).toISOString());

  it('is the day the calendar shows there, in every zone there is and when clocks change', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.oneof(instant, aroundChange), (zone, start) => {
        expect(localDateAt(start, zone)).toBe(parts.get(zone)!.format(new Date(start)));
      }),
      { numRuns: 2000 },
    );
  });
});
