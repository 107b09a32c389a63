import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { processStartedAt } from './pid-lock.mjs';
import { readIfExists } from './read-if-exists.ts';
import { stopProcess } from './running-process.ts';

/**
 * Clears the way for a start on this data: a Postgres that outlived its supervisor is stopped, and a lock file whose pid
 * belongs by now to another program is removed, which Postgres itself would not dare.
 */
export async function stopLeftoverPostgres(data: string): Promise<void> {
  const lockFile = join(data, 'postmaster.pid');
  const pid = Number(readIfExists(lockFile)?.split('\n')[0]);
  if (!pid) return;
  const isRunning = () => commandLine(pid).includes(` -D ${data} `);
  if (isRunning()) await stopProcess(pid, { isRunning, signals: ['SIGINT', 'SIGQUIT', 'SIGKILL'], graceMs: 20_000 });
  else if (processStartedAt(pid) !== undefined) rmSync(lockFile, { force: true });
}

function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}
