import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { temporaryFolders } from '../testing/temporary-folders.ts';
import { lockHome } from './home-lock.ts';
import { openHome } from './home.ts';

const temporaryFolder = temporaryFolders();

describe('a second start on one home', () => {
  test('is told where the first one is reached', async () => {
    const home = openHome(temporaryFolder());
    const lock = await lockHome(home);
    lock.update({ state: 'running', baseUrl: 'http://127.0.0.1:8080' });
    await expect(lockHome(home)).rejects.toThrow(`PSA already runs on ${home.path} at http://127.0.0.1:8080 (process ${process.pid})`);
  });

  test('is told when the first one is not up yet', async () => {
    const home = openHome(temporaryFolder());
    await lockHome(home);
    await expect(lockHome(home)).rejects.toThrow('is still starting');
  });

  test('waits for one that is stopping', async () => {
    const home = openHome(temporaryFolder());
    const first = await lockHome(home);
    first.update({ state: 'stopping' });
    let second: unknown;
    const waiting = lockHome(home).then((lock) => {
      second = lock;
    });
    await sleep(250);
    expect(second).toBeUndefined();
    first.release();
    await waiting;
    expect(second).toBeDefined();
  });

  test('does not wait longer than it is wanted', async () => {
    const home = openHome(temporaryFolder());
    (await lockHome(home)).update({ state: 'stopping' });
    const request = new AbortController();
    const waiting = lockHome(home, request.signal);
    request.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });
});
