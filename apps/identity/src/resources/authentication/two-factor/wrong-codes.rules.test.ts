import { describe, expect, it } from '@jest/globals';
import { lockAfter } from './wrong-codes.rules.ts';

describe('wrong codes of a second factor', () => {
  it('lock it after each ten, for longer and longer, and for a day at most', () => {
    const locks = Array.from({ length: 61 }, (_, count) => [count, lockAfter(count) / 60_000]).filter(([, minutes]) => minutes !== 0);
    expect(locks).toEqual([
      [10, 15],
      [20, 60],
      [30, 240],
      [40, 1440],
      [50, 1440],
      [60, 1440],
    ]);
  });
});
