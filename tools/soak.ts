import { parseArgs } from 'node:util';
import { soak, soakFor } from './chaos/scenarios/f17-soak.ts';
import { World } from './chaos/world.ts';

/** Runs F17 for as long as one likes: an even load, under which nothing may grow, fail or be lost. */
const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    'per-second': { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
const perSecond = options['per-second'] === undefined ? undefined : Number(options['per-second']);

const stop = new AbortController();
process.on('SIGINT', () => stop.abort());

const { faults, summary } = await World.use(
  { seed: Number(options.seed), replicas: 1, links: false, ...soak.world, signal: stop.signal },
  (world) => soakFor(world, { minutes: Number(options.minutes), perSecond }),
);
for (const fault of faults.slice(0, 30)) console.log(`  FAULT ${fault}`);
console.log(`Soak ${faults.length === 0 ? 'passed' : `FAILED with ${faults.length} faults`}: ${summary}`);
process.exitCode = faults.length === 0 ? 0 : 1;
