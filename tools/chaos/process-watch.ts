import { setTimeout as sleep } from 'node:timers/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { RESOURCES } from '../deploy/kubernetes.ts';
import { growthOf, memorySlope, type Sample } from './process-growth.ts';
import type { World } from './world.ts';

/** What a container of a service has, in MiB. */
const MAX_MEMORY = Number.parseInt(RESOURCES.limits.memory, 10);

const COLLECTING_MS = 500;

/** What processes that are watched are started with. */
export const WATCHED_ENV = { NODE_OPTIONS: `--import=${new URL('collect-garbage.mjs', import.meta.url).href}` };

/** What a process took at one moment, and of which consumers nobody can say how far they are. */
interface WatchedSample extends Sample {
  readonly unknown: readonly string[];
}

/** Looks at each process of a product from time to time, and tells what grows. */
export class ProcessWatch {
  readonly #world: World;
  readonly #samples: ReadonlyMap<string, WatchedSample[]>;
  readonly #begun = performance.now();

  constructor(world: World) {
    this.#world = world;
    this.#samples = new Map([...world.instances.keys()].map((name) => [name, []]));
  }

  /** Has every process take no more than it needs: one with little to do collects no garbage for hours, and takes more all that time. */
  async collectGarbage(): Promise<void> {
    for (const name of this.#samples.keys()) this.#world.signal(name, 'SIGUSR2');
    await sleep(COLLECTING_MS);
  }

  /** Looks at every process now. */
  async sample(): Promise<void> {
    const atHours = (performance.now() - this.#begun) / 3_600_000;
    for (const [name, samples] of this.#samples) {
      const pid = this.#world.pidOf(name);
      samples.push({ atHours, memory: residentMemory(pid), files: readdirSync(`/proc/${pid}/fd`).length, ...(await this.#figures(name)) });
    }
  }

  /** What grew after the warm-up, or was more than it may take. @param warmUpShare of the samples, which are left out */
  growth(warmUpShare: number): string[] {
    return [...this.#samples].flatMap(([name, all]) => growthOf(name, all.slice(Math.floor(all.length * warmUpShare)), MAX_MEMORY));
  }

  /** What waits now, of each process. */
  async waiting(): Promise<string[]> {
    const figures = await Promise.all([...this.#samples.keys()].map(async (name) => [name, await this.#figures(name)] as const));
    return figures.flatMap(([name, { poolWaiting, lag, unknown }]) => [
      ...unknown.map((consumer) => `nobody knows the lag of ${consumer} of ${name}`),
      ...(poolWaiting > 0 ? [`${poolWaiting} requests of ${name} wait for the database`] : []),
      ...(lag > 0 ? [`${lag} events wait for consumers of ${name}`] : []),
    ]);
  }

  /** In one line: what all processes take together. */
  latest(): string {
    const last = [...this.#samples.values()].flatMap((samples) => samples.at(-1) ?? []);
    const sum = (read: (sample: Sample) => number) => last.reduce((total, sample) => total + read(sample), 0);
    return `${sum(({ memory }) => memory).toFixed(0)} MiB, ${sum(({ files }) => files)} files, ${sum(({ poolWaiting }) => poolWaiting)} waiting for the database, ${sum(({ lag }) => lag)} events behind`;
  }

  /** A line for each process. @param warmUpShare of the samples, which are left out */
  report(warmUpShare: number): string[] {
    return [...this.#samples].map(([name, all]) => {
      const samples = all.slice(Math.floor(all.length * warmUpShare));
      const [first, last] = [samples[0], samples.at(-1)];
      const most = (read: (sample: Sample) => number) => Math.max(...samples.map(read));
      return `${name.padEnd(12)} ${first?.memory.toFixed(0)} to ${last?.memory.toFixed(0)} MiB (${memorySlope(samples).slope.toFixed(1)} an hour), ${first?.files} to ${last?.files} files, at most ${most(({ poolWaiting }) => poolWaiting)} waiting and ${most(({ lag }) => lag)} events behind`;
    });
  }

  async #figures(name: string): Promise<Pick<WatchedSample, 'poolWaiting' | 'lag' | 'unknown'>> {
    const response = await fetch(`http://127.0.0.1:${this.#world.instances.get(name)?.admin}/metrics`);
    const text = await response.text();
    const measured = consumersIn(text, 'consumer_lag');
    return {
      poolWaiting: sumOf(text, /^db_pool_waiting\{.*pool="app".*\} (\S+)$/gm),
      lag: sumOf(text, /^consumer_lag\{.*\} (\S+)$/gm),
      // Of dead letters there is a figure for each consumer.
      unknown: consumersIn(text, 'dead_letters').filter((consumer) => !measured.includes(consumer)),
    };
  }
}

function consumersIn(text: string, metric: string): string[] {
  return [...text.matchAll(new RegExp(`^${metric}\\{.*?consumer="([^"]+)"`, 'gm'))].map(([, consumer = '']) => consumer);
}

function sumOf(text: string, series: RegExp): number {
  return [...text.matchAll(series)].reduce((sum, [, value]) => sum + (Number(value) || 0), 0);
}

/** What a process keeps in memory that is its own, in MiB. */
function residentMemory(pid: number): number {
  return Number(/^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
}
