import { describe, expect, it } from '@jest/globals';
import { nextRun } from './recurring-ticket.rules.ts';

const weekly = { rrule: 'FREQ=WEEKLY;BYDAY=MO', start_date: '2026-10-19T07:00:00.000Z', end_date: null, timezone: 'Europe/Berlin' };

describe('the next run of a recurring ticket', () => {
  it.each<[string, string, string | null]>([
    ['is the start when that is ahead', '2026-10-01T00:00:00Z', '2026-10-19T07:00:00.000Z'],
    ['keeps the local time when the clocks change', '2026-10-20T00:00:00Z', '2026-10-26T08:00:00.000Z'],
    ['leaves out what was missed', '2026-11-11T00:00:00Z', '2026-11-16T08:00:00.000Z'],
  ])('%s', (_, after, next) => {
    expect(nextRun(weekly, new Date(after))).toBe(next);
  });

  it('is none after the end', () => {
    expect(nextRun({ ...weekly, end_date: '2026-10-25T00:00:00.000Z' }, new Date('2026-10-20T00:00:00Z'))).toBeNull();
    expect(nextRun({ ...weekly, end_date: '2026-10-26T08:00:00.000Z' }, new Date('2026-10-20T00:00:00Z'))).toBe('2026-10-26T08:00:00.000Z');
    expect(nextRun({ ...weekly, rrule: 'FREQ=WEEKLY;COUNT=1' }, new Date('2026-10-20T00:00:00Z'))).toBeNull();
  });

  it.each(['every monday', 'FREQ=SECONDLY', 'FREQ=DAILY;INTERVAL=0', 'FREQ=DAILY;FREQ=WEEKLY'])('refuses %s', (rrule) => {
    expect(() => nextRun({ ...weekly, rrule }, new Date('2026-10-20T00:00:00Z'))).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR', details: [expect.objectContaining({ path: ['rrule'], code: 'invalid_rule' })] }),
    );
  });
});
