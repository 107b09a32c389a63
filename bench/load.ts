import { type ChildProcess, fork } from 'node:child_process';
import { askChild } from './ask-child.ts';
import type { Job, LoadResult } from './load-worker.ts';

let worker: ChildProcess | undefined;

/**
 * Runs a job in a process of its own, so that making the load is not counted to anybody. The process stays for the next job:
 * while it is new it takes the processors from whom it measures. One job at a time.
 */
export async function load(job: Job): Promise<LoadResult> {
  worker ??= fork(new URL('./load-worker.ts', import.meta.url));
  return askChild<LoadResult>(worker, job);
}

/** Ends the process that makes the load. */
export function endLoad(): void {
  worker?.kill();
  worker = undefined;
}
