import { describe, expect, it } from '@jest/globals';
import { addDays, parseLocalDate } from '@psa/calendar';
import { periodFrequencies } from '@psa/contracts-time';
import fc from 'fast-check';
import { periodsToGenerate } from './time-period.rules.ts';

const inputs = fc.record({
  start_date: fc.integer({ min: 0, max: 36_000 }).map((days) => addDays('1990-01-01', days)),
  length: fc.integer({ min: 1, max: 400 }),
  frequency: fc.constantFrom(...periodFrequencies),
  frequency_unit: fc.integer({ min: 1, max: 40 }),
});

describe('generated periods', () => {
  it('are consecutive from the start, and end within the range', () => {
    fc.assert(
      fc.property(inputs, ({ length, ...input }) => {
        const end_date = addDays(input.start_date, length);
        const periods = periodsToGenerate({ ...input, end_date, on_conflict: 'error' });
        let day = input.start_date;
        for (const { start, end } of periods) {
          expect(start).toBe(day);
          expect(end > start).toBe(true);
          day = end;
        }
        expect(day <= end_date).toBe(true);
      }),
    );
  });

  it('start on the day of the anchor, or on the last day of a month that is too short for it', () => {
    fc.assert(
      fc.property(inputs, ({ start_date, frequency_unit }) => {
        const end_date = addDays(start_date, 4000);
        const anchor = parseLocalDate(start_date).day;
        for (const { end } of periodsToGenerate({ start_date, end_date, frequency: 'monthly', frequency_unit, on_conflict: 'error' })) {
          const boundary = parseLocalDate(end);
          expect(boundary.day).toBe(Math.min(anchor, boundary.daysInMonth));
        }
      }),
    );
  });
});
