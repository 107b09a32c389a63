import { queueWorker, type Worker } from '@psa/work-kit';
import type { Ports } from '../email-app.ts';
import { mailComment } from '../resources/outbound/mail-comment.actions.ts';
import { OutboundJob, outboundQueue } from '../resources/outbound/outbound.queue.ts';
import { noticeAdministrators } from '../resources/outbound/notice-administrators.actions.ts';
import { sendQueuedMail } from '../resources/outbound/send-mail.actions.ts';
import type { Tables } from '../tables.ts';

const MAX_CONCURRENT_MAILS = 8;
const MAX_PER_TENANT = 4;
const DEADLINE_MS = 3 * 60_000;
const LONGEST_PAUSE_MS = 60_000;

/** Sends queued mail. A failed delivery ends its job and queues another one; what fails here is the product itself. */
export const outboundWorker: Worker<Ports, Tables> = queueWorker({
  queue: outboundQueue,
  payload: OutboundJob,
  concurrency: MAX_CONCURRENT_MAILS,
  perTenant: MAX_PER_TENANT,
  deadlineMs: DEADLINE_MS,
  retryDelayMs: (attempt) => Math.min(LONGEST_PAUSE_MS, 500 * 2 ** Math.min(attempt, 10)),
  handle: async (job, { db, ports }) => {
    if ('mail_id' in job.payload) await sendQueuedMail(db, ports, job, job.payload.mail_id);
    else if ('notice' in job.payload) await noticeAdministrators(db, ports, job, job.payload);
    else await mailComment(db, ports, job, job.payload);
  },
});
