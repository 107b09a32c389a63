import { SheetWriter } from '../sheet-workload.ts';
import type { Scenario } from '../scenario.ts';

const VICTIMS = ['time', 'time', 'gateway', 'postgres'];
const WRITERS = 4;

export const killInApproval: Scenario = {
  id: 'F22',
  title: 'services are killed while timers are stopped and time sheets approved, alone and in bulk',
  async run(world, { short }) {
    const writers = await Promise.all(Array.from({ length: WRITERS }, (_, index) => SheetWriter.start(world, `sheets-${index}`)));
    const kills = short ? 8 : 200;
    for (let killed = 0; killed < kills; killed++) {
      await world.between(300, short ? 1_500 : 4_000);
      world.signal(world.pick(VICTIMS));
    }
    await world.settled();
    await Promise.all(writers.map((writer) => writer.stop()));
    const faults = (await Promise.all(writers.map((writer) => writer.judge()))).flat();
    const sum = (read: (writer: SheetWriter) => number) => writers.reduce((total, writer) => total + read(writer), 0);
    return {
      faults,
      summary: `${kills} times kill -9; ${sum(({ seen }) => seen.requests)} requests, ${sum(({ seen }) => seen.retries)} retries, ${sum(({ approved }) => approved)} sheets approved`,
    };
  },
};
