import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type CreditableLine, creditOf, remainingOf } from './credited-lines.rules.ts';

const line = (given: Partial<CreditableLine> = {}): CreditableLine => ({
  item_id: 'a',
  quantity: 3,
  net: 100,
  tax: 19,
  credited_quantity: 0,
  credited_net: 0,
  credited_tax: 0,
  ...given,
});

describe('credit notes', () => {
  it('take a third of a line that cannot be divided by three', () => {
    expect(creditOf(line(), 1)).toEqual({ item_id: 'a', quantity: 1, net: 33, tax: 6 });
    expect(() => creditOf(line({ credited_quantity: 2.5 }), 1)).toThrow(RangeError);
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
});
