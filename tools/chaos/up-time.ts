import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from './world.ts';

const LOOK_MS = 50;

/** Watches when each of some services has an instance that is ready. */
export class UpTime {
  readonly #begun = Date.now();
  /** When one of them had none: from and to, in milliseconds since the epoch. */
  readonly #away: [number, number][] = [];
  readonly #watching: Promise<void>;
  #stopped = false;

  /** @param services the names of the instances of each service */
  constructor(world: World, services: readonly (readonly string[])[]) {
    this.#watching = this.#watch(world, services);
  }

  /** How much of the time between two instants all services could be reached, in milliseconds. */
  within(from: number, to: number): number {
    const away = this.#away.reduce((sum, [began, ended]) => sum + Math.max(0, Math.min(to, ended) - Math.max(from, began)), 0);
    return to - from - away;
  }

  /** @returns the share of the time in which one of them could not be reached */
  async stop(): Promise<number> {
    this.#stopped = true;
    await this.#watching;
    const now = Date.now();
    return 1 - this.within(this.#begun, now) / (now - this.#begun);
  }

  async #watch(world: World, services: readonly (readonly string[])[]): Promise<void> {
    let last = Date.now();
    while (!this.#stopped) {
      const reached = await Promise.all(services.map((instances) => isReached(world, instances)));
      const now = Date.now();
      if (reached.includes(false)) this.#away.push([last, now]);
      last = now;
      await sleep(LOOK_MS);
    }
  }
}

async function isReached(world: World, instances: readonly string[]): Promise<boolean> {
  const statuses = await Promise.all(instances.map((instance) => world.readiness(instance)));
  return statuses.includes(200);
}
