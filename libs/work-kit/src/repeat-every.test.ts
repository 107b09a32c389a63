import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { repeatEvery } from './repeat-every.ts';

describe('work that is repeated', () => {
  it('is done one at a time, goes on after a failure, and is waited for when it is stopped', async () => {
    const errors: unknown[] = [];
    let turns = 0;
    let [running, most] = [0, 0];
    let fourth = () => {};
    const reached = new Promise<void>((resolve) => {
      fourth = resolve;
    });
    const stop = repeatEvery(
      2,
      async () => {
        most = Math.max(most, ++running);
        const turn = ++turns;
        if (turn === 4) fourth();
        await sleep(10);
        running--;
        if (turn === 2) throw new Error('failed');
      },
      (error) => errors.push(error),
    );
    await reached;
    await stop();
    expect({ turns, most, running, errors }).toEqual({ turns: 4, most: 1, running: 0, errors: [new Error('failed')] });
    await sleep(10);
    expect(turns).toBe(4);
  });
});
