import { describe, expect, it } from '@jest/globals';
import { takeByTenant } from './take-by-tenant.ts';

/** Takes of what tenants have, and notes how often it was asked. */
function takingOf(stock: Record<string, number>) {
  const left = new Map(Object.entries(stock));
  let asked = 0;
  const take = async (tenant: string, most: number) => {
    asked++;
    const rows = Math.min(most, left.get(tenant) ?? 0);
    left.set(tenant, (left.get(tenant) ?? 0) - rows);
    return Array.from({ length: rows }, () => tenant);
  };
  return { take, asked: () => asked };
}

const counts = (rows: readonly string[]) => Object.fromEntries([...Map.groupBy(rows, (row) => row)].map(([key, all]) => [key, all.length]));

describe('taking rows tenant by tenant', () => {
  it('gives every tenant the same before any gets more', async () => {
    const { take } = takingOf({ a: 100, b: 100, c: 100 });
    expect(counts(await takeByTenant(['a', 'b', 'c'], { limit: 9, perTenant: 9 }, take))).toEqual({ a: 3, b: 3, c: 3 });
  });

  it('shares among the rest what one does not use', async () => {
    const { take } = takingOf({ a: 1, b: 100, c: 2 });
    expect(counts(await takeByTenant(['a', 'b', 'c'], { limit: 12, perTenant: 12 }, take))).toEqual({ a: 1, b: 9, c: 2 });
  });

  it('keeps to what one tenant may have, also over several rounds', async () => {
    const { take } = takingOf({ a: 1, b: 100, c: 1 });
    expect(counts(await takeByTenant(['a', 'b', 'c'], { limit: 12, perTenant: 5 }, take))).toEqual({ a: 1, b: 5, c: 1 });
  });

  it('gives those whose turn it is what is not enough for all', async () => {
    const { take, asked } = takingOf({ a: 9, b: 9, c: 9, d: 9 });
    expect(await takeByTenant(['a', 'b', 'c', 'd'], { limit: 2, perTenant: 9 }, take)).toEqual(['a', 'b']);
    expect(asked()).toBe(2);
  });

  it('asks nobody twice who had nothing more', async () => {
    const { take, asked } = takingOf({ a: 0, b: 0 });
    expect(await takeByTenant(['a', 'b'], { limit: 100, perTenant: 10 }, take)).toEqual([]);
    expect(asked()).toBe(2);
  });
});
