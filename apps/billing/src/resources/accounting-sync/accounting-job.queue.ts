import { type NewJob, type TransactionCore, WorkQueue } from '@psa/postgres-kit';
import { wakeWorker } from '@psa/work-kit';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';

/** Syncs with accounting systems, and mails that tell of their end. */
export const accountingQueue = new WorkQueue('accounting_jobs');

export const AccountingJob = z.union([z.object({ sync_id: z.guid() }), z.object({ notify_bulk_sync_id: z.guid() })]);
export type AccountingJob = z.infer<typeof AccountingJob>;

/** Queues work together with COMMIT, and has it looked at at once. */
export function queueAccounting(tx: TransactionCore, payload: AccountingJob): void {
  accountingQueue.add(tx, [{ job_id: uuidv7(), payload } satisfies NewJob]);
  tx.afterCommit(() => wakeWorker(accountingQueue.table));
}
