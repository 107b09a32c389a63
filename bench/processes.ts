import { readdirSync, readFileSync } from 'node:fs';

/** A clock tick of /proc in microseconds: USER_HZ is 100 on Linux whatever the kernel runs at. */
const TICK_US = 10_000;

interface Stat {
  readonly parent: number;
  readonly cpu_us: number;
}

function stat(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), cpu_us: (Number(fields[11]) + Number(fields[12])) * TICK_US };
  } catch {
    return undefined;
  }
}

/** CPU time a process has used, with its children when it is a server that forks, in microseconds. */
export function cpuTime(pid: number, withChildren = false): number {
  const own = stat(pid)?.cpu_us ?? 0;
  if (!withChildren) return own;
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    .map((name) => stat(Number(name)))
    .reduce((sum, entry) => sum + (entry?.parent === pid ? entry.cpu_us : 0), own);
}

/** Proportional set size of a process, in MiB: what it really takes, shared pages counted by share. */
export function proportionalMemory(pid: number): number {
  const kib = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
  return Number(kib ?? 0) / 1024;
}
