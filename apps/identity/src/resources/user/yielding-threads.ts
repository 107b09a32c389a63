import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** What nice(1) adds when it is given no number. */
const NICENESS = 10;
const TASKS = '/proc/self/task';

/**
 * Lets the threads that hash passwords come after everything else that wants a processor: of 200 sign-ins a minute others are
 * then to notice little. Linux alone gives threads priorities of their own; elsewhere nothing happens.
 * @returns whether there were any: libuv starts them with their first work
 */
export function yieldThreads(): boolean {
  if (process.platform !== 'linux') return true;
  const workers = readdirSync(TASKS).filter((id) => readFileSync(`${TASKS}/${id}/comm`, 'utf8').startsWith('libuv-worker'));
  for (const id of workers) setPriority(Number(id), NICENESS);
  return workers.length > 0;
}
