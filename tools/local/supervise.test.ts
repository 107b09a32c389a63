import { existsSync } from 'node:fs';
import { afterEach, describe, expect, test } from '@jest/globals';
import { temporaryFolders } from '../testing/temporary-folders.ts';
import { openHome, type Home } from './home.ts';
import { processStartedAt } from './pid-lock.mjs';
import { readIfExists } from './read-if-exists.ts';
import { supervise, type Supervised } from './supervise.ts';
import { waitUntil } from './wait-until.ts';

const temporaryFolder = temporaryFolders();

const running: Supervised[] = [];
const lines: string[] = [];

function start(home: Home, script: string, stopMs = 5_000): Supervised {
  const program = { name: 'it', command: process.execPath, args: ['--eval', script], stopMs };
  const supervised = supervise(home, program, (line) => lines.push(line));
  running.push(supervised);
  return supervised;
}

const pidOf = (home: Home) => Number(readIfExists(home.file('run', 'it.pid')));
const logOf = (home: Home) => readIfExists(home.file('logs', 'it.log')) ?? '';
const logHas = (home: Home, text: string) => async () => logOf(home).includes(text);

afterEach(async () => {
  await Promise.all(running.splice(0).map((supervised) => supervised.stop()));
  lines.length = 0;
});

describe('a supervised program', () => {
  test('is started again after it was killed', async () => {
    const home = openHome(temporaryFolder());
    const supervised = start(home, 'console.log("up"); setInterval(() => {}, 1000)');
    await supervised.ready(logHas(home, 'up'), { timeoutMs: 10_000 });
    const first = pidOf(home);
    process.kill(first, 'SIGKILL');
    expect(await waitUntil(() => pidOf(home) !== first && processStartedAt(pidOf(home)) !== undefined, { timeoutMs: 10_000 })).toBe(true);
    expect(lines).toEqual([expect.stringContaining('it stopped (SIGKILL), starting it again in 0.2 s')]);
  });

  test('that cannot stay up is given up, with the end of its log', async () => {
    const home = openHome(temporaryFolder());
    const supervised = start(home, 'console.error("no such setting"); process.exit(78)');
    await expect(supervised.ready(async () => false, { timeoutMs: 20_000 })).rejects.toThrow(/does not stay up[^]*no such setting/);
  });

  test('that is never ready is given up when the time is over', async () => {
    const home = openHome(temporaryFolder());
    const supervised = start(home, 'console.log("still thinking"); setInterval(() => {}, 1000)');
    await waitUntil(logHas(home, 'thinking'), { timeoutMs: 10_000 });
    await expect(supervised.ready(async () => false, { timeoutMs: 100 })).rejects.toThrow(/not ready within 0.1 s[^]*still thinking/);
  });

  test('may take its time to stop', async () => {
    const home = openHome(temporaryFolder());
    const supervised = start(
      home,
      'process.on("SIGTERM", () => setTimeout(() => { console.log("done"); process.exit() }, 300)); console.log("up"); setInterval(() => {}, 1000)',
    );
    await supervised.ready(logHas(home, 'up'), { timeoutMs: 10_000 });
    await supervised.stop();
    expect(await logHas(home, 'done')()).toBe(true);
    expect(existsSync(home.file('run', 'it.pid'))).toBe(false);
  });

  test('that does not stop is killed', async () => {
    const home = openHome(temporaryFolder());
    const supervised = start(home, 'process.on("SIGTERM", () => {}); console.log("up"); setInterval(() => {}, 1000)', 300);
    await supervised.ready(logHas(home, 'up'), { timeoutMs: 10_000 });
    const pid = pidOf(home);
    await supervised.stop();
    expect(processStartedAt(pid)).toBeUndefined();
    expect(lines).toEqual(['it did not stop within 0.3 s and was killed']);
  });

  test('is not started again once it was told to stop', async () => {
    const home = openHome(temporaryFolder());
    const supervised = start(home, 'console.log("up"); process.exit()');
    await waitUntil(logHas(home, 'up'), { timeoutMs: 10_000 });
    await supervised.stop();
    const log = logOf(home);
    await new Promise((resolve) => {
      setTimeout(resolve, 600);
    });
    expect(logOf(home)).toBe(log);
  });
});
