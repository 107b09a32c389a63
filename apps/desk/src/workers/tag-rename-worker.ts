import { queueWorker, type Worker } from '@psa/work-kit';
import type { Ports } from '../desk-app.ts';
import { renameOnPage } from '../resources/tag-lifecycle/rename-tag.actions.ts';
import { TagRenameJob, tagRenameQueue } from '../resources/tag-lifecycle/tag-rename.queue.ts';
import type { Tables } from '../tables.ts';

const MAX_CONCURRENT_PAGES = 4;
/** Of one tenant: renames of a tag that was renamed before follow in order. */
const PER_TENANT = 1;
const DEADLINE_MS = 2 * 60_000;
const LONGEST_PAUSE_MS = 60_000;
/** Half a day in which a service that keeps tags of its own may be away. */
const MAX_ATTEMPTS = 720;

/** Shows entities with the new texts of renamed tags. A page is idempotent: one that is lost is done again. */
export const tagRenameWorker: Worker<Ports, Tables> = queueWorker({
  queue: tagRenameQueue,
  payload: TagRenameJob,
  concurrency: MAX_CONCURRENT_PAGES,
  perTenant: PER_TENANT,
  deadlineMs: DEADLINE_MS,
  retryDelayMs: (attempt) => (attempt < MAX_ATTEMPTS ? Math.min(LONGEST_PAUSE_MS, 500 * 2 ** Math.min(attempt, 10)) : undefined),
  handle: (job, { db, ports }) => renameOnPage(db, ports, job),
});
