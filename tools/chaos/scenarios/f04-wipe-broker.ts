import { rmSync } from 'node:fs';
import { type Scenario, underLoad } from '../scenario.ts';

export const wipeBroker: Scenario = {
  id: 'F4',
  title: "the broker's store is lost",
  run: (world, { short }) =>
    underLoad(world, async () => {
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
