import { setTimeout as sleep } from 'node:timers/promises';
import { CLIENT, serveQuickBooks, trouble } from '../../../apps/billing/src/testing/fake-quickbooks.ts';
import { AccountingWorkload } from '../accounting-workload.ts';
import type { Scenario } from '../scenario.ts';

/** Where the accounting system listens: the product is told before it starts. */
const PORT = 48_911;
/** Share of its answers that are faults. */
const FAULTS = 0.2;
const ALIVE_MS = 2_000;

export const killInAccounting: Scenario = {
  id: 'F26',
  title: 'billing is killed while invoices and payments are synchronized with an accounting system that often fails',
  world: {
    env: {
      PSA_QUICKBOOKS_BASE_URL: `http://127.0.0.1:${PORT}`,
      PSA_QUICKBOOKS_CLIENT_ID: CLIENT.id,
      PSA_QUICKBOOKS_CLIENT_SECRET: CLIENT.secret,
    },
  },
  async run(world, { short }) {
    const server = await serveQuickBooks(PORT);
    try {
      const invoices = short ? 60 : 2_000;
      const work = new AccountingWorkload(world, invoices);
      await work.prepare();
      trouble.share = FAULTS;
      let kills = 0;
      let isDone = false;
      const killing = (async () => {
        for (;;) {
          await world.settled(60_000);
          await sleep(ALIVE_MS);
          if (isDone) return;
          kills++;
          world.signal('billing');
          await sleep(500);
        }
      })();
      const begun = Date.now();
      await work.synchronize('invoice_export');
      await work.synchronize('payment_sync');
      work.payThere();
      await work.synchronize('payment_sync');
      const seconds = Math.round((Date.now() - begun) / 1_000);
      isDone = true;
      await killing;
      trouble.share = 0;
      await world.settled();
      return {
        faults: await work.judge(),
        summary: `${kills} times kill -9, every fifth answer a fault; ${invoices} invoices and as many payments equal after ${seconds} s, ${work.seen.retries} retries of requests`,
      };
    } finally {
      trouble.share = 0;
      await server.stop();
    }
  },
};
