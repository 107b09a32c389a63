import { describe, expect, it } from '@jest/globals';
import { fairShares } from './fair-shares.rules.ts';

const idle = { free: 32, all: 32 };
const shares = (...given: Parameters<typeof fairShares>) => Object.fromEntries(fairShares(...given));

describe('the shares of tenants in the executions that a process runs', () => {
  it('leave as much free as one of them has', () => {
    expect(shares([{ tenant: 'a', count: 100 }], new Map(), idle)).toEqual({ a: 16 });
    expect(
      shares(
        [
          { tenant: 'a', count: 100 },
          { tenant: 'b', count: 3 },
        ],
        new Map(),
        idle,
      ),
    ).toEqual({ a: 10, b: 3 });
  });

  it('count what is under way', () => {
    const due = [
      { tenant: 'a', count: 9 },
      { tenant: 'b', count: 9 },
    ];
    expect(shares(due, new Map([['a', 9]]), { free: 23, all: 32 })).toEqual({ a: 1, b: 9 });
    expect(shares(due, new Map([['a', 10]]), { free: 22, all: 32 })).toEqual({ b: 9 });
  });

  it('go to who has least under way, and among equals to the first, when there is not enough for all', () => {
    const due = ['a', 'b', 'c'].map((tenant) => ({ tenant, count: 5 }));
    expect(shares(due, new Map([['a', 1]]), { free: 2, all: 32 })).toEqual({ b: 1, c: 1 });
    expect(shares(due, new Map(), { free: 2, all: 32 })).toEqual({ a: 1, b: 1 });
  });

  it('are one place at the least', () => {
    const due = Array.from({ length: 50 }, (_, index) => ({ tenant: `${index}`, count: 5 }));
    expect(fairShares(due, new Map(), idle).size).toBe(32);
    expect(shares([{ tenant: 'a', count: 5 }], new Map(), { free: 1, all: 32 })).toEqual({ a: 1 });
  });
});
