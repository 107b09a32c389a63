import { type ChildProcess, fork } from 'node:child_process';
import { askChild } from '../../../bench/ask-child.ts';
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
  offer(perSecond: number, seconds: number): Promise<OpenLoadResult> {
    return askChild<OpenLoadResult>(this.#worker, { ...this.#target, perSecond, seconds } satisfies OpenLoadJob);
  }

  /** The process that makes the load. */
  get pid(): number {
    return this.#worker.pid ?? 0;
  }

  close(): void {
    this.#worker.kill();
  }
}
