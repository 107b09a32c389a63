import { setTimeout as delay } from 'node:timers/promises';
import { conflict, invalidField, notFound } from '@psa/contract-kit';
import { type AccountingOperation, type BulkSync } from '@psa/contracts-billing';
import { demandPermissions } from '@psa/http-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../billing-app.ts';
import { requireConnection } from '../accounting-connection/accounting-connection.actions.ts';
import { queueAccounting } from './accounting-job.queue.ts';
import {
  countOpenSyncs,
  findBulk,
  findSync,
  insertSync,
  isScheduledSyncOpen,
  lockSync,
  reopenRecords,
  updateSync,
} from './accounting-sync.records.ts';
import type { AccountingSyncRow } from './accounting-sync.tables.ts';
import { isOpenSync } from './accounting-sync.view.ts';
import { endLocked } from './end-sync.actions.ts';
import { assertNamed, isNamedOperation } from './named-records.records.ts';
import type { SyncScope } from './sync-scope.ts';

/** How long a request waits for the end of its sync. */
const WAIT_MS = 20_000;
/** Between two looks, at first and at most. */
const POLL_MS = 50;
const MAX_POLL_MS = 500;
/** Syncs of a tenant that wait or are under way. */
const MAX_OPEN = 50;

type Caller = Parameters<typeof demandPermissions>[0];

/** What `full_sync` stands for. */
const FULL = ['customer_sync', 'item_sync', 'invoice_export', 'payment_sync'] as const;

/** Demands what a sync does beyond the books of the provider. @throws FORBIDDEN */
function demandFor(caller: Caller, operation: AccountingOperation, scope: SyncScope): void {
  const { sync_type = 'bidirectional' } = scope;
  if (operation === 'customer_sync' && sync_type === 'bidirectional') demandPermissions(caller, ['client:update']);
  if (operation === 'payment_sync' && sync_type !== 'create') demandPermissions(caller, ['invoice:credit']);
  if (operation !== 'invoice_import') return;
  demandPermissions(caller, ['invoice:create']);
  if (scope.import_payments !== false) demandPermissions(caller, ['invoice:credit']);
  if (scope.auto_create_clients === true) demandPermissions(caller, ['client:create']);
}

/** Asks for a sync. @throws FORBIDDEN, CONFLICT when no company is connected */
export async function requestSync(
  db: Db,
  caller: Caller & { readonly userId: string },
  operation_type: Exclude<AccountingOperation, 'full_sync'>,
  scope: SyncScope,
): Promise<AccountingSyncRow> {
  demandFor(caller, operation_type, scope);
  const { realm_id } = await requireConnection(db);
  return db.commitNow(async (tx) => {
    await assertRoom(tx, 1);
    const row = await insertSync(tx, {
      sync_id: uuidv7(),
      realm_id,
      operation_type,
      trigger: 'request',
      scope: JSON.stringify(scope),
      requested_by: caller.userId,
    });
    queueAccounting(tx, { sync_id: row.sync_id });
    return row;
  });
}

/** The sync of the schedule, unless one is open already. */
export async function requestScheduledSync(db: Db): Promise<void> {
  if (await isScheduledSyncOpen(db)) return;
  const { realm_id } = await requireConnection(db);
  await db.transaction(async (tx) => {
    const scope: SyncScope = { sync_type: 'update', changes: true };
    const sync_id = uuidv7();
    await insertSync(tx, { sync_id, realm_id, operation_type: 'payment_sync', trigger: 'schedule', scope: JSON.stringify(scope) });
    queueAccounting(tx, { sync_id });
  });
}

/** Waits until a sync has ended, or the request must be answered. */
export async function waitForSync(db: Db, syncId: string): Promise<AccountingSyncRow> {
  const deadline = Date.now() + WAIT_MS;
  for (let pause = POLL_MS; ; pause = Math.min(pause * 2, MAX_POLL_MS)) {
    const sync = await requireSync(db, syncId);
    if (!isOpenSync(sync) || Date.now() >= deadline) return sync;
    await delay(pause);
  }
}

