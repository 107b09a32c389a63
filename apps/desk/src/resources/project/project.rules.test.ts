import { describe, expect, it } from '@jest/globals';
import { assertDatesInOrder, hoursOf, progressOf, shifted, underRoot } from './project.rules.ts';

describe('the rules of projects', () => {
  it('refuse an end before the start', () => {
    expect(() => assertDatesInOrder('2026-02-01T00:00:00Z', '2026-01-31T00:00:00Z')).toThrow();
    expect(() => assertDatesInOrder('2026-02-01T00:00:00Z', '2026-02-01T00:00:00Z')).not.toThrow();
    expect(() => assertDatesInOrder(null, '2026-02-01T00:00:00Z')).not.toThrow();
  });

  it('shift dates by whole milliseconds', () => {
    expect(shifted('2026-01-31T10:00:00.000Z', 86_400_000)).toBe('2026-02-01T10:00:00.000Z');
    expect(shifted(null, 1)).toBeNull();
  });

  it.each([
    [0, 0, 0],
    [1, 3, 33],
    [3, 3, 100],
  ])('make %i of %i tasks %i percent', (completed, total, percent) => expect(progressOf(completed, total)).toBe(percent));

  it('round hours once, after the sum', () => expect(hoursOf(100)).toBe(1.67));

  it('put codes under another root', () => expect(underRoot('12.3.4', '12', '7')).toBe('7.3.4'));
});
