import { describe, expect, it } from '@jest/globals';
import { type AssignedFee, churnRate, monthlyFees } from './monthly-fees.rules.ts';

const fee = (given: Partial<AssignedFee> = {}): AssignedFee => ({
  contract_line_id: 'line',
  client_id: 'client',
  currency_code: 'USD',
  billing_frequency: 'monthly',
  rate: 1_000,
  active: [{ start: '2026-01-01', end: null }],
  ...given,
});
const until = (end: string) => [{ start: '2026-01-01', end }];
const june = [{ start: '2026-06-01', end: '2026-07-01' }];

describe('fees of a month', () => {
  it('are those of all frequencies', () => {
    const fees = (['weekly', 'bi-weekly', 'monthly', 'quarterly', 'semi-annually', 'annually'] as const).map((billing_frequency) =>
      fee({ billing_frequency }),
    );
    expect(monthlyFees(fees, '2026-06-01')).toBe(Math.round((1_000 * (52 + 26 + 12 + 4 + 2 + 1)) / 12));
  });

  it('begin and end with the assignment', () => {
    const fees = [fee({ active: june }), fee({ active: until('2026-06-10'), rate: 5 }), fee({ rate: null })];
    expect(['2026-05-31', '2026-06-09', '2026-06-30', '2026-07-01'].map((day) => monthlyFees(fees, day))).toEqual([5, 1_005, 1_000, 0]);
  });

  it('are none while the assignment is inactive', () => {
    const paused = fee({ active: [...until('2026-03-01'), ...june] });
    expect(['2026-02-28', '2026-03-01', '2026-05-31', '2026-06-01'].map((day) => monthlyFees([paused], day))).toEqual([1_000, 0, 0, 1_000]);
  });

  it('are lost with clients that are gone, not with lines that were changed', () => {
    const fees = [
      fee({ client_id: 'a', active: until('2026-06-10') }),
      fee({ client_id: 'a', contract_line_id: 'other', active: [{ start: '2026-06-10', end: null }] }),
      fee({ client_id: 'b', active: until('2026-06-15') }),
      fee({ client_id: 'c', active: [{ start: '2026-06-15', end: null }] }),
    ];
    expect(churnRate(fees, '2026-06-01', '2026-06-30', ({ client_id }) => client_id)).toBe(50);
    expect(churnRate([], '2026-06-01', '2026-06-30', ({ client_id }) => client_id)).toBe(0);
  });
});
