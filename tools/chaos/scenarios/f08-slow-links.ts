import { type Scenario, underLoad } from '../scenario.ts';

export const slowLinks: Scenario = {
  id: 'F8',
  title: 'the way to Postgres is slow, breaks off in the middle, or says nothing',
  world: { links: true },
  run: (world, { short }) =>
    underLoad(world, async () => {
      const length = short ? 3_000 : 30_000;
      for (const state of [
        { kind: 'slow', delayMs: 300 },
        { kind: 'slow', delayMs: 0, bytesPerSecond: 1_000 },
        { kind: 'reset', afterBytes: 4_000 },
        { kind: 'blackhole' },
      ] as const) {
        const links = world.linksTo('postgres', world.pick(['assets', 'clients']));
        for (const link of links) link.set(state);
        await world.between(length, length);
        for (const link of links) link.heal();
        await world.between(500, 1_000);
      }
      return `300 ms, 1 KB/s, resets and silence for ${length / 1000} s each`;
    }),
};
