import { describe, expect, it } from '@jest/globals';
import { limitConcurrency } from './limit-concurrency.ts';

describe('work that is bounded', () => {
  it('runs so many at a time, in the order it came, and goes on after a failure', async () => {
    const inTurn = limitConcurrency(2);
    const begun: number[] = [];
    let running = 0;
    let most = 0;
    const results = await Promise.allSettled(
      Array.from({ length: 9 }, (_, index) =>
        inTurn(async () => {
          begun.push(index);
          most = Math.max(most, ++running);
          await new Promise((resolve) => {
            setTimeout(resolve, 2);
          });
          running--;
          if (index % 3 === 0) throw new Error('failed');
          return index;
        }),
      ),
    );
    expect(most).toBe(2);
    expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([
      'failed',
      1,
      2,
      'failed',
      4,
      5,
      'failed',
      7,
      8,
    ]);
    expect(await inTurn(async () => 'still works')).toBe('still works');
  });
});
