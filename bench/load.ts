import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Job, LoadResult } from './load-worker.ts';

let worker: ChildProcess | undefined;

/**
 * Runs a job in a process of its own, so that making the load is not counted to anybody. The process stays for the next job:
 * while it is new it takes the processors from whom it measures. One job at a time.
 */
export async function load(job: Job): Promise<LoadResult> {
  worker ??= fork(new URL('./load-worker.ts', import.meta.url));
  const answered = new AbortController();
  const ended = once(worker, 'exit', { signal: answered.signal }).then(() => {
    throw new Error('the load worker ended early');
  });
  worker.send(job);
  try {
    const [result] = (await Promise.race([once(worker, 'message'), ended])) as [LoadResult];
    return result;
  } finally {
    answered.abort();
    ended.catch(() => {});
  }
}

/** Ends the process that makes the load. */
export function endLoad(): void {
  worker?.kill();
  worker = undefined;
}
