import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** The pids of all running processes whose command line holds the text; arguments are separated by one space. */
export function findProcesses(text: string): number[] {
  return commandLines()
    .filter(([, line]) => line.includes(text))
    .map(([pid]) => pid)
    .filter((pid) => pid !== process.pid);
}

function commandLines(): [pid: number, line: string][] {
  if (process.platform !== 'linux') {
    const lines = execFileSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).split('\n');
    return lines.map((line) => line.trim()).map((line) => [Number.parseInt(line, 10), `${line} `]);
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => [Number(pid), commandLineOf(pid)]);
}

function commandLineOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    // It ended while we were looking.
    return '';
  }
}
