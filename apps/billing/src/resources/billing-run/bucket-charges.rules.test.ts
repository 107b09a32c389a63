import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bucketCharges, bucketKey, type BucketTerms, type BucketUse } from './bucket-charges.rules.ts';
import type { DueWork } from './hourly-charges.rules.ts';

const work = (billable_duration: number, work_date = '2026-06-02', given: Partial<DueWork> = {}): DueWork => ({
  entry_id: crypto.randomUUID(),
  service_id: 'support',
  contract_line_id: null,
  work_date,
  start_time: `${work_date}T09:00:00Z`,
  end_time: null,
  billable_duration,
  rate: null,
  tax_region: null,
  ...given,
});
const terms = (given: Partial<BucketTerms> = {}): BucketTerms => ({
  client_contract_line_id: 'assigned',
  contract_line_id: 'line',
  contract_line_name: 'Ten hours',
  service_id: 'support',
  active: [{ start: '2026-01-01', end: null }],
  included: 600,
  overage_rate: 12_000,
  allow_rollover: false,
  ...given,
});
const none: BucketUse = new Map();
const took = (minutes: number, overage = 0) => ({ minutes, overage });

describe('minutes a fee includes', () => {
  it('cover the work of their month, and beyond them it is overage', () => {
    const charges = bucketCharges([work(400), work(300), work(100, '2026-07-01')], [terms()], none);
    expect(charges).toMatchObject([
      { period: { start: '2026-06-01' }, minutes: 700, overage: 100, available: 600 },
      { period: { start: '2026-07-01' }, minutes: 100, overage: 0 },
    ]);
  });

  it('do not cover other services, other lines, or days without the line', () => {
    const others = [work(1, '2026-06-02', { service_id: 'x' }), work(1, '2026-06-02', { contract_line_id: 'x' }), work(1, '2025-12-31')];
    expect(bucketCharges(others, [terms()], none)).toEqual([]);
  });

  it('carry over once, from the month before', () => {
    const offered = [terms({ allow_rollover: true })];
    const used = new Map([
      [bucketKey(offered[0]!, '2026-04-01'), took(0)],
      [bucketKey(offered[0]!, '2026-05-01'), took(500)],
    ]);
    expect(bucketCharges([work(900)], offered, used)).toMatchObject([{ available: 700, overage: 200 }]);
    // April was empty, and adds nothing beyond May.
    expect(bucketCharges([work(900)], offered, new Map())).toMatchObject([{ available: 1_200, overage: 0 }]);
    expect(bucketCharges([work(900, '2026-01-10')], offered, none)).toMatchObject([{ available: 600, overage: 300 }]);
  });

  it('are those of a month once, however many parts of it the line is active in, and cover no work in between', () => {
    const active = [
      { start: '2026-01-01', end: '2026-06-05' },
      { start: '2026-06-20', end: null },
    ];
    const charges = bucketCharges([work(400), work(300, '2026-06-10'), work(300, '2026-06-20')], [terms({ active })], none);
    expect(charges).toMatchObject([{ minutes: 700, overage: 100, available: 600 }]);
  });

  it('carry nothing over from a month in which the line was inactive', () => {
    const active = [
      { start: '2026-01-01', end: '2026-05-01' },
      { start: '2026-06-01', end: null },
    ];
    expect(bucketCharges([work(900)], [terms({ active, allow_rollover: true })], none)).toMatchObject([{ available: 600 }]);
  });

  it('give the same overage in one invoice or in many', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 10 }), (durations) => {
        const whole = bucketCharges(
          durations.map((minutes) => work(minutes)),
          [terms()],
          none,
        )[0]!.overage;
        const used = new Map<string, ReturnType<typeof took>>();
        let inParts = 0;
        for (const minutes of durations) {
          const [charge] = bucketCharges([work(minutes)], [terms()], used);
          inParts += charge!.overage;
          const key = bucketKey(charge!.terms, charge!.period.start);
          const before = used.get(key) ?? took(0);
          used.set(key, took(before.minutes + minutes, before.overage + charge!.overage));
        }
        return inParts === whole;
      }),
    );
  });
});
