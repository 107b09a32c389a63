import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Does something at an even pace, whatever each takes.
 * @returns what came of each, in order, when all have ended
 */
export async function paced<T>(perSecond: number, seconds: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const started = performance.now();
  const all: Promise<T>[] = [];
  for (let index = 0; index < perSecond * seconds; index++) {
    const wait = started + (index * 1000) / perSecond - performance.now();
    if (wait > 0) await sleep(wait);
    all.push(work(index));
  }
  return Promise.all(all);
}

/** @param share such as 0.99 @returns the value that this share of all does not exceed; NaN of none */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
}
