import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { MissingCopy } from './missing-copy.ts';
import { together } from './together.ts';

const failing = async (milliseconds: number, error: Error): Promise<never> => {
  await sleep(milliseconds);
  throw error;
};

describe('parts of a transaction side by side', () => {
  it('give what each came to', async () => {
    await expect(together(Promise.resolve(1), Promise.resolve('two'))).resolves.toEqual([1, 'two']);
  });

  it('fail for the first in their order, not in time, and after all have ended', async () => {
    let hasEnded = false;
    const last = sleep(20).then(() => {
      hasEnded = true;
    });
    await expect(together(failing(10, new Error('first')), failing(0, new Error('second')), last)).rejects.toThrow('first');
    expect(hasEnded).toBe(true);
  });

  it('fail for what was wrong, not for what Postgres refused because of it', async () => {
    const refused = Object.assign(new Error('current transaction is aborted'), { code: '25P02' });
    const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });
    await expect(together(failing(5, refused), failing(0, deadlock))).rejects.toBe(deadlock);
  });

  it('ask at once for all copies that they miss', async () => {
    const missing = ['client', 'user'].map((key) => failing(0, new MissingCopy([key], async () => {})));
    await expect(together(...missing)).rejects.toMatchObject({ keys: ['client', 'user'] });
  });
});
