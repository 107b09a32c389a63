import { setTimeout as sleep } from 'node:timers/promises';
import { type Scenario, underLoad } from '../scenario.ts';
import type { World } from '../world.ts';

const HEAL_MS = 5_000;

/** Waits until Postgres answers again, then until everybody is ready. @returns the second time */
async function heal(world: World): Promise<number> {
  for (;;) {
    try {
      await world.database.query('select 1');
      break;
    } catch {
      await sleep(20);
    }
  }
  return world.settled();
}

export const restartPostgres: Scenario = {
  id: 'F5',
  title: 'Postgres is restarted and loses connections; the services stay up',
  run: (world, { short }) =>
    underLoad(world, async () => {
      const before = [...world.instances.keys()].map((name) => world.pidOf(name));
      const rounds = short ? 1 : 5;
      let slowest = 0;
      for (let round = 0; round < rounds; round++) {
        // SIGINT is Postgres' fast shutdown, SIGQUIT its immediate one.
        for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
          await world.between(1_000, 2_000);
          world.signal('postgres', signal);
          await sleep(100);
          slowest = Math.max(slowest, await heal(world));
        }
        await world.database.query("select pg_terminate_backend(pid) from pg_stat_activity where usename like 'psa\\_%'");
        slowest = Math.max(slowest, await heal(world));
      }
      if (slowest > HEAL_MS) throw new Error(`ready only ${slowest} ms after Postgres was back`);
      const after = [...world.instances.keys()].map((name) => world.pidOf(name));
      if (before.join() !== after.join()) throw new Error('a service had to be started again');
      return `${rounds * 3} losses of all connections, ready again within ${slowest} ms`;
    }),
};
