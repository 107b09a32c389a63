import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A clock tick of /proc in microseconds: USER_HZ is 100 on Linux whatever the kernel runs at. */
const TICK_US = 10_000;

interface Stat {
  readonly parent: number;
  /** CPU of its children that have ended, in microseconds. */
  readonly ended_us: number;
}

function stat(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), ended_us: (Number(fields[13]) + Number(fields[14])) * TICK_US };
  } catch {
    return undefined;
  }
}

/** What the scheduler counted for the threads of a process: by the nanosecond, where `stat` counts by the tick. */
function ownTime(pid: number): number {
  const timeOf = (thread: string) => {
    try {
      return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]) / 1000;
    } catch {
      // It has ended meanwhile.
      return 0;
    }
  };
  try {
    return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + timeOf(thread), 0);
  } catch {
    return 0;
  }
}

/** CPU time a process has used, with its children when it is a server that forks, in microseconds. */
export function cpuTime(pid: number, withChildren = false): number {
  const own = ownTime(pid);
  if (!withChildren) return own;
  return readdirSync('/proc')
    .map(Number)
    .filter((other) => Number.isInteger(other) && stat(other)?.parent === pid)
    .reduce((sum, child) => sum + ownTime(child), own + (stat(pid)?.ended_us ?? 0));
}

/**
 * CPU time of a Postgres server's open connections by process, in microseconds.
 * @param users how the names of their users begin
 */
export function connectionTimes(server: number, users: string): ReadonlyMap<number, number> {
  const times = new Map<number, number>();
  for (const pid of readdirSync('/proc').map(Number).filter(Number.isInteger))
    if (stat(pid)?.parent === server && titleOf(pid).startsWith(`postgres: ${users}`)) times.set(pid, ownTime(pid));
  return times;
}

function titleOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** Processor time of a second, in microseconds, up to which a process counts as idle. */
const IDLE_US = 30_000;
const LONGEST_WAIT_S = 120;

/** Waits until processes have caught up with what they were sent. @throws when they have not within two minutes */
export async function untilIdle(pids: readonly number[]): Promise<void> {
  const used = () => pids.map((pid) => cpuTime(pid));
  for (let waited = 0; waited < LONGEST_WAIT_S; waited++) {
    const before = used();
    await sleep(1_000);
    if (used().every((now, index) => now - (before[index] ?? 0) <= IDLE_US)) return;
  }
  throw new Error(`Processes ${pids.join(', ')} were still busy after ${LONGEST_WAIT_S} s`);
}

/** Proportional set size of a process, in MiB: what it really takes, shared pages counted by share. */
export function proportionalMemory(pid: number): number {
  const kib = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
  return Number(kib ?? 0) / 1024;
}
