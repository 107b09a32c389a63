import { describe, expect, it } from '@jest/globals';
import { targetMinutes } from './target.rules.ts';

const FULL = { effective_from: '2026-01-01', minutes_by_weekday: [480, 480, 480, 480, 480, 0, 0] };
const HALF = { effective_from: '2026-06-10', minutes_by_weekday: [240, 240, 240, 240, 240, 0, 0] };
const june = { start: '2026-06-01', end: '2026-06-15' };

describe('hours to work', () => {
  it('are those that held on each day', () => {
    expect(targetMinutes([FULL, HALF], june, () => false)).toBe(7 * 480 + 3 * 240);
    expect(targetMinutes([FULL], june, () => false)).toBe(10 * 480);
  });

  it('are none on holidays', () => {
    expect(targetMinutes([FULL], june, (date) => date === '2026-06-01')).toBe(9 * 480);
  });

  it('are unknown where none were set, and counted from the day they were', () => {
    expect(targetMinutes([], june, () => false)).toBeNull();
    expect(targetMinutes([HALF], { start: '2026-06-01', end: '2026-06-10' }, () => false)).toBeNull();
    expect(targetMinutes([HALF], june, () => false)).toBe(3 * 240);
  });
});