/** Asks for several operations, which follow each other. @throws VALIDATION_ERROR, FORBIDDEN, CONFLICT when no company is connected */
export async function requestBulk(
  db: Db,
  caller: Caller & { readonly userId: string },
  { operations, stop_on_error, notification_email }: BulkSync,
): Promise<string> {
  for (const [index, { operation_type, entity_ids }] of operations.entries()) {
    if (entity_ids === undefined) continue;
    const path = ['operations', index, 'entity_ids'];
    if (!isNamedOperation(operation_type)) throw invalidField(path, `does not go with ${operation_type}`);
    await assertNamed(db, operation_type, entity_ids, (at) => [...path, at]);
  }
  const wanted = operations.flatMap(({ operation_type, entity_ids: ids, date_range }) => {
    const scope: SyncScope = { ids, from: date_range?.start_date, to: date_range?.end_date };
    const types = operation_type === 'full_sync' ? FULL : [operation_type];
    for (const type of types) demandFor(caller, type, scope);
    return types.map((type) => ({ type, scope }));
  });
  const { realm_id } = await requireConnection(db);
  const bulk_sync_id = uuidv7();
  await db.transaction(async (tx) => {
    await assertRoom(tx, wanted.length);
    for (const [bulk_position, { type, scope }] of wanted.entries()) {
      const row = await insertSync(tx, {
        sync_id: uuidv7(),
        realm_id,
        operation_type: type,
        trigger: 'request',
        scope: JSON.stringify(scope),
        requested_by: caller.userId,
        bulk_sync_id,
        bulk_position,
        stop_on_error,
        notification_email: notification_email ?? null,
      });
      if (bulk_position === 0) queueAccounting(tx, { sync_id: row.sync_id });
    }
  });
  return bulk_sync_id;
}

/** @throws CONFLICT when so many more syncs would be too many */
async function assertRoom(tx: Tx, more: number): Promise<void> {
  if ((await countOpenSyncs(tx)) + more > MAX_OPEN)
    throw conflict(`At most ${MAX_OPEN} syncs wait: cancel some of them`, { reason: 'too_many_syncs' });
}

/** @throws NOT_FOUND, CONFLICT when it has ended */
export function cancelSync(db: Db, syncId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const sync = await lockSync(tx, syncId);
    if (sync === undefined) throw notFound('Sync');
    if (!isOpenSync(sync)) throw conflict('The sync has ended', { status: sync.status });
    await cancelLocked(tx, sync);
  });
}

/** @throws NOT_FOUND, CONFLICT when all of it has ended */
export function cancelBulk(db: Db, bulkId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const rows = await findBulk(tx, bulkId);
    if (rows.length === 0) throw notFound('Bulk sync');
    const open = rows.filter(isOpenSync);
    if (open.length === 0) throw conflict('The bulk sync has ended');
    // The last first, so that none that ends begins the next.
    for (const { sync_id } of open.toReversed()) {
      const sync = await lockSync(tx, sync_id);
      if (sync !== undefined && isOpenSync(sync)) await cancelLocked(tx, sync);
    }
  });
}

/** One that has not begun ends at once, another after the record it is at. */
async function cancelLocked(tx: Tx, sync: AccountingSyncRow): Promise<void> {
  const marked = await updateSync(tx, sync.sync_id, { cancel_requested: true });
  if (sync.status === 'pending') await endLocked(tx, marked, null);
}

/** Makes what failed or was not reached wait again. @throws NOT_FOUND, FORBIDDEN, CONFLICT when there is nothing to try again */
export async function retrySync(db: Db, caller: Caller, syncId: string): Promise<void> {
  const { operation_type, scope } = await requireSync(db, syncId);
  demandFor(caller, operation_type, scope ?? {});
  const { realm_id } = await requireConnection(db);
  await db.transaction(async (tx) => {
    const sync = await lockSync(tx, syncId);
    if (sync === undefined) throw notFound('Sync');
    if (isOpenSync(sync)) throw conflict('The sync is not at its end', { status: sync.status });
    if (sync.realm_id !== realm_id) throw conflict('Another company is connected now', { reason: 'other_company' });
    const left = await reopenRecords(tx, syncId);
    if (sync.records_total !== null && left === 0) throw conflict('Every record of it succeeded');
    await updateSync(tx, syncId, {
      status: 'pending',
      error_message: null,
      completed_at: null,
      cancel_requested: false,
      stop_on_error: false,
    });
    queueAccounting(tx, { sync_id: syncId });
  });
}

/** @throws NOT_FOUND */
export async function requireSync(db: Db, id: string): Promise<AccountingSyncRow> {
  const sync = await findSync(db, id);
  if (sync === undefined) throw notFound('Sync');
  return sync;
}
