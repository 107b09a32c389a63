import { describe, expect, it } from '@jest/globals';
import { createLog } from '@psa/observability-kit';
import { startWorker, wakeWorker, type Worker, type WorkerTools } from './worker.ts';

const tools = { log: createLog('test', 'silent'), ports: {} } as WorkerTools;
const pause = (milliseconds: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** A worker whose rounds a test counts. */
function counting(round: () => Promise<boolean> | boolean, pollMs = 60_000) {
  const seen = { rounds: 0, closed: 0 };
  const worker: Worker<never> = {
    name: `counting-${crypto.randomUUID()}`,
    pollMs,
    open: () => ({
      round: async () => {
        seen.rounds++;
        return round();
      },
      close: async () => {
        seen.closed++;
      },
    }),
  };
  return { seen, name: worker.name, stop: startWorker(worker, tools) };
}

describe('a worker', () => {
  it('looks at once, and again when it is woken', async () => {
    const { seen, name, stop } = counting(() => false);
    await pause(10);
    expect(seen.rounds).toBe(1);
    wakeWorker(name);
    await pause(10);
    expect(seen.rounds).toBe(2);
    await stop();
  });

  it('looks again without a call when its pause is over', async () => {
    const { seen, stop } = counting(() => false, 5);
    await pause(60);
    expect(seen.rounds).toBeGreaterThan(2);
    await stop();
  });

  it('goes on without a pause as long as there may be more', async () => {
    let left = 5;
    const { seen, stop } = counting(() => --left > 0);
    await pause(20);
    expect(seen.rounds).toBe(5);
    await stop();
  });

  it('misses no call that comes while a round runs', async () => {
    let release = () => {};
    const { seen, name, stop } = counting(() =>
      seen.rounds === 1
        ? new Promise((resolve) => {
            release = () => resolve(false);
          })
        : false,
    );
    await pause(10);
    wakeWorker(name);
    release();
    await pause(10);
    expect(seen.rounds).toBe(2);
    await stop();
  });

  it('goes on after a round that failed', async () => {
    const { seen, stop } = counting(() => {
      throw new Error('the database is away');
    }, 5);
    await pause(60);
    expect(seen.rounds).toBeGreaterThan(1);
    await stop();
  });

  it('stops after the round under way, closes once, and hears no more calls', async () => {
    let release = () => {};
    const { seen, name, stop } = counting(
      () =>
        new Promise((resolve) => {
          release = () => resolve(true);
        }),
    );
    const stopped = stop();
    let isStopped = false;
    stopped
      .then(() => {
        isStopped = true;
      })
      .catch(() => {});
    await pause(10);
    expect(isStopped).toBe(false);
    release();
    await stopped;
    wakeWorker(name);
    await pause(5);
    expect(seen).toEqual({ rounds: 1, closed: 1 });
  });
});
