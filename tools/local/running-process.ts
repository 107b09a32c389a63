import { rmSync, writeFileSync } from 'node:fs';
import type { Home } from './home.ts';
import { processStartedAt } from './pid-lock.mjs';
import { readIfExists } from './read-if-exists.ts';
import { waitUntil } from './wait-until.ts';

/** Notes which process runs under a name: `<name>.pid` holds only the pid, for people and scripts; its identity lies beside it. */
export function recordProcess(home: Home, name: string, pid: number): void {
  writeFileSync(home.file('run', `${name}.identity`), processStartedAt(pid) ?? '');
  writeFileSync(home.file('run', `${name}.pid`), `${pid}\n`);
}

/** Forgets the process of that name. */
export function forgetProcess(home: Home, name: string): void {
  for (const ending of ['pid', 'identity']) rmSync(home.file('run', `${name}.${ending}`), { force: true });
}

/** Stops what a supervisor that was killed has left running under that name; true when there was something. */
export async function stopLeftover(
  home: Home,
  name: string,
  { graceMs, signals = ['SIGTERM', 'SIGKILL'] }: { graceMs: number; signals?: NodeJS.Signals[] },
): Promise<boolean> {
  const pid = Number(readIfExists(home.file('run', `${name}.pid`)));
  const identity = readIfExists(home.file('run', `${name}.identity`));
  const isRunning = () => pid > 0 && identity !== undefined && processStartedAt(pid) === identity;
  const found = isRunning();
  if (found) await stopProcess(pid, { isRunning, signals, graceMs });
  forgetProcess(home, name);
  return found;
}

/** Sends one signal after the other, each with its time to take effect. */
export async function stopProcess(
  pid: number,
  { isRunning, signals, graceMs }: { isRunning: () => boolean; signals: NodeJS.Signals[]; graceMs: number },
): Promise<void> {
  for (const signal of signals) {
    if (!isRunning()) return;
    sendSignal(pid, signal);
    await waitUntil(() => !isRunning(), { timeoutMs: graceMs, everyMs: 20 });
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
