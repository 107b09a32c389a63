import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from './world.ts';

const LOOK_MS = 50;

/** Watches when all of some instances are ready. */
export class UpTime {
  readonly #begun = Date.now();
  /** When one of them was away: from and to, in milliseconds since the epoch. */
  readonly #away: [number, number][] = [];
  readonly #watching: Promise<void>;
  #stopped = false;

  constructor(world: World, instances: readonly string[]) {
    this.#watching = this.#watch(world, instances);
  }

  /** How much of the time between two instants all were ready, in milliseconds. */
  within(from: number, to: number): number {
    const away = this.#away.reduce((sum, [began, ended]) => sum + Math.max(0, Math.min(to, ended) - Math.max(from, began)), 0);
    return to - from - away;
  }

  /** @returns the share of the time in which one of them was away */
  async stop(): Promise<number> {
    this.#stopped = true;
    await this.#watching;
    const now = Date.now();
    return 1 - this.within(this.#begun, now) / (now - this.#begun);
  }

  async #watch(world: World, instances: readonly string[]): Promise<void> {
    let last = Date.now();
    while (!this.#stopped) {
      const statuses = await Promise.all(instances.map((instance) => world.readiness(instance)));
      const now = Date.now();
      if (statuses.some((status) => status !== 200)) this.#away.push([last, now]);
      last = now;
      await sleep(LOOK_MS);
    }
  }
}
