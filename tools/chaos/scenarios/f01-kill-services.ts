import { rmSync } from 'node:fs';
import { type Scenario, underLoad } from '../scenario.ts';

const VICTIMS = ['assets', 'clients', 'gateway', 'identity', 'automation'];

export const killServices: Scenario = {
  id: 'F1', title: 'services are killed in the midst of writes',
  run: (world, { short }) => underLoad(world, async () => {
    const kills = short ? 8 : 200;
    for (let killed = 0; killed < kills; killed++) {
      await world.between(short ? 300 : 1_000, short ? 1_500 : 5_000);
      world.signal(world.pick(VICTIMS));
    }
    return `${kills} times kill -9`;
  }),
};

export const killBroker: Scenario = {
  id: 'F3', title: 'the broker is killed and stays away for a while',
  world: { links: true },
  run: (world, { short }) => underLoad(world, async ({ seen }) => {
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

export const wipeBroker: Scenario = {
  id: 'F4', title: "the broker's store is lost",
  run: (world, { short }) => underLoad(world, async () => {
    const wipes = short ? 1 : 5;
    for (let wiped = 0; wiped < wipes; wiped++) {
      await world.between(1_000, 3_000);
      world.signal('nats');
      rmSync(world.home.file('nats', 'jetstream'), { recursive: true, force: true });
      await world.between(2_000, 5_000);
    }
    return `${wipes} times an empty store`;
  }),
};
