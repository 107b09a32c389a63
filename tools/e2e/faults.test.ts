import { describe, expect, it } from '@jest/globals';
import { scenarios } from '../chaos/scenarios/index.ts';
import { World } from '../chaos/world.ts';

/** Of the experiments of `npm run chaos` those whose harm is paced by what happens and not by the clock: they hold on a busy machine. */
const EVERY_DAY = ['F2', 'F12'];

describe('nothing acknowledged is lost or doubled', () => {
  it.each(scenarios.filter(({ id }) => EVERY_DAY.includes(id)).map((scenario) => [scenario.title, scenario] as const))(
    'when %s',
    async (_, scenario) => {
      const outcome = await World.use(
        { seed: 7, replicas: 1, links: false, ...scenario.world, signal: AbortSignal.timeout(230_000) },
        (world) => scenario.run(world, { short: true }),
      );
      expect(outcome.faults).toEqual([]);
    },
    240_000,
  );
});
