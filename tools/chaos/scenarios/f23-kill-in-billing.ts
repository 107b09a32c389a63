import { BillingWriter } from '../billing-workload.ts';
import type { Scenario } from '../scenario.ts';

const VICTIMS = ['billing', 'billing', 'billing', 'gateway', 'postgres'];
const WRITERS = 4;

export const killInBilling: Scenario = {
  id: 'F23',
  title: 'services are killed while invoices are generated, finalized, and paid by money and credit',
  async run(world, { short }) {
    const writers = await Promise.all(Array.from({ length: WRITERS }, (_, index) => BillingWriter.start(world, `billing-${index}`)));
    const kills = short ? 8 : 200;
    for (let killed = 0; killed < kills; killed++) {
      await world.between(300, short ? 1_500 : 4_000);
      world.signal(world.pick(VICTIMS));
    }
    await world.settled();
    await Promise.all(writers.map((writer) => writer.stop()));
    const faults = (await Promise.all(writers.map((writer) => writer.judge()))).flat();
    const sum = (read: (writer: BillingWriter) => number) => writers.reduce((total, writer) => total + read(writer), 0);
    return {
      faults,
      summary: `${kills} times kill -9; ${sum(({ seen }) => seen.requests)} requests, ${sum(({ seen }) => seen.retries)} retries, ${sum(({ settled }) => settled)} months billed and settled`,
    };
  },
};
