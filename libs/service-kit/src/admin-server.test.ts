import { describe, expect, it } from '@jest/globals';
import { sharedProbe } from './admin-server.ts';

describe('a shared probe', () => {
  it('is made once for all who ask at the same time, and not again within a second of success', async () => {
    let asked = 0;
    let now = 0;
    const probe = sharedProbe(
      async () => {
        asked++;
      },
      () => now,
    );
    await Promise.all([probe(), probe(), probe()]);
    now = 999;
    await probe();
    expect(asked).toBe(1);
    now = 1_000;
    await probe();
    expect(asked).toBe(2);
  });

  it('believes no failure: the next who asks has it made again', async () => {
    let down = true;
    const probe = sharedProbe(
      async () => {
        if (down) throw new Error('down');
      },
      () => 0,
    );
    await expect(Promise.all([probe(), probe()])).rejects.toThrow('down');
    down = false;
    await expect(probe()).resolves.toBeUndefined();
  });
});
