import { parseArgs } from 'node:util';
import type { Outcome, Scenario } from './chaos/scenario.ts';
import { scenarios } from './chaos/scenarios/index.ts';
import { coordinatorPort, World } from './chaos/world.ts';

/** Does harm to running products under load and looks whether anything acknowledged is lost or doubled. */
const { values: options } = parseArgs({
  options: {
    scenario: { type: 'string', multiple: true },
    seed: { type: 'string', default: '1' },
    short: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});

const stop = new AbortController();
process.on('SIGINT', () => stop.abort());

function chosen(): readonly Scenario[] {
  if (options.all || options.scenario === undefined) return scenarios;
  return options.scenario.map((id) => {
    const found = scenarios.find((one) => one.id === id.toUpperCase());
    if (found === undefined) throw new Error(`There is no ${id}; there are ${scenarios.map((one) => one.id).join(', ')}.`);
    return found;
  });
}

async function experiment(scenario: Scenario): Promise<Outcome> {
  try {
    return await World.use({ seed: Number(options.seed), replicas: 1, links: false, ...scenario.world, signal: stop.signal }, (world) =>
      scenario.run(world, { short: options.short }),
    );
  } catch (error) {
    return { faults: [(error as Error).stack ?? String(error)], summary: 'did not come to an end' };
  }
}

if (options.list) {
  for (const { id, title } of scenarios) console.log(`${id}  ${title}`);
} else {
  for (const scenario of chosen()) {
    if (stop.signal.aborted) break;
    if (scenario.world?.onCitus === true && coordinatorPort(process.env) === undefined) {
      console.log(
        `\n${scenario.id} was left out: PSA_CHAOS_CITUS is the port of the coordinator of an empty Citus cluster on this machine`,
      );
      if (options.scenario !== undefined) process.exitCode = 1;
      continue;
    }
    console.log(`\n${scenario.id}: ${scenario.title} (seed ${options.seed}${options.short ? ', short' : ''})`);
    const { faults, summary } = await experiment(scenario);
    for (const fault of faults.slice(0, 30)) console.log(`  FAULT ${fault}`);
    console.log(`${scenario.id} ${faults.length === 0 ? 'passed' : `FAILED with ${faults.length} faults`}: ${summary}`);
    if (faults.length > 0) process.exitCode = 1;
  }
}
