import { describe, expect, it } from '@jest/globals';
import { billedMinutes, type DueWork, hourlyCharges, type HourlyTerms } from './hourly-charges.rules.ts';

const terms = (given: Partial<HourlyTerms> = {}): HourlyTerms => ({
  service_id: null,
  contract_line_id: 'care',
  contract_line_name: 'Care',
  start_date: '2026-01-01',
  end_date: null,
  rate: 9_000,
  minimum: 15,
  roundUpTo: 15,
  ...given,
});
const work = (given: Partial<DueWork> = {}): DueWork => ({
  entry_id: 'entry',
  service_id: 'support',
  contract_line_id: null,
  work_date: '2026-06-02',
  billable_duration: 20,
  tax_region: null,
  ...given,
});

describe('hourly work', () => {
  it('is billed by at least the minimum, rounded up', () => {
    expect([1, 15, 16, 31].map((minutes) => billedMinutes(minutes, { minimum: 15, roundUpTo: 15 }))).toEqual([15, 15, 30, 45]);
    expect(billedMinutes(7, { minimum: 0, roundUpTo: 1 })).toBe(7);
  });

  it('is put together by service, contract line and region', () => {
    const found = hourlyCharges([work(), work(), work({ service_id: 'travel' }), work({ tax_region: 'DE' })], [terms()]);
    expect(found.map(({ service_id, minutes, entries }) => [service_id, minutes, entries.length])).toEqual([
      ['support', 60, 2],
      ['travel', 30, 1],
      ['support', 30, 1],
    ]);
  });

  it('is billed by the line it names, by the first that holds, or by none', () => {
    const lines = [
      terms({ end_date: '2026-06-02' }),
      terms({ contract_line_id: 'late', start_date: '2026-06-03' }),
      terms({ contract_line_id: 'other', start_date: '2026-06-03' }),
    ];
    const by = (given: Partial<DueWork>) => hourlyCharges([work(given)], lines)[0]!.terms?.contract_line_id ?? null;
    expect(by({ work_date: '2026-06-01' })).toBe('care');
    expect(by({ work_date: '2026-06-02' })).toBeNull();
    expect(by({ work_date: '2026-06-04' })).toBe('late');
    expect(by({ work_date: '2026-06-04', contract_line_id: 'other' })).toBe('other');
  });
});
