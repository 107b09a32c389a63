import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { billedMinutes, type DueWork, type HourlyContext, hourlyCharges, type HourlyTerms } from './hourly-charges.rules.ts';

const terms = (given: Partial<HourlyTerms> = {}): HourlyTerms => ({
  service_id: null,
  contract_line_id: 'care',
  contract_line_name: 'Care',
  client_contract_line_id: given.contract_line_id ?? 'care',
  active: [{ start: '2026-01-01', end: null }],
  rate: 9_000,
  minimum: 15,
  roundUpTo: 15,
  overtime: null,
  after_hours: null,
  ...given,
});
const work = (given: Partial<DueWork> = {}): DueWork => ({
  entry_id: 'entry',
  service_id: 'support',
  contract_line_id: null,
  work_date: '2026-06-02',
  start_time: '2026-06-02T09:00:00Z',
  end_time: null,
  billable_duration: 20,
  rate: null,
  tax_region: null,
  ...given,
});

const office = Array.from({ length: 7 }, (_, day) => (day < 5 ? [{ start: '08:00', end: '18:00' }] : []));
const context: HourlyContext = { hours: { timeZone: 'UTC', week: office }, before: [] };

describe('hourly work', () => {
  it('is billed by at least the minimum, rounded up', () => {
    expect([1, 15, 16, 31].map((minutes) => billedMinutes(minutes, { minimum: 15, roundUpTo: 15 }))).toEqual([15, 15, 30, 45]);
    expect(billedMinutes(7, { minimum: 0, roundUpTo: 1 })).toBe(7);
  });

  it('is put together by service, contract line and region', () => {
    const found = hourlyCharges([work(), work(), work({ service_id: 'travel' }), work({ tax_region: 'DE' })], [terms()], context);
    expect(found.map(({ service_id, minutes, parts }) => [service_id, minutes, parts.length])).toEqual([
      ['support', 60, 2],
      ['travel', 30, 1],
      ['support', 30, 1],
    ]);
  });

  it('is put together by the rate it was logged with, where no contract line sets one', () => {
    const entries = [work({ rate: 12_000 }), work({ rate: 15_000 }), work({ rate: 12_000 })];
    const rates = (offered: HourlyTerms[]) => hourlyCharges(entries, offered, context).map(({ logged_rate }) => logged_rate);
    expect(rates([])).toEqual([12_000, 15_000]);
    expect(rates([terms({ rate: null })])).toEqual([12_000, 15_000]);
    expect(rates([terms()])).toEqual([null]);
  });

  it('is billed by the line it names, by the first that holds, or by none', () => {
    const lines = [
      terms({ active: [{ start: '2026-01-01', end: '2026-06-02' }] }),
      terms({ contract_line_id: 'late', active: [{ start: '2026-06-03', end: null }] }),
      terms({ contract_line_id: 'other', active: [{ start: '2026-06-03', end: null }] }),
    ];
    const by = (given: Partial<DueWork>) => hourlyCharges([work(given)], lines, context)[0]!.terms?.contract_line_id ?? null;
    expect(by({ work_date: '2026-06-01' })).toBe('care');
    expect(by({ work_date: '2026-06-02' })).toBeNull();
    expect(by({ work_date: '2026-06-04' })).toBe('late');
    expect(by({ work_date: '2026-06-04', contract_line_id: 'other' })).toBe('other');
  });

  it('costs more out of hours, in proportion to when it was done', () => {
    const late = terms({ after_hours: '1.5', minimum: 0, roundUpTo: 1 });
    const evening = work({ start_time: '2026-06-02T17:00:00Z', end_time: '2026-06-02T20:00:00Z', billable_duration: 90 });
    const sunday = work({
      start_time: '2026-06-07T10:00:00Z',
      end_time: '2026-06-07T11:00:00Z',
      work_date: '2026-06-07',
      billable_duration: 60,
    });
    expect(hourlyCharges([evening, sunday], [late], context).map(({ kind, minutes }) => [kind, minutes])).toEqual([
      ['regular', 30],
      ['after_hours', 120],
    ]);
  });

  const overtime = {
    rate: 15_000,
    after: 120,
    billing_frequency: 'monthly',
    cadence_owner: 'client',
    client_anchor: {},
    anchor_date: '2026-01-01',
  } as const;

  it('is overtime beyond the hours of its period, whoever billed the first of them', () => {
    const line = terms({ overtime, minimum: 0, roundUpTo: 1 });
    const minutesOf = (done: DueWork[], before: DueWork[]) => {
      const charges = hourlyCharges(done, [line], { ...context, before: before.map((entry) => ({ ...entry, billed_by: 'care' })) });
      return Object.fromEntries(charges.map(({ kind, minutes }) => [kind, minutes]));
    };
    const hour = work({ billable_duration: 60 });
    expect(minutesOf([hour, hour, hour], [])).toEqual({ regular: 120, overtime: 60 });
    expect(minutesOf([hour, hour], [hour])).toEqual({ regular: 60, overtime: 60 });
    expect(minutesOf([work({ billable_duration: 200 })], [])).toEqual({ regular: 120, overtime: 80 });
    expect(minutesOf([work({ billable_duration: 60, work_date: '2026-07-01' })], [hour, hour, hour])).toEqual({ regular: 60 });
  });

  it('is billed to the minute whatever its kinds', () => {
    const instants = fc.integer({ min: 0, max: 60 * 24 * 30 }).map((minutes) => Date.UTC(2026, 5, 1) + minutes * 60_000);
    const entries = fc.array(
      fc.tuple(instants, fc.integer({ min: 1, max: 600 })).map(([at, minutes]) =>
        work({
          billable_duration: minutes,
          start_time: new Date(at).toISOString(),
          end_time: new Date(at + minutes * 60_000).toISOString(),
          work_date: new Date(at).toISOString().slice(0, 10),
        }),
      ),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(entries, (done) => {
        const line = terms({ overtime, after_hours: '2', minimum: 15, roundUpTo: 15 });
        const billed = hourlyCharges(done, [line], context).reduce((sum, { minutes }) => sum + minutes, 0);
        return billed === done.reduce((sum, { billable_duration }) => sum + billedMinutes(billable_duration, line), 0);
      }),
    );
  });
});
