import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { orderKeyAfter, orderKeyBetween } from './order-key.ts';

describe('an order key', () => {
  it('stays short for rows that are appended', () => {
    let last: string | null = null;
    for (let count = 0; count < 2_000; count++) {
      const next: string = orderKeyAfter(last);
      expect(last === null || last < next).toBe(true);
      last = next;
    }
    expect(last).toHaveLength(7);
  });

  it('keeps the order of any sequence of insertions', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 80 }), (places) => {
        const keys: string[] = [];
        for (const place of places) {
          const index = place % (keys.length + 1);
          keys.splice(index, 0, orderKeyBetween(keys[index - 1] ?? null, keys[index] ?? null));
        }
        expect(keys).toEqual([...keys].sort((one, other) => (one < other ? -1 : 1)));
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });

  it('can be inserted at the same place again and again', () => {
    let [first, second] = [orderKeyAfter(null), orderKeyAfter(orderKeyAfter(null))];
    for (let count = 0; count < 200; count++) {
      const middle = orderKeyBetween(first, second);
      expect(first < middle && middle < second).toBe(true);
      if (count % 2 === 0) first = middle;
      else second = middle;
    }
  });
});
