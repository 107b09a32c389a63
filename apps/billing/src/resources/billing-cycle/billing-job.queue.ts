import { type NewJob, type TransactionCore, WorkQueue } from '@psa/postgres-kit';
import { wakeWorker } from '@psa/work-kit';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';

/** Clients to bill in runs, and final invoices to send. */
export const billingQueue = new WorkQueue('billing_jobs');

export const BillingJob = z.union([z.object({ run_id: z.guid(), client_id: z.guid() }), z.object({ send_invoice_id: z.guid() })]);
export type BillingJob = z.infer<typeof BillingJob>;

/** Queues work together with COMMIT, and has it looked at at once. */
export function queueBilling(tx: TransactionCore, payloads: readonly BillingJob[]): void {
  billingQueue.add(
    tx,
    payloads.map((payload): NewJob => ({ job_id: uuidv7(), payload })),
  );
  tx.afterCommit(() => wakeWorker(billingQueue.table));
}
