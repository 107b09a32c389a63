import { setTimeout as sleep } from 'node:timers/promises';
import type { Workload } from './workload.ts';
import type { World, WorldOptions } from './world.ts';

/** What a scenario found out. */
export interface Outcome {
  /** Empty when all held. */
  readonly faults: readonly string[];
  /** In one line: what was done and measured. */
  readonly summary: string;
}

/** A fault done to a running product, and what must hold nevertheless. */
export interface Scenario {
  /** Number of the experiment. */
  readonly id: string;
  readonly title: string;
  readonly world?: Partial<Pick<WorldOptions, 'replicas' | 'replicated' | 'brokers' | 'links' | 'onCitus' | 'env'>>;
  /** @param short a few rounds for every day, instead of the long haul */
  run(world: World, options: { short: boolean }): Promise<Outcome>;
}

/** Under load: does the harm, lets everything settle, and asks the oracle. */
export async function underLoad(
  world: World,
  harm: (load: Workload) => Promise<string>,
  { writers = 6, pauseMs }: { writers?: number; pauseMs?: number } = {},
): Promise<Outcome> {
  const load = world.load(writers, pauseMs);
  // Connections are open and callers known before anything happens.
  await sleep(1_500);
  let done: string;
  try {
    done = await harm(load);
    await world.settled();
  } finally {
    await load.stop();
  }
  const { faults, lag_ms, events } = await world.judge(load);
  const { assets, clients, requests, retries } = load.seen;
  return {
    faults,
    summary: `${done}; ${requests} requests, ${retries} retries, ${assets.size} assets and ${clients.size} clients acknowledged, ${events} events, settled after ${lag_ms} ms`,
  };
}
