import { type Scenario, underLoad } from '../scenario.ts';

export const killBroker: Scenario = {
  id: 'F3',
  title: 'the broker is killed and stays away for a while',
  world: { links: true },
  run: (world, { short }) =>
    underLoad(world, async ({ seen }) => {
      const kills = short ? 3 : 20;
      for (let killed = 0; killed < kills; killed++) {
        const links = world.linksTo('nats');
        for (const link of links) link.set({ kind: 'refuse' });
        world.signal('nats');
        const before = seen.assets.size;
        await world.between(1_500, short ? 3_000 : 10_000);
        if (seen.assets.size === before) seen.faults.push('nothing was acknowledged while the broker was away');
        for (const link of links) link.heal();
        await world.between(500, 2_000);
      }
      return `${kills} times kill -9 of the broker`;
    }),
};
