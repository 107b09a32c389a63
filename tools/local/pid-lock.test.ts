import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { runModule } from '../testing/run-module.ts';
import { temporaryFolders } from '../testing/temporary-folders.ts';
import { lockHolder, processStartedAt, takeLock } from './pid-lock.mjs';

const temporaryFolder = temporaryFolders();

const lockPath = () => join(temporaryFolder(), 'deep', 'lock');
const startedAt = processStartedAt(process.pid);

describe('a lock', () => {
  test('keeps others out and tells them what its holder wants known', () => {
    const path = lockPath();
    const first = takeLock(path, { baseUrl: 'http://here' });
    expect(first.taken).toBe(true);
    expect(takeLock(path)).toEqual({ taken: false, holder: { pid: process.pid, startedAt, baseUrl: 'http://here' } });
  });

  test('is free again after its release', () => {
    const path = lockPath();
    const first = takeLock(path);
    if (first.taken) first.release();
    expect(existsSync(path)).toBe(false);
    expect(takeLock(path)).toMatchObject({ taken: true, tookOver: false });
  });

  test('shows what its holder says later', () => {
    const path = lockPath();
    const lock = takeLock(path, { state: 'starting' });
    if (lock.taken) lock.update({ state: 'running' });
    expect(lockHolder(path)).toMatchObject({ state: 'running', pid: process.pid });
  });

  test('of a process that is gone is taken over', async () => {
    const path = lockPath();
    await runModule(`import { takeLock } from './tools/local/pid-lock.mjs'; takeLock(${JSON.stringify(path)});`).output;
    expect(existsSync(path)).toBe(true);
    expect(lockHolder(path)).toBeUndefined();
    expect(takeLock(path)).toMatchObject({ taken: true, tookOver: true });
  });

  test('whose pid now belongs to another process is taken over', () => {
    const path = lockPath();
    const held = takeLock(path);
    if (held.taken) held.release();
    writeFileSync(path, JSON.stringify({ pid: process.pid, startedAt: 'at another time' }));
    expect(takeLock(path)).toMatchObject({ taken: true, tookOver: true });
  });

  test('that is no lock at all is taken over', () => {
    const path = lockPath();
    const held = takeLock(path);
    if (held.taken) held.release();
    writeFileSync(path, 'half a lo');
    expect(takeLock(path)).toMatchObject({ taken: true, tookOver: true });
  });

  test('is not released by somebody who lost it', () => {
    const path = lockPath();
    const lock = takeLock(path);
    const others = JSON.stringify({ pid: 1, startedAt: 'long ago' });
    writeFileSync(path, others);
    if (lock.taken) lock.release();
    expect(readFileSync(path, 'utf8')).toBe(others);
  });

  test('that is stale goes to exactly one of many who want it at once', async () => {
    const path = lockPath();
    const first = takeLock(path);
    if (first.taken) first.release();
    writeFileSync(path, JSON.stringify({ pid: 4_194_304, startedAt: 'gone' }));
    const rivals = temporaryFolder();
    // All begin together, and none leaves before all have tried: the lock of one that is gone would be free again.
    const rival = `
      import { readdirSync, writeFileSync } from 'node:fs';
      import { setTimeout as sleep } from 'node:timers/promises';
      import { takeLock } from './tools/local/pid-lock.mjs';
      const everybody = async (step) => {
        writeFileSync(${JSON.stringify(rivals)} + '/' + step + process.pid, '');
        while (readdirSync(${JSON.stringify(rivals)}).filter((name) => name.startsWith(step)).length < 6) await sleep(5);
      };
      await everybody('ready');
      console.log(takeLock(${JSON.stringify(path)}).taken);
      await everybody('tried');`;
    const answers = await Promise.all(Array.from({ length: 6 }, () => runModule(rival).output));
    expect(answers.filter((answer) => answer.trim() === 'true')).toHaveLength(1);
  });
});

test('a process that does not run has no start time', () => {
  expect(processStartedAt(4_194_304)).toBeUndefined();
});
