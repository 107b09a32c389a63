import { describe, expect, it } from '@jest/globals';
import { percentageOf, sumOf } from '@psa/money';
import fc from 'fast-check';
import { type ChargeInput, type DiscountInput, invoiceTotals } from './invoice-totals.rules.ts';

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

  it('tell what each discount takes off, one after the other, in the order given', () => {
    const { discounts, charges } = invoiceTotals(
      [charge('10000'), charge('5000')],
      [
        { charge: null, type: 'percentage', value: '10' },
        { charge: 0, type: 'percentage', value: '50' },
        { charge: null, type: 'fixed', value: '900' },
        { charge: 0, type: 'fixed', value: '1000' },
      ],
    );
    // 4,000 and 5,000 are left of the charges: 900 and 900 come off the whole.
    expect(discounts).toEqual([900n, 5000n, 900n, 1000n]);
    expect(charges.map(({ gross, discount, net }) => [gross, discount, net])).toEqual([
      [10_000n, 6800n, 3200n],
      [5000n, 1000n, 4000n],
    ]);
  });

  it('price work by the hour, whatever the quantity shown', () => {
    const { subtotal } = invoiceTotals([{ rate: '12000', quantity: '7', minutes: 20n, tax: null }], []);
    expect(subtotal).toBe(4000n);
  });

  it('tax regions apart, though they have the same rate', () => {
    const geneva = { region: 'CH-GE', percentage: '8.1' };
    expect(invoiceTotals([charge('44'), charge('44', '1', geneva)], []).tax).toBe(8n);
    expect(invoiceTotals([charge('44'), charge('44')], []).tax).toBe(7n);
  });

  it.each<[string, DiscountInput]>([
    ['more than the charge', { charge: 1, type: 'fixed', value: '101' }],
    ['more than all', { charge: null, type: 'percentage', value: '101' }],
    ['less than nothing', { charge: 1, type: 'fixed', value: '-1' }],
    ['less than nothing where it is clamped', { charge: 1, type: 'fixed', value: '-1', isClamped: true }],
  ])('refuse a discount of %s, saying which', (_, discount) => {
    const harmless: DiscountInput = { charge: 0, type: 'fixed', value: '1' };
    expect(() => invoiceTotals([charge('100'), charge('100')], [harmless, discount])).toThrow(
      expect.objectContaining({ discount: 1, message: 'A discount is greater than what it applies to' }),
    );
  });

  it('have lines that take something off, beside a discount of nothing', () => {
    const lines = [charge('100', '1', null), charge('-20', '1', null)];
    expect(invoiceTotals(lines, [{ charge: null, type: 'percentage', value: '0' }])).toMatchObject({ subtotal: 80n, total: 80n });
  });

  it('refuse a discount on a charge that is not there', () => {
    expect(() => invoiceTotals([charge('100')], [{ charge: 1, type: 'fixed', value: '1' }])).toThrow(
      new RangeError('There is no charge 1'),
    );
  });

  it.each<[string, DiscountInput]>([
    ['all of the charge', { charge: 0, type: 'fixed', value: '100' }],
    ['more, where it is clamped', { charge: 0, type: 'fixed', value: '250', isClamped: true }],
    ['more than all, where it is clamped', { charge: null, type: 'fixed', value: '250', isClamped: true }],
  ])('come to nothing after a discount of %s', (_, discount) => {
    expect(invoiceTotals([charge('100')], [discount])).toMatchObject({ discounts: [100n], subtotal: 0n, tax: 0n, total: 0n });
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
