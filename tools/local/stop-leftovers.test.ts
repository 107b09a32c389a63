import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from '@jest/globals';
import { temporaryFolders } from '../testing/temporary-folders.ts';
import { openHome } from './home.ts';
import { processStartedAt } from './pid-lock.mjs';
import { recordProcess } from './running-process.ts';
import { natsConfigFile, stopLeftoverPostgres, stopLeftovers } from './stop-leftovers.ts';

const temporaryFolder = temporaryFolders();

const children: ChildProcess[] = [];

/** A process that idles; what it is called with is all that the search can see. */
async function idle(...args: string[]): Promise<ChildProcess & { pid: number }> {
  const child = spawn(process.execPath, ['--eval', 'console.log(1); setInterval(() => {}, 1000)', '--', ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(child);
  await once(child.stdout, 'data');
  return child as ChildProcess & { pid: number };
}

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

describe('before a start', () => {
  test('a Postgres on the same data is stopped, even when it is not noted anywhere', async () => {
    const home = openHome(temporaryFolder());
    const old = await idle('-D', home.file('postgres', 'data'), '-c', 'port=1');
    const other = await idle('-D', `${home.file('postgres', 'data')}-of-another`, '-c', 'port=1');
    await stopLeftovers(home);
    expect(processStartedAt(old.pid)).toBeUndefined();
    expect(processStartedAt(other.pid)).toBeDefined();
  });

  test('a NATS with the home’s configuration is stopped', async () => {
    const home = openHome(temporaryFolder());
    const old = await idle('-c', natsConfigFile(home));
    await stopLeftovers(home);
    expect(processStartedAt(old.pid)).toBeUndefined();
  });

  test('a service that was noted is stopped and forgotten', async () => {
    const home = openHome(temporaryFolder());
    const old = await idle();
    recordProcess(home, 'assets', old.pid);
    await stopLeftovers(home);
    expect(processStartedAt(old.pid)).toBeUndefined();
    expect(existsSync(home.file('run', 'assets.pid'))).toBe(false);
  });

  test('a stranger who has got the noted pid is left alone', async () => {
    const home = openHome(temporaryFolder());
    const stranger = await idle();
    recordProcess(home, 'assets', stranger.pid);
    writeFileSync(home.file('run', 'assets.identity'), 'started at another time');
    await stopLeftovers(home);
    expect(processStartedAt(stranger.pid)).toBeDefined();
  });

  test('a lock file of Postgres that names a stranger’s pid is removed, and the stranger left alone', async () => {
    const home = openHome(temporaryFolder());
    const data = home.file('postgres', 'data');
    const stranger = await idle();
    mkdirSync(data, { recursive: true });
    writeFileSync(home.file('postgres', 'data', 'postmaster.pid'), `${stranger.pid}\n${data}\n`);
    await stopLeftoverPostgres(data);
    expect(existsSync(home.file('postgres', 'data', 'postmaster.pid'))).toBe(false);
    expect(processStartedAt(stranger.pid)).toBeDefined();
  });

  test('a lock file whose process is gone is left to Postgres, which looks after the memory it names', async () => {
    const home = openHome(temporaryFolder());
    const data = home.file('postgres', 'data');
    mkdirSync(data, { recursive: true });
    writeFileSync(home.file('postgres', 'data', 'postmaster.pid'), `4194304\n${data}\n`);
    await stopLeftoverPostgres(data);
    expect(existsSync(home.file('postgres', 'data', 'postmaster.pid'))).toBe(true);
  });
});
