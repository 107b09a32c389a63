import { describe, expect, it } from '@jest/globals';
import { withIsoTimestamps } from './json-timestamps.ts';

describe('timestamps inside JSON', () => {
  it.each([
    ['2026-11-21T08:15:00.123+00:00', '2026-11-21T08:15:00.123Z'],
    ['2026-11-21T08:15:00.12+00:00', '2026-11-21T08:15:00.120Z'],
    ['2026-11-21T08:15:00+00:00', '2026-11-21T08:15:00.000Z'],
    [null, null],
  ])('%s becomes %s', (at, expected) => {
    expect(withIsoTimestamps({ at }, 'at')).toEqual({ at: expected });
  });

  it('are those named; a text that looks like one stays', () => {
    const row = { at: '2026-11-21T08:15:00+00:00', notes: '2026-11-21T08:15:00+00:00', count: 3 };
    expect(withIsoTimestamps(row, 'at')).toEqual({ ...row, at: '2026-11-21T08:15:00.000Z' });
  });
});
