import { describe, expect, it } from '@jest/globals';
import { percentageOf, sumOf } from '@psa/money';
import fc from 'fast-check';
import { type ChargeInput, DiscountBeyondBase, invoiceTotals } from './invoice-totals.rules.ts';

const swiss = { region: 'CH', percentage: '8.1' };
const charge = (rate: string, quantity = '1', tax: ChargeInput['tax'] = swiss): ChargeInput => ({ rate, quantity, tax });

const decimal = fc
  .tuple(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 999 }))
  .map(([whole, part]) => `${whole}.${part}`);
const someCharges = fc.array(
  fc.record({
    rate: decimal,
    quantity: decimal,
    tax: fc.constantFrom(null, swiss, { region: 'CH', percentage: '2.6' }, { region: 'DE', percentage: '19' }),
  }),
  { minLength: 1, maxLength: 20 },
);
const percent = fc.integer({ min: 0, max: 100 });

describe('the totals of an invoice', () => {
  it('round tax once for a rate, and give the cent to the largest remainder', () => {
    const { charges, subtotal, tax, total } = invoiceTotals([charge('33'), charge('33'), charge('34')], []);
    expect([subtotal, tax, total]).toEqual([100n, 8n, 108n]);
    expect(charges.map((line) => line.tax)).toEqual([3n, 2n, 3n]);
  });

  it('round tax on each line where the tenant has it so', () => {
    const { charges, tax } = invoiceTotals([charge('33'), charge('33'), charge('34')], [], 'line');
    expect([charges.map((line) => line.tax), tax]).toEqual([[3n, 3n, 3n], 9n]);
    fc.assert(
      fc.property(someCharges, (some) => {
        const totals = invoiceTotals(some, [], 'line');
        for (const [place, line] of totals.charges.entries())
          expect(line.tax).toBe(some[place]?.tax ? percentageOf(line.net, some[place].tax.percentage) : 0n);
        expect(sumOf(totals.charges.map((line) => line.tax))).toBe(totals.tax);
      }),
    );
  });

  it('take discounts on charges first, then those on the whole, and tax what is left', () => {
    const totals = invoiceTotals(
      [charge('10000'), charge('10000', '1', null)],
      [
        { charge: null, type: 'fixed', value: '1500' },
        { charge: 0, type: 'percentage', value: '50' },
      ],
    );
    expect(totals).toMatchObject({ subtotal: 13_500n, tax: 365n, total: 13_865n });
    expect(totals.charges.map(({ net }) => net)).toEqual([4500n, 9000n]);
  });

  it('refuse a discount beyond its base', () => {
    expect(() => invoiceTotals([charge('100')], [{ charge: 0, type: 'fixed', value: '101' }])).toThrow(DiscountBeyondBase);
    expect(() => invoiceTotals([charge('100')], [{ charge: null, type: 'percentage', value: '101' }])).toThrow(DiscountBeyondBase);
  });

  it('are the sums of the charges, whatever is charged and discounted', () => {
    fc.assert(
      fc.property(someCharges, percent, percent, (charges, first, whole) => {
        const totals = invoiceTotals(charges, [
          { charge: 0, type: 'percentage', value: String(first) },
          { charge: null, type: 'percentage', value: String(whole) },
        ]);
        expect(sumOf(totals.charges.map(({ net }) => net))).toBe(totals.subtotal);
        expect(sumOf(totals.charges.map(({ tax }) => tax))).toBe(totals.tax);
        expect(totals.subtotal + totals.tax).toBe(totals.total);
        for (const { gross, discount, net, tax } of totals.charges) {
          expect(gross - discount).toBe(net);
          expect(net >= 0n && discount >= 0n && tax >= 0n).toBe(true);
        }
      }),
    );
  });

  it('tax every group of one rate exactly as its sum is taxed', () => {
    fc.assert(
      fc.property(someCharges, (charges) => {
        const totals = invoiceTotals(charges, []);
        const lines = charges.map(({ tax }, place) => ({ rate: tax, ...totals.charges[place] }));
        for (const group of Map.groupBy(lines, ({ rate }) => JSON.stringify(rate)).values()) {
          const taxed = sumOf(group.map(({ tax }) => tax ?? 0n));
          const base = sumOf(group.map(({ net }) => net ?? 0n));
          expect(taxed).toBe(group[0]?.rate ? percentageOf(base, group[0].rate.percentage) : 0n);
        }
      }),
    );
  });
});
