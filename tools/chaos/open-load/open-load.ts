import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { OpenLoadJob, OpenLoadResult } from './open-load.worker.ts';

/** What of a job stays the same while the rate changes. */
export type OpenLoadTarget = Pick<OpenLoadJob, 'host' | 'port' | 'requests' | 'usefulMs'>;

/** Makes open load in a process of its own, so that it is not slowed down by whatever else the experiment does. */
export class OpenLoadMaker {
  readonly #target: OpenLoadTarget;
  readonly #worker: ChildProcess;

  constructor(target: OpenLoadTarget) {
    this.#target = target;
    // JSON has no NaN, which is the percentile of nothing.
    this.#worker = fork(new URL('./open-load.worker.ts', import.meta.url), { serialization: 'advanced' });
  }

  /** Offers requests at an even rate for a while. @returns when the last was answered or given up */
  async offer(perSecond: number, seconds: number): Promise<OpenLoadResult> {
    const answered = new AbortController();
    const ended = once(this.#worker, 'exit', { signal: answered.signal }).then(() => {
      throw new Error('the process that makes the load ended early');
    });
    this.#worker.send({ ...this.#target, perSecond, seconds } satisfies OpenLoadJob);
    try {
      const [result] = (await Promise.race([once(this.#worker, 'message', { signal: answered.signal }), ended])) as [OpenLoadResult];
      return result;
    } finally {
      answered.abort();
      ended.catch(() => {});
    }
  }

  close(): void {
    this.#worker.kill();
  }
}
