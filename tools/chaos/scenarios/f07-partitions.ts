import { type Scenario, underLoad } from '../scenario.ts';

export const partitions: Scenario = {
  id: 'F7',
  title: 'services are cut off from NATS and Postgres without being told, in both and in one direction',
  world: { links: true },
  run: (world, { short }) =>
    underLoad(world, async () => {
      const lengths = short ? [5_000] : [5_000, 30_000, 120_000];
      const cut: string[] = [];
      for (const length of lengths) {
        for (const server of ['nats', 'postgres'] as const) {
          const way = world.pick([undefined, 'there', 'back'] as const);
          const service = world.pick(['assets', 'clients', 'gateway', 'identity']);
          const links = world.linksTo(server, service);
          if (links.length === 0) continue;
          for (const link of links) link.set({ kind: 'blackhole', ...(way && { way }) });
          await world.between(length, length);
          for (const link of links) link.heal();
          cut.push(`${service} from ${server} for ${length / 1000} s${way ? `, ${way} only` : ''}`);
          await world.between(500, 1_000);
        }
      }
      return cut.join('; ');
    }),
};
