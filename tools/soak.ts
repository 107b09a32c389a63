import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { percentile } from '../bench/pace.ts';
import { proportionalMemory } from '../bench/processes.ts';
import { underLoad } from './chaos/scenario.ts';
import { SteadyReaders } from './chaos/steady-readers.ts';
import { World } from './chaos/world.ts';
import { services } from './local/services.ts';

/** Runs the product under an even load for hours and looks whether anything grows, fails or is lost. */
const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    'per-second': { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
  },
});
const minutes = Number(options.minutes);
const perSecond = Number(options['per-second']);

/** Memory settles in this part of the time; what it takes then is compared with what it takes at the end. */
const SETTLING = 0.25;
const MOST_GROWTH = 1.25;
const SPARE_MIB = 10;
const SAMPLES_A_MINUTE = 4;

const stop = new AbortController();
process.on('SIGINT', () => stop.abort());
const names = services.map(({ name }) => name);
const memory = new Map<string, number[]>(names.map((name) => [name, []]));

async function soak(world: World): Promise<boolean> {
  const probes: number[] = [];
  let failed: readonly string[] = [];
  const outcome = await underLoad(
    world,
    async () => {
      const readers = await SteadyReaders.start(world.target, perSecond);
      console.log(`minute  ${names.map((name) => name.padStart(12)).join('')}   MiB;  slowest of this minute's probes`);
      for (let minute = 1; minute <= minutes && !stop.signal.aborted; minute++) {
        const ofMinute = await watch(world);
        probes.push(...ofMinute);
        console.log(
          `${String(minute).padStart(6)}  ${names.map((name) => memory.get(name)!.at(-1)!.toFixed(0).padStart(12)).join('')}         ${Math.max(...ofMinute).toFixed(0)} ms`,
        );
      }
      const { done, failed: faults } = await readers.stop();
      failed = faults;
      return `${done} requests at ${perSecond} a second beside the writers, ${faults.length} failed; probes p50 ${percentile(probes, 0.5).toFixed(1)}, p99 ${percentile(probes, 0.99).toFixed(1)} ms`;
    },
    { writers: 2, pauseMs: 250 },
  );
  const faults = [...outcome.faults, ...failed, ...growth()];
  for (const fault of faults.slice(0, 30)) console.log(`  FAULT ${fault}`);
  console.log(`Soak ${faults.length === 0 ? 'passed' : `FAILED with ${faults.length} faults`}: ${outcome.summary}`);
  return faults.length === 0;
}

/** One minute's memory, noted, and the time of a request every second. */
async function watch(world: World): Promise<number[]> {
  const times: number[] = [];
  for (let sample = 0; sample < SAMPLES_A_MINUTE; sample++) {
    for (let second = 0; second < 60 / SAMPLES_A_MINUTE && !stop.signal.aborted; second++) {
      const begun = performance.now();
      const response = await fetch(`${world.target.baseUrl}/api/v1/assets?limit=5`, { headers: { 'x-api-key': world.target.apiKey } });
      await response.arrayBuffer();
      times.push(performance.now() - begun);
      await sleep(1_000);
    }
    for (const name of names) memory.get(name)!.push(proportionalMemory(world.pidOf(name)));
  }
  return times;
}

function growth(): string[] {
  return names.flatMap((name) => {
    const samples = memory.get(name)!;
    const part = Math.max(1, Math.floor(samples.length * SETTLING));
    const [early, late] = [samples.slice(part, 2 * part), samples.slice(-part)].map((some) => percentile(some, 0.5)) as [number, number];
    const grows = samples.length > 4 * SAMPLES_A_MINUTE && late > early * MOST_GROWTH + SPARE_MIB;
    return grows ? [`${name} grew from ${early.toFixed(0)} to ${late.toFixed(0)} MiB`] : [];
  });
}

const passed = await World.use({ seed: Number(options.seed), replicas: 1, links: false, signal: stop.signal }, soak);
process.exitCode = passed ? 0 : 1;
