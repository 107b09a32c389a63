import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Job, LoadResult } from './load-worker.ts';

/** Runs a job in a process of its own, so that making the load is not counted to anybody. */
export async function load(job: Job): Promise<LoadResult> {
  const worker = fork(new URL('./load-worker.ts', import.meta.url));
  worker.send(job);
  const [result] = await Promise.race([once(worker, 'message'), once(worker, 'exit').then(() => { throw new Error('the load worker ended early'); })]) as [LoadResult];
  worker.kill();
  return result;
}
