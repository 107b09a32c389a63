import { setTimeout as sleep } from 'node:timers/promises';
import { describe, findCapacity, startCallers } from '../capacity.ts';
import type { OpenLoadMaker } from '../open-load/open-load.ts';
import type { OpenLoadResult } from '../open-load/open-load.worker.ts';
import { ProcessWatch, WATCHED_ENV } from '../process-watch.ts';
import { type Outcome, type Scenario, underLoad } from '../scenario.ts';
import type { World } from '../world.ts';

/** Of the capacity found: what a product is run at that has some in hand. */
const LOAD_SHARE = 0.6;
const STEP_SECONDS = 4;
/** Memory settles in this part of the time, and is not looked at. */
const WARM_UP_SHARE = 0.5;
const SAMPLE_SECONDS = 15;
const MAX_FAILED_SHARE = 0.01;
const SETTLE_SECONDS = 30;

export interface SoakOptions {
  readonly minutes: number;
  /** Requests a second; a share of the capacity that is found when absent. */
  readonly perSecond?: number | undefined;
}

export const soak: Scenario = {
  id: 'F17',
  title: 'an even load for hours: nothing grows, waits or is lost',
  world: { env: WATCHED_ENV },
  run: (world, { short }) => soakFor(world, { minutes: short ? 3 : 120 }),
};

/** Runs the product under an even load and looks whether memory, open files, waiting or lag grow. */
export async function soakFor(world: World, { minutes, perSecond }: SoakOptions): Promise<Outcome> {
  const callers = await startCallers(world);
  const faults: string[] = [];
  try {
    const outcome = await underLoad(
      world,
      async () => {
        const rate = perSecond ?? LOAD_SHARE * (await findCapacity(callers, STEP_SECONDS));
        const watch = new ProcessWatch(world);
        const parts = await loadFor(callers, rate, minutes, watch);
        const failed = parts.reduce((sum, { offered, useful }) => sum + offered - useful, 0);
        const offered = parts.reduce((sum, part) => sum + part.offered, 0);
        if (failed > MAX_FAILED_SHARE * offered) faults.push(`${failed} of ${offered} requests had no useful answer`);
        for (const [status, count] of parts.flatMap(({ unexpected }) => Object.entries(unexpected)))
          faults.push(`${count} times ${status}`);
        // What starts anew has leaked nothing yet.
        faults.push(...world.endings.map(({ instance, ending }) => `${instance} ended by itself: ${ending}`));
        faults.push(...watch.growth(WARM_UP_SHARE), ...(await untilNothingWaits(watch)));
        for (const line of watch.report(WARM_UP_SHARE)) console.log(`  ${line}`);
        const worst = Math.max(...parts.map(({ usefulP99Ms }) => usefulP99Ms));
        return `${offered} requests at ${rate.toFixed(0)}/s in ${minutes} min, ${failed} without a useful answer, p99 of the worst part ${worst.toFixed(0)} ms`;
      },
      { writers: 1, pauseMs: 250 },
    );
    return { faults: [...outcome.faults, ...faults], summary: outcome.summary };
  } finally {
    callers.close();
  }
}

async function loadFor(callers: OpenLoadMaker, rate: number, minutes: number, watch: ProcessWatch): Promise<OpenLoadResult[]> {
  const parts: OpenLoadResult[] = [];
  for (let sample = 1; sample <= (minutes * 60) / SAMPLE_SECONDS; sample++) {
    parts.push(await callers.offer(rate, SAMPLE_SECONDS));
    const isFullMinute = (sample * SAMPLE_SECONDS) % 60 === 0;
    // Only now and then: how much a process takes at most counts as well.
    if (isFullMinute) await watch.collectGarbage();
    await watch.sample();
    if (!isFullMinute) continue;
    const last = parts.at(-1) as OpenLoadResult;
    console.log(`  minute ${(sample * SAMPLE_SECONDS) / 60}: ${describe(last, SAMPLE_SECONDS)}; ${watch.latest()}`);
  }
  return parts;
}

/** With the load gone, requests stop waiting for connections and consumers catch up. */
async function untilNothingWaits(watch: ProcessWatch): Promise<string[]> {
  let waiting: string[] = [];
  for (let second = 0; second < SETTLE_SECONDS; second++) {
    waiting = await watch.waiting();
    if (waiting.length === 0) return [];
    await sleep(1_000);
  }
  return waiting.map((what) => `${what}, ${SETTLE_SECONDS} s after the load`);
}
