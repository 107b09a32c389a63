import { queueWorker, type Worker } from '@psa/work-kit';
import type { Ports } from '../billing-app.ts';
import { BillingJob, billingQueue } from '../resources/billing-cycle/billing-job.queue.ts';
import { billClientOfRun, giveUpClient } from '../resources/billing-cycle/billing-run.actions.ts';
import { sendFinished } from '../resources/billing-cycle/send-finished.actions.ts';
import type { Tables } from '../tables.ts';

const MAX_CONCURRENT = 4;
const DEADLINE_MS = 10 * 60_000;
/** Milliseconds before each further attempt. */
const PAUSES_MS = [1_000, 2_000, 5_000, 15_000, 60_000, 300_000, 300_000];

/** Bills clients of runs and sends their invoices. Every step is done once: a job that is lost goes on where it was. */
export const billingWorker: Worker<Ports, Tables> = queueWorker({
  queue: billingQueue,
  payload: BillingJob,
  concurrency: MAX_CONCURRENT,
  perTenant: MAX_CONCURRENT,
  deadlineMs: DEADLINE_MS,
  retryDelayMs: (attempt) => PAUSES_MS[attempt - 1],
  handle: async (job, { db, ports }) => {
    if ('run_id' in job.payload) await billClientOfRun(db, ports, job, job.payload.run_id, job.payload.client_id);
    else await sendFinished(db, ports, job.payload.send_invoice_id);
  },
  onDead: async (job, { db }, error) => {
    if ('run_id' in job.payload) await giveUpClient(db, job.payload.run_id, job.payload.client_id, error);
  },
});
