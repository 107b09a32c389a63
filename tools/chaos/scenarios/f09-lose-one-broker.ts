import { setTimeout as sleep } from 'node:timers/promises';
import { type Scenario, underLoad } from '../scenario.ts';

const SERVERS = ['nats', 'nats-2', 'nats-3'] as const;
/** A server that came back has the streams again before the next one goes: two of three must be there. */
const CATCH_UP_MS = 6_000;

export const loseOneBroker: Scenario = {
  id: 'F9',
  title: 'of three brokers that keep streams together one after the other is killed or falls silent',
  world: { brokers: SERVERS.length, env: { PSA_NATS_REPLICAS: String(SERVERS.length) } },
  run: (world, { short }) =>
    underLoad(world, async ({ seen }) => {
      const times = short ? 3 : 12;
      let silent = 0;
      for (let time = 0; time < times; time++) {
        const server = SERVERS[time % SERVERS.length]!;
        const before = seen.assets.size;
        // Silent: its connections stay, and nothing comes over them, as with a network that has split.
        const falls = world.next() < 0.5;
        silent += Number(falls);
        world.signal(server, falls ? 'SIGSTOP' : 'SIGKILL');
        await world.between(2_000, short ? 4_000 : 12_000);
        if (seen.assets.size === before) seen.faults.push(`nothing was acknowledged while ${server} was away`);
        if (falls) world.signal(server, 'SIGCONT');
        await sleep(CATCH_UP_MS);
      }
      return `${times} times one of three brokers away, ${silent} of them silent`;
    }),
};
