import { describe, expect, it } from '@jest/globals';
import { scenarios } from '../chaos/scenarios/index.ts';
import { World } from '../chaos/world.ts';

/** A few of the experiments of `npm run chaos`, as short as they go. */
const EVERY_DAY = ['F1', 'F1A', 'F2'];

describe('nothing acknowledged is lost or doubled', () => {
  it.each(scenarios.filter(({ id }) => EVERY_DAY.includes(id)).map((scenario) => [scenario.title, scenario] as const))('when %s', async (_, scenario) => {
    const outcome = await World.use(
      { seed: 7, replicas: 1, links: false, ...scenario.world, signal: AbortSignal.timeout(170_000) }, (world) => scenario.run(world, { short: true }),
    );
    expect(outcome.faults).toEqual([]);
  }, 180_000);
});
