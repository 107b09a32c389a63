import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  creditAcross,
  type CreditableLine,
  creditAmountOf,
  type CreditedLine,
  creditOf,
  remainingAmountOf,
  remainingOf,
} from './credited-lines.rules.ts';

const line = (given: Partial<CreditableLine> = {}): CreditableLine => ({
  item_id: 'a',
  quantity: 3,
  net: 100,
  tax: 19,
  credited_quantity: 0,
  credited_net: 0,
  credited_tax: 0,
  credited_net_by_amount: 0,
  credited_tax_by_amount: 0,
  ...given,
});

describe('credit notes', () => {
  it('take a third of a line that cannot be divided by three', () => {
    expect(creditOf(line(), 1)).toEqual({ item_id: 'a', quantity: 1, net: 33, tax: 6, is_by_amount: false });
    expect(() => creditOf(line({ credited_quantity: 2.5 }), 1)).toThrow(new RangeError('There is not so much left of the line'));
  });

  it('by quantity leave out what was credited by amount, until nothing more is left', () => {
    const partly = line({ quantity: 4, tax: 20, credited_quantity: 1, credited_net: 25, credited_tax: 5 });
    expect(creditOf(partly, 2)).toMatchObject({ net: 50, tax: 10 });
    const byAmount = line({
      quantity: 4,
      tax: 20,
      credited_net: 30,
      credited_tax: 6,
      credited_net_by_amount: 30,
      credited_tax_by_amount: 6,
    });
    expect(creditOf(byAmount, 1)).toMatchObject({ net: 25, tax: 5 });
    expect(creditOf(byAmount, 3)).toMatchObject({ net: 70, tax: 14 });
    expect(creditOf(byAmount, 4)).toMatchObject({ net: 70, tax: 14 });
  });

  it('by amount include tax in the proportion of the remaining tax to the remaining amount', () => {
    expect(creditAmountOf(line(), 60)).toEqual({ item_id: 'a', quantity: 1, net: 50, tax: 10, is_by_amount: true });
    expect(creditAmountOf(line({ credited_net: 90, credited_tax: 9 }), 10)).toMatchObject({ net: 5, tax: 5 });
    expect(creditAmountOf(line(), 119)).toMatchObject({ net: 100, tax: 19 });
    expect(() => creditAmountOf(line(), 120)).toThrow(new RangeError('There is not so much left of the line'));
  });

  it('of nothing that is left are of nothing', () => {
    expect(creditOf(line({ quantity: 0, net: 0, tax: 0 }), 0)).toMatchObject({ quantity: 0, net: 0, tax: 0 });
    expect(creditAmountOf(line({ net: 0, tax: 0 }), 0)).toMatchObject({ net: 0, tax: 0 });
  });

  it('for all of a line sum to it exactly, in whatever parts', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(parts, fc.integer({ min: 0, max: 10 ** 9 }), fc.integer({ min: 0, max: 10 ** 8 }), (millionths, net, tax) => {
        const quantity = millionths.reduce((sum, part) => sum + part, 0) / 1_000_000;
        let left = line({ quantity, net, tax });
        for (const part of millionths) {
          const { net: n, tax: t, quantity: q } = creditOf(left, part / 1_000_000);
          if (n < 0 || t < 0) return false;
          const credited = Math.round((left.credited_quantity + q) * 1_000_000) / 1_000_000;
          left = { ...left, credited_quantity: credited, credited_net: left.credited_net + n, credited_tax: left.credited_tax + t };
        }
        return remainingOf(left) === 0 && left.credited_net === net && left.credited_tax === tax;
      }),
    );
  });

  /** The line after a credit note. */
  const after = (before: CreditableLine, { quantity, net, tax, is_by_amount }: CreditedLine): CreditableLine => ({
    ...before,
    credited_quantity: before.credited_quantity + (is_by_amount ? 0 : quantity),
    credited_net: before.credited_net + net,
    credited_tax: before.credited_tax + tax,
    credited_net_by_amount: before.credited_net_by_amount + (is_by_amount ? net : 0),
    credited_tax_by_amount: before.credited_tax_by_amount + (is_by_amount ? tax : 0),
  });

  it('by quantity and by amount, in whatever order, never take more than there is, and all of it in the end', () => {
    const step = fc.record({ isByAmount: fc.boolean(), part: fc.integer({ min: 1, max: 100 }) });
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 10 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 0, max: 10 ** 6 }),
        fc.integer({ min: 0, max: 10 ** 5 }),
        (steps, quantity, net, tax) => {
          let left = line({ quantity, net, tax });
          for (const { isByAmount, part } of steps) {
            const [units, amount] = [remainingOf(left), remainingAmountOf(left)];
            const credited = isByAmount
              ? creditAmountOf(left, Math.ceil((amount * part) / 100))
              : creditOf(left, Math.min(units, Math.ceil((quantity * part) / 100)));
            expect(Math.min(credited.net, credited.tax)).toBeGreaterThanOrEqual(0);
            left = after(left, credited);
          }
          left = after(left, creditOf(left, remainingOf(left)));
          expect([left.credited_net, left.credited_tax]).toEqual([net, tax]);
        },
      ),
    );
  });

  it('of an amount are spread over the lines by what is left of them, to the cent', () => {
    const lines = fc.array(fc.record({ net: fc.integer({ min: 0, max: 10 ** 6 }), tax: fc.integer({ min: 0, max: 10 ** 5 }) }), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(lines, fc.integer({ min: 0, max: 100 }), (given, percent) => {
        const all = given.map((amounts) => line(amounts));
        const amount = Math.floor((all.reduce((sum, one) => sum + remainingAmountOf(one), 0) * percent) / 100);
        const credited = creditAcross(all, amount);
        expect(credited.reduce((sum, { net, tax }) => sum + net + tax, 0)).toBe(amount);
        for (const [index, { net, tax }] of credited.entries()) expect(net <= given[index]!.net && tax <= given[index]!.tax).toBe(true);
      }),
    );
    expect(() => creditAcross([line()], 120)).toThrow(new RangeError('There is not so much left of the invoice'));
    expect(creditAcross([line(), line({ item_id: 'b' })], 238).map(({ item_id, net, tax }) => [item_id, net, tax])).toEqual([
      ['a', 100, 19],
      ['b', 100, 19],
    ]);
  });
});
