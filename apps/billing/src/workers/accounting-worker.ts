import { queueWorker, type Worker } from '@psa/work-kit';
import type { Ports } from '../billing-app.ts';
import { AccountingJob, accountingQueue } from '../resources/accounting-sync/accounting-job.queue.ts';
import { findSync } from '../resources/accounting-sync/accounting-sync.records.ts';
import { connectionTest, taxSync } from '../resources/accounting-sync/check-connection.actions.ts';
import { endSync } from '../resources/accounting-sync/end-sync.actions.ts';
import { invoiceExport } from '../resources/accounting-sync/export-invoices.actions.ts';
import { invoiceImport } from '../resources/accounting-sync/import-invoices.actions.ts';
import { notifyOfBulk } from '../resources/accounting-sync/notify-of-bulk.actions.ts';
import { runSync } from '../resources/accounting-sync/run-sync.actions.ts';
import { customerSync } from '../resources/accounting-sync/sync-customers.actions.ts';
import { itemSync } from '../resources/accounting-sync/sync-items.actions.ts';
import { paymentSync } from '../resources/accounting-sync/sync-payments.actions.ts';
import type { Tables } from '../tables.ts';

const MAX_CONCURRENT = 8;
/** Of one tenant: its company takes one sync at a time. A second job waits for that, or sends a mail. */
const PER_TENANT = 2;
/** A sync that takes longer goes on with the next attempt. */
const DEADLINE_MS = 30 * 60_000;
/** After so long another replica goes on with the sync of one that died. */
const LEASE_MS = 2_000;
const PAUSE_MS = 2_000;
/** Two hours of waiting for other syncs of the company. */
const MAX_ATTEMPTS = 3_600;

const operations = {
  customer_sync: customerSync,
  item_sync: itemSync,
  tax_sync: taxSync,
  invoice_export: invoiceExport,
  invoice_import: invoiceImport,
  payment_sync: paymentSync,
  test_connection: connectionTest,
};

/** Does syncs with accounting systems. Every record is done once: a job that is lost goes on where it was. */
export const accountingWorker: Worker<Ports, Tables> = queueWorker({
  queue: accountingQueue,
  payload: AccountingJob,
  concurrency: MAX_CONCURRENT,
  perTenant: PER_TENANT,
  deadlineMs: DEADLINE_MS,
  leaseMs: LEASE_MS,
  retryDelayMs: (attempt) => (attempt < MAX_ATTEMPTS ? PAUSE_MS : undefined),
  handle: async (job, { db, ports }) => {
    if ('notify_bulk_sync_id' in job.payload) return notifyOfBulk(db, ports, job.payload.notify_bulk_sync_id);
    const sync = await findSync(db, job.payload.sync_id);
    if (sync === undefined) return;
    const { requested_by: id } = sync;
    const asCaller = id === null ? db : ports.asTenant({ ...db.context, actor: { id, type: 'user' } });
    await runSync(asCaller, ports, job, sync.sync_id, operations);
  },
  onDead: async (job, { db }, error) => {
    if (!('sync_id' in job.payload)) return;
    await endSync(db, job.payload.sync_id, error instanceof Error ? error.message.slice(0, 1_000) : 'It failed too often');
  },
});
