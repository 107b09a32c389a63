import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome, Scenario } from '../scenario.ts';
import { SteadyReaders } from '../steady-readers.ts';
import type { World } from '../world.ts';

const PER_SECOND = 200;
const EXIT_MS = 25_000;

export const rollingRestart: Scenario = {
  id: 'F10',
  title: 'every instance is restarted in turn under load, and nobody notices',
  // As in Kubernetes: whoever balances hears of the end before it comes, and no connection idles for longer than that.
  world: { replicas: 2, env: { PSA_DRAIN_SECONDS: '5' } },
  async run(world, { short }): Promise<Outcome> {
    const readers = await SteadyReaders.start(world.target, short ? PER_SECOND / 4 : PER_SECOND);
    const faults: string[] = [];
    let slowest = 0;
    await sleep(1_000);
    for (let round = 0; round < (short ? 1 : 2); round++) {
      for (const instance of short ? ['assets', 'assets-2', 'gateway', 'gateway-2'] : world.instances.keys())
        slowest = Math.max(slowest, await restart(world, instance, faults));
    }
    await sleep(1_000);
    const { done, failed } = await readers.stop();
    faults.push(...failed);
    return {
      faults,
      summary: `${done} requests at ${short ? PER_SECOND / 4 : PER_SECOND} a second, ${failed.length} failed; ${world.endings.length} restarts, slowest exit ${slowest} ms`,
    };
  },
};

/** @returns how long it took to go, in milliseconds */
async function restart(world: World, instance: string, faults: string[]): Promise<number> {
  const { tookMs, ending } = await world.restart(instance);
  if (ending !== 'exit code 0') faults.push(`${instance} ended with ${ending}`);
  if (tookMs > EXIT_MS) faults.push(`${instance} took ${tookMs} ms to end`);
  return tookMs;
}
