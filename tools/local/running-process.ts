import { rmSync, writeFileSync } from 'node:fs';
import type { Home } from './home.ts';
import { processStartedAt } from './pid-lock.mjs';
import { readIfExists } from './read-if-exists.ts';
import { waitUntil } from './wait-until.ts';

/** As long as a service may take to finish what it has in hand. */
const GRACE_MS = 25_000;

/** Notes which process runs under a name: `<name>.pid` holds only the pid, for people and scripts; its identity lies beside it. */
export function recordProcess(home: Home, name: string, pid: number): void {
  writeFileSync(home.file('run', `${name}.identity`), processStartedAt(pid) ?? '');
  writeFileSync(home.file('run', `${name}.pid`), `${pid}\n`);
}

/** Forgets the process of that name. */
export function forgetProcess(home: Home, name: string): void {
  for (const ending of ['pid', 'identity']) rmSync(home.file('run', `${name}.${ending}`), { force: true });
}

/** Stops the process noted under that name if it still runs. */
export async function stopLeftover(home: Home, name: string): Promise<void> {
  const pid = Number(readIfExists(home.file('run', `${name}.pid`)));
  const identity = readIfExists(home.file('run', `${name}.identity`));
  const isRunning = () => pid > 0 && identity !== undefined && processStartedAt(pid) === identity;
  await stopProcess(pid, { isRunning, signals: ['SIGTERM', 'SIGKILL'] });
  forgetProcess(home, name);
}

/** Sends one signal after the other, each with its time to take effect. */
export async function stopProcess(
  pid: number,
  { isRunning, signals }: { isRunning: () => boolean; signals: readonly NodeJS.Signals[] },
): Promise<void> {
  for (const signal of signals) {
    if (!isRunning()) return;
    sendSignal(pid, signal);
    await waitUntil(() => !isRunning(), { timeoutMs: GRACE_MS, everyMs: 20 });
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
