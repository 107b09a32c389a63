import { describe, expect, it } from '@jest/globals';
import type { MissedFires } from '@psa/contracts-automation';
import { settleSchedule } from './trigger.rules.ts';

describe('a schedule that was not looked at for a while', () => {
  const at = (text: string) => Date.parse(`2026-03-${text}Z`);
  const settle = (schedule_expression: string, missed: MissedFires, due: string, now: string) => {
    const { fires, next } = settleSchedule({ schedule_expression, timezone: 'UTC' }, missed, at(due), at(now));
    return {
      fires: fires.map((time) => new Date(time).toISOString().slice(8, 16)),
      next: next && new Date(next).toISOString().slice(8, 16),
    };
  };

  it.each([
    ['is only late', 'skip', '0 * * * *', '02T10:00', '02T10:00:40', ['02T10:00'], '02T11:00'],
    ['missed some', 'skip', '0 * * * *', '02T10:00', '02T12:30', [], '02T13:00'],
    ['missed some, with the last only late', 'skip', '0 * * * *', '02T10:00', '02T13:00:40', ['02T13:00'], '02T14:00'],
    ['missed hundreds, with the last ones only late', 'skip', '* * * * *', '02T10:00', '02T18:00:30', ['02T17:59', '02T18:00'], '02T18:01'],
    ['missed some', 'one', '0 * * * *', '02T10:00', '02T12:30', ['02T12:00'], '02T13:00'],
    ['missed one', 'one', '0 9 * * *', '02T09:00', '02T12:30', ['02T09:00'], '03T09:00'],
    ['missed hundreds', 'one', '* 8-9 * * *', '02T08:00', '09T12:30', ['09T09:59'], '10T08:00'],
    ['missed some', 'all', '0 * * * *', '02T10:00', '02T12:30', ['02T10:00', '02T11:00', '02T12:00'], '02T13:00'],
  ] as const)('%s fires as %s says (%s, due %s, now %s)', (_, missed, cron, due, now, fires, next) => {
    expect(settle(cron, missed, due, now)).toEqual({ fires, next });
  });

  it('catches up with a hundred of what it missed', () => {
    expect(settle('* * * * *', 'all', '02T10:00', '02T18:00').fires).toHaveLength(100);
  });
});
