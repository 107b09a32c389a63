import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** What nice(1) adds when it is given no number. */
const NICENESS = 10;
const TASKS = '/proc/self/task';

/**
 * Lets the threads that hash passwords come after everything else that wants a processor: of 200 sign-ins a minute others are
 * then to notice little. Linux alone gives threads priorities of their own; elsewhere nothing happens.
 * To be called after the first work of such a thread: libuv starts them with it. It never fails: where a system refuses, all
 * stays as it is.
 */
export function yieldThreads(): void {
  if (process.platform !== 'linux') return;
  try {
    for (const id of readdirSync(TASKS))
      if (readFileSync(`${TASKS}/${id}/comm`, 'utf8').startsWith('libuv-worker')) setPriority(Number(id), NICENESS);
  } catch {
    // A thread that ended meanwhile, or a sandbox: nobody is kept from signing in for that.
  }
}
