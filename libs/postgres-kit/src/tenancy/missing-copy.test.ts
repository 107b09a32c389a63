import { describe, expect, it } from '@jest/globals';
import { fetchCopy, MissingCopy, withCopies } from './missing-copy.ts';
import type { ScopeCore } from './tenant-scope.ts';

describe('a transaction that misses copies', () => {
  const outside = { isInTransaction: false, apart: {} } as unknown as ScopeCore;
  const inside = { isInTransaction: true } as unknown as ScopeCore;

  /** Wants copies one by one, or all of its parts before it gives up. */
  async function run(keys: readonly string[], gathers: boolean) {
    const fetched: string[] = [];
    let runs = 0;
    await withCopies(outside, async () => {
      runs++;
      const missing: MissingCopy[] = [];
      for (const key of keys)
        await fetchCopy(inside, key, async () => void fetched.push(key)).catch((error: MissingCopy) => {
          if (!gathers) throw error;
          missing.push(error);
        });
      if (missing.length > 0) throw MissingCopy.all(missing);
    });
    return { runs, fetched };
  }

  it('runs again after each', async () => {
    expect(await run(['a', 'b', 'c'], false)).toEqual({ runs: 4, fetched: ['a', 'b', 'c'] });
  });

  it('runs again once after all that its parts missed, each of which is asked for once', async () => {
    expect(await run(['a', 'b', 'a', 'c'], true)).toEqual({ runs: 2, fetched: ['a', 'b', 'c'] });
  });

  it('gives up when it misses more than one request may name', async () => {
    const keys = Array.from({ length: 301 }, (_, index) => `key ${index}`);
    await expect(run(keys, true)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});
