import { readdirSync, readFileSync } from 'node:fs';
import type { World } from './world.ts';

/** Growth that is a leak, in MiB an hour. */
const MAX_MEMORY_SLOPE = 1;
/** What the memory of a process goes up and down by without growing, in MiB: minutes tell of fast leaks alone, hours of slow ones. */
const MEMORY_NOISE = 16;
const MAX_FILES_GROWTH = 10;
/** Events that may be under way whenever somebody looks. */
const MAX_LAG_GROWTH = 200;

interface Sample {
  readonly atHours: number;
  readonly memory: number;
  readonly files: number;
  /** Requests that wait for a connection to the database. */
  readonly poolWaiting: number;
  /** Events that consumers have yet to handle. */
  readonly lag: number;
  /** Consumers of which nobody can say that. */
  readonly unknown: readonly string[];
}

/** Looks at each process of a product from time to time, and tells what grows. */
export class ProcessWatch {
  readonly #world: World;
  readonly #samples: ReadonlyMap<string, Sample[]>;
  readonly #begun = performance.now();

  constructor(world: World) {
    this.#world = world;
    this.#samples = new Map([...world.instances.keys()].map((name) => [name, []]));
  }

  /** Looks at every process now. */
  async sample(): Promise<void> {
    const atHours = (performance.now() - this.#begun) / 3_600_000;
    for (const [name, samples] of this.#samples) {
      const pid = this.#world.pidOf(name);
      samples.push({ atHours, memory: residentMemory(pid), files: readdirSync(`/proc/${pid}/fd`).length, ...(await this.#figures(name)) });
    }
  }

  /** What is larger at the end than after the warm-up. @param warmUpShare of the samples, which are left out */
  growth(warmUpShare: number): string[] {
    const faults: string[] = [];
    for (const [name, all] of this.#samples) {
      const samples = all.slice(Math.floor(all.length * warmUpShare));
      const hours = (samples.at(-1)?.atHours ?? 0) - (samples[0]?.atHours ?? 0);
      const slope = memorySlope(samples);
      if (slope * hours > MAX_MEMORY_SLOPE * hours + MEMORY_NOISE)
        faults.push(`memory of ${name} grows by ${slope.toFixed(1)} MiB an hour`);
      // Connections come and go with the load: what grows is what is open, or waits, at the quietest moment.
      const grown = (read: (sample: Sample) => number) => {
        const third = Math.ceil(samples.length / 3);
        return Math.min(...samples.slice(-third).map(read)) - Math.min(...samples.slice(0, third).map(read));
      };
      if (grown(({ files }) => files) > MAX_FILES_GROWTH) faults.push(`${name} opened ${grown(({ files }) => files)} more files`);
      if (grown(({ lag }) => lag) > MAX_LAG_GROWTH) faults.push(`consumers of ${name} fell ${grown(({ lag }) => lag)} events behind`);
    }
    return faults;
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
      return `${name.padEnd(12)} ${first?.memory.toFixed(0)} to ${last?.memory.toFixed(0)} MiB (${memorySlope(samples).toFixed(1)} an hour), ${first?.files} to ${last?.files} files, at most ${most(({ poolWaiting }) => poolWaiting)} waiting and ${most(({ lag }) => lag)} events behind`;
    });
  }

  async #figures(name: string): Promise<Pick<Sample, 'poolWaiting' | 'lag' | 'unknown'>> {
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

/** By least squares, in MiB an hour. */
function memorySlope(samples: readonly Sample[]): number {
  const mean = (read: (sample: Sample) => number) => samples.reduce((sum, sample) => sum + read(sample), 0) / samples.length;
  const [meanHours, meanMemory] = [mean(({ atHours }) => atHours), mean(({ memory }) => memory)];
  const covariance = mean(({ atHours, memory }) => (atHours - meanHours) * (memory - meanMemory));
  const variance = mean(({ atHours }) => (atHours - meanHours) ** 2);
  return variance === 0 ? 0 : covariance / variance;
}
