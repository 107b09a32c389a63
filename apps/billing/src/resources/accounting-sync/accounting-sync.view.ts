import type { AccountingSync, AccountingSyncRecord, AccountingSyncResult } from '@psa/contracts-billing';
import type { SyncCounts } from './accounting-sync.records.ts';
import type { AccountingSyncRecordRow, AccountingSyncRow } from './accounting-sync.tables.ts';

export const isOpenSync = ({ status }: Pick<AccountingSyncRow, 'status'>) => status === 'pending' || status === 'in_progress';

function durationOf({ started_at, completed_at }: AccountingSyncRow): number | null {
  return started_at === null ? null : Date.parse(completed_at ?? new Date().toISOString()) - Date.parse(started_at);
}

/** What events tell of a sync. */
export function syncFacts(row: AccountingSyncRow, { processed, successful, failed }: SyncCounts) {
  const { sync_id, bulk_sync_id, provider, realm_id, operation_type, trigger } = row;
  const records = { records_processed: processed, records_successful: successful, records_failed: failed };
  return { sync_id, bulk_sync_id, provider, realm_id, operation_type, trigger, ...records };
}

export function toSync(row: AccountingSyncRow, { processed, successful, failed }: SyncCounts): AccountingSync {
  const { sync_id, bulk_sync_id, operation_type, trigger, status, started_at, completed_at } = row;
  const { records_total, error_message, requested_by, created_at } = row;
  return {
    sync_id,
    bulk_sync_id,
    operation_type,
    trigger,
    status,
    started_at,
    completed_at,
    duration_ms: durationOf(row),
    records_total,
    records_processed: processed,
    records_successful: successful,
    records_failed: failed,
    error_message,
    requested_by,
    created_at,
  };
}

/** @param failed the first records that failed */
export function toResult(row: AccountingSyncRow, counts: SyncCounts, failed: readonly AccountingSyncRecordRow[]): AccountingSyncResult {
  const { byOutcome } = counts;
  return {
    sync_id: row.sync_id,
    operation_type: row.operation_type,
    status: row.status,
    processed: counts.processed,
    successful: counts.successful,
    failed: counts.failed,
    created: byOutcome.created ?? 0,
    updated: byOutcome.updated ?? 0,
    voided: byOutcome.voided ?? 0,
    imported: byOutcome.imported ?? 0,
    unchanged: byOutcome.unchanged ?? 0,
    skipped: byOutcome.skipped ?? 0,
    errors: [
      ...(row.error_message === null
        ? []
        : [{ entity: 'connection' as const, local_id: null, external_id: null, message: row.error_message }]),
      ...failed.map(({ entity, local_id, external_id, error }) => ({ entity, local_id, external_id, message: error ?? '' })),
    ].slice(0, 100),
    sync_duration_ms: durationOf(row) ?? 0,
    last_sync_date: row.completed_at,
  };
}

export function toRecord({ tenant: _tenant, sync_id: _sync, ...row }: AccountingSyncRecordRow): AccountingSyncRecord {
  return row;
}

/** State of a bulk sync, by those of its operations. */
export function statusOfBulk(rows: readonly AccountingSyncRow[]): AccountingSync['status'] {
  if (rows.every(({ status }) => status === 'pending')) return 'pending';
  if (rows.some(isOpenSync)) return 'in_progress';
  if (rows.every(({ status }) => status === 'completed')) return 'completed';
  if (rows.every(({ status }) => status === 'cancelled')) return 'cancelled';
  return rows.every(({ status }) => status === 'failed' || status === 'cancelled') ? 'failed' : 'partial';
}
