import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type DueUsage, usageCharges, type UsageTerms } from './usage-charges.rules.ts';

const record = (given: Partial<DueUsage> = {}): DueUsage => ({
  usage_id: crypto.randomUUID(),
  service_id: 'storage',
  contract_line_id: null,
  usage_date: '2026-06-02',
  quantity: 1,
  ...given,
});
const terms = (given: Partial<UsageTerms> = {}): UsageTerms => ({
  contract_line_id: 'line',
  contract_line_name: 'Backup',
  service_id: 'storage',
  client_contract_line_id: given.contract_line_id ?? 'line',
  active: [{ start: '2026-01-01', end: null }],
  rate: 30,
  tiers: [],
  tier_mode: 'graduated',
  minimum: 0,
  ...given,
});
const tiers = [
  { min_quantity: 0, max_quantity: 10, rate: 100 },
  { min_quantity: 10, max_quantity: 100, rate: 80 },
  { min_quantity: 100, max_quantity: null, rate: 50 },
];
const costOf = (quantity: number, given: Partial<UsageTerms>) =>
  usageCharges([record({ quantity })], [terms(given)])[0]!.bands.reduce(
    (sum, band) => sum + Math.round(band.quantity * 1e6) * (band.rate ?? 0),
    0,
  ) / 1e6;

describe('usage', () => {
  it('is put together by service and line, and has its minimum', () => {
    const charges = usageCharges(
      [record({ quantity: 0.1 }), record({ quantity: 0.2 }), record({ service_id: 'mail', quantity: 3 })],
      [terms({ minimum: 5 })],
    );
    expect(charges).toMatchObject([
      { service_id: 'storage', used: 0.3, bands: [{ quantity: 5, rate: 30 }], records: [{}, {}] },
      { service_id: 'mail', terms: null, used: 3, bands: [{ quantity: 3, rate: null }] },
    ]);
  });

  it('has its minimum once, however many parts the line is active in, and does not come of days in between', () => {
    const active = [
      { start: '2026-01-01', end: '2026-06-05' },
      { start: '2026-06-20', end: null },
    ];
    const days = ['2026-06-02', '2026-06-10', '2026-06-20'].map((usage_date) => record({ usage_date }));
    expect(usageCharges(days, [terms({ active, minimum: 5 })])).toMatchObject([
      { terms: { minimum: 5 }, used: 2, bands: [{ quantity: 5 }] },
      { terms: null, used: 1, bands: [{ quantity: 1 }] },
    ]);
  });

  it('is billed by the line it names while that is assigned', () => {
    const offered = [terms(), terms({ contract_line_id: 'other', rate: 20, active: [{ start: '2026-01-01', end: '2026-06-03' }] })];
    const [named, late] = [record({ contract_line_id: 'other' }), record({ contract_line_id: 'other', usage_date: '2026-06-03' })];
    expect(usageCharges([named, late], offered).map((charge) => charge.terms?.contract_line_id)).toEqual(['other', 'line']);
  });

  it('costs by tier what it reaches, in parts or in all', () => {
    expect(costOf(10, { tiers })).toBe(1_000);
    expect(costOf(150, { tiers })).toBe(1_000 + 7_200 + 2_500);
    expect(costOf(10, { tiers, tier_mode: 'volume' })).toBe(800);
    expect(costOf(9.5, { tiers, tier_mode: 'volume' })).toBe(950);
    expect(costOf(0, { tiers })).toBe(0);
  });

  it('never costs less for more when it is graduated, and does not jump at the edge of a tier', () => {
    const quantity = fc.integer({ min: 0, max: 300_000_000 }).map((millionths) => millionths / 1_000_000);
    fc.assert(
      fc.property(quantity, fc.integer({ min: 1, max: 1_000 }), (one, millionths) => {
        const more = Math.round(one * 1e6 + millionths) / 1e6;
        const step = costOf(more, { tiers }) - costOf(one, { tiers });
        return step >= 0 && step <= (millionths * 100) / 1e6 + 1e-6;
      }),
    );
  });
});
