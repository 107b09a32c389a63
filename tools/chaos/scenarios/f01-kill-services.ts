import { type Scenario, underLoad } from '../scenario.ts';

const VICTIMS = ['assets', 'clients', 'gateway', 'identity', 'automation'];

export const killServices: Scenario = {
  id: 'F1',
  title: 'services are killed in the midst of writes',
  run: (world, { short }) =>
    underLoad(world, async () => {
      const kills = short ? 8 : 200;
      for (let killed = 0; killed < kills; killed++) {
        await world.between(short ? 300 : 1_000, short ? 1_500 : 5_000);
        world.signal(world.pick(VICTIMS));
      }
      return `${kills} times kill -9`;
    }),
};
