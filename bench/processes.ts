import { readdirSync, readFileSync } from 'node:fs';

/** A clock tick of /proc in microseconds: USER_HZ is 100 on Linux whatever the kernel runs at. */
const TICK_US = 10_000;

interface Stat {
  readonly parent: number;
  readonly cpu_us: number;
  /** Of its children that have ended. */
  readonly ended_us: number;
}

function stat(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = (...numbers: number[]) => numbers.reduce((sum, number) => sum + Number(fields[number]), 0) * TICK_US;
    return { parent: Number(fields[1]), cpu_us: ticks(11, 12), ended_us: ticks(13, 14) };
  } catch {
    return undefined;
  }
}

/** CPU time a process has used, with its children when it is a server that forks, in microseconds. */
export function cpuTime(pid: number, withChildren = false): number {
  const own = stat(pid);
  if (own === undefined || !withChildren) return own?.cpu_us ?? 0;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => stat(Number(name)))
    .reduce((sum, entry) => sum + (entry?.parent === pid ? entry.cpu_us : 0), own.cpu_us + own.ended_us);
}

/** Proportional set size of a process, in MiB: what it really takes, shared pages counted by share. */
export function proportionalMemory(pid: number): number {
  const kib = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
  return Number(kib ?? 0) / 1024;
}
