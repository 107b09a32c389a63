import { setTimeout as sleep } from 'node:timers/promises';
import { judgeDesk } from '../desk/desk-oracle.ts';
import { startDeskWorkload } from '../desk/desk-workload.ts';
import type { Scenario } from '../scenario.ts';

/** Writers, so that numbers are wanted by many at once. */
const WRITERS = 32;

export const killDesk: Scenario = {
  id: 'F21',
  title: 'the desk is killed in the midst of tickets for assets, comments and merges',
  async run(world, { short }) {
    const load = await startDeskWorkload(world.target, WRITERS);
    await sleep(1_500);
    const kills = short ? 8 : 100;
    for (let killed = 0; killed < kills; killed++) {
      await world.between(short ? 500 : 1_000, short ? 2_000 : 5_000);
      // The desk mostly: what it began at the assets it has to undo by itself.
      world.signal(world.pick(['desk', 'desk', 'desk', 'assets']));
    }
    await world.settled();
    await load.stop();
    const { seen } = load;
    const faults = await judgeDesk(world.database, world.tenant, load);
    return {
      faults,
      summary: `${kills} times kill -9; ${seen.requests} requests, ${seen.retries} retries, ${seen.tickets.size} tickets (${seen.linked.size} for the asset), ${seen.comments.size} comments and ${seen.merged.size} merges acknowledged`,
    };
  },
};
