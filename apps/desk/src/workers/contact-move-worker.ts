import { queueWorker, type Worker } from '@psa/work-kit';
import type { Ports } from '../desk-app.ts';
import { ContactMoveJob, contactMoveQueue } from '../resources/contact-move/contact-move.queue.ts';
import { moveOnPage } from '../resources/contact-move/move-contact.actions.ts';
import type { Tables } from '../tables.ts';

const MAX_CONCURRENT_PAGES = 4;
/** Of one tenant, however many contacts it merges. */
const PER_TENANT = 1;
const DEADLINE_MS = 2 * 60_000;
const LONGEST_PAUSE_MS = 60_000;
const MAX_ATTEMPTS = 100;

/** Has tickets and projects follow merged contacts. A page that is lost is done again. */
export const contactMoveWorker: Worker<Ports, Tables> = queueWorker({
  queue: contactMoveQueue,
  payload: ContactMoveJob,
  concurrency: MAX_CONCURRENT_PAGES,
  perTenant: PER_TENANT,
  deadlineMs: DEADLINE_MS,
  retryDelayMs: (attempt) => (attempt < MAX_ATTEMPTS ? Math.min(LONGEST_PAUSE_MS, 500 * 2 ** Math.min(attempt, 10)) : undefined),
  handle: (job, { db }) => moveOnPage(db, job),
});
