import { describe, expect, it } from '@jest/globals';
import { addDays, addMonths, daysBetween, intersectPeriods, localDateAt, mergePeriods, parseLocalDate, startOfDay } from './index.ts';

describe('dates', () => {
  it('are counted by the calendar', () => {
    expect(addDays('2028-02-28', 2)).toBe('2028-03-01');
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(daysBetween('2026-03-01', '2026-02-28')).toBe(-1);
    expect(daysBetween('2026-01-01', '2027-01-01')).toBe(365);
  });

  it.each(['26-2-3', '2026-2-03', '2026-02-3', '+002026-02-03', '2026-02-03T10:00', '02026-02-03', ''])('are not %j', (text) => {
    expect(() => parseLocalDate(text)).toThrow(new RangeError(`"${text}" is no date`));
  });

  it('are days of the calendar', () => {
    expect(parseLocalDate('2028-02-29').toString()).toBe('2028-02-29');
    expect(() => parseLocalDate('2026-02-29')).toThrow(RangeError);
    expect(() => parseLocalDate('2026-13-01')).toThrow(RangeError);
  });

  it('begin when they do where somebody is', () => {
    expect(localDateAt('2026-11-23T23:30:00Z', 'Europe/Berlin')).toBe('2026-11-24');
    expect(startOfDay('2026-11-24', 'Europe/Berlin')).toBe('2026-11-23T23:00:00.000Z');
    // Clocks go forward at midnight there.
    expect(startOfDay('2024-03-31', 'Asia/Beirut')).toBe('2024-03-30T22:00:00.000Z');
  });

  it('shared by two periods are a period, or none', () => {
    const june = { start: '2026-06-01', end: '2026-07-01' };
    expect(intersectPeriods(june, { start: '2026-06-15', end: '2026-08-01' })).toEqual({ start: '2026-06-15', end: '2026-07-01' });
    expect(intersectPeriods(june, { start: '2026-05-01', end: '2026-06-15' })).toEqual({ start: '2026-06-01', end: '2026-06-15' });
    expect(intersectPeriods(june, { start: '2026-06-10', end: '2026-06-11' })).toEqual({ start: '2026-06-10', end: '2026-06-11' });
    expect(intersectPeriods(june, june)).toEqual(june);
    expect(intersectPeriods(june, { start: '2026-07-01', end: '2026-08-01' })).toBeUndefined();
    expect(intersectPeriods(june, { start: '2026-05-01', end: '2026-06-01' })).toBeUndefined();
  });

  it('become as few periods as there can be, whatever their order', () => {
    const days = (start: number, end: number) => ({ start: addDays('2026-06-01', start), end: addDays('2026-06-01', end) });
    expect(mergePeriods([days(20, 25), days(0, 5), days(5, 8), days(2, 4), days(10, 12)])).toEqual([
      days(0, 8),
      days(10, 12),
      days(20, 25),
    ]);
    expect(mergePeriods([])).toEqual([]);
  });
});
