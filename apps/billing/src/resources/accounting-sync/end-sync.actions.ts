import { accountingSyncEvents } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import type { Job } from '@psa/work-kit';
import type { Db, Tx } from '../../billing-app.ts';
import { updateChangesReadUntil } from '../accounting-connection/accounting-connection.records.ts';
import { queueAccounting } from './accounting-job.queue.ts';
import { countRecords, deleteSync, findBulk, lockSync, type SyncCounts, updateSync } from './accounting-sync.records.ts';
import type { AccountingSyncRow } from './accounting-sync.tables.ts';
import { isOpenSync, syncFacts } from './accounting-sync.view.ts';

/** Ends a sync with what came of its records, and begins the next one of its bulk. @param error_message why it ended early */
export function endSync(db: Db, syncId: string, error_message: string | null, job?: Pick<Job<unknown>, 'complete'>): Promise<void> {
  return db.transaction(async (tx) => {
    const sync = await lockSync(tx, syncId);
    if (sync !== undefined && isOpenSync(sync)) await endLocked(tx, sync, error_message);
    await job?.complete(tx);
  });
}

/** The same of a sync that is locked. */
export async function endLocked(tx: Tx, sync: AccountingSyncRow, error_message: string | null): Promise<AccountingSyncRow> {
  const { sync_id, trigger, cancel_requested } = sync;
  const counts = (await countRecords(tx, [sync_id]))(sync_id);
  const status = cancel_requested ? 'cancelled' : statusOf(counts, error_message);
  const row = await updateSync(tx, sync_id, { status, error_message, completed_at: new Date().toISOString() });
  emit(tx, accountingSyncEvents.completed, { ...syncFacts(row, counts), status, error_message }, row.version);
  if (trigger === 'schedule' && status !== 'failed' && sync.started_at !== null) {
    await updateChangesReadUntil(tx, sync.started_at);
    // The schedule looks every quarter of an hour: what found nothing tells nobody anything.
    if (row.records_total === 0) await deleteSync(tx, sync_id);
  }
  if (row.bulk_sync_id !== null) await startNextOperation(tx, row, row.bulk_sync_id);
  return row;
}

function statusOf({ successful, failed }: SyncCounts, error: string | null): AccountingSyncRow['status'] {
  if (error === null && failed === 0) return 'completed';
  return successful > 0 ? 'partial' : 'failed';
}

/** Queues the next operation of a bulk sync, or the mail that tells that all is done. */
async function startNextOperation(tx: Tx, ended: AccountingSyncRow, bulkId: string): Promise<void> {
  const rows = await findBulk(tx, bulkId);
  const waiting = rows.filter(({ status }) => status === 'pending');
  const [next] = waiting;
  if (next !== undefined && ended.stop_on_error && ended.status !== 'completed') {
    for (const { sync_id } of waiting) {
      const row = await updateSync(tx, sync_id, {
        status: 'cancelled',
        completed_at: new Date().toISOString(),
        error_message: 'An operation before it failed',
      });
      const counts = (await countRecords(tx, [sync_id]))(sync_id);
      emit(
        tx,
        accountingSyncEvents.completed,
        { ...syncFacts(row, counts), status: row.status, error_message: row.error_message },
        row.version,
      );
    }
  } else if (next !== undefined) {
    queueAccounting(tx, { sync_id: next.sync_id });
    return;
  }
  if (rows[0]?.notification_email) queueAccounting(tx, { notify_bulk_sync_id: bulkId });
}
