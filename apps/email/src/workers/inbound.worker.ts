import { queueWorker, type Worker } from '@psa/work-kit';
import type { Ports } from '../email-app.ts';
import { InboundJob, inboundQueue } from '../resources/inbound/inbound.queue.ts';
import { processMessage } from '../resources/inbound/process-message.actions.ts';
import type { Tables } from '../tables.ts';

/** Parsed mails are in memory whole: so many small ones at the same time, and large ones as there is room for them. */
const MAX_CONCURRENT_MAILS = 8;
const MAX_PER_TENANT = 6;
const DEADLINE_MS = 60_000;
/** Of a mail that waits for the desk. */
const LONGEST_PAUSE_MS = 5_000;
/** A mail whose process died is taken up again after it. */
const LEASE_MS = 1_000;

/** Makes tickets and comments of stored mail. It never gives up by itself: a mail is lost by no outage. */
export const inboundWorker: Worker<Ports, Tables> = queueWorker({
  queue: inboundQueue,
  payload: InboundJob,
  concurrency: MAX_CONCURRENT_MAILS,
  perTenant: MAX_PER_TENANT,
  deadlineMs: DEADLINE_MS,
  leaseMs: LEASE_MS,
  retryDelayMs: (attempt) => Math.min(LONGEST_PAUSE_MS, 250 * 2 ** Math.min(attempt, 10)),
  handle: (job, { db, ports }) => processMessage(job, { db, ports }),
});
