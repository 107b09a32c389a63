import type { AccountingSyncListQuery, AccountingSyncRecordListQuery } from '@psa/contracts-billing';
import { type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { type Insertable, sql } from 'kysely';
import type { Db, Tx } from '../../billing-app.ts';
import { QUICKBOOKS } from '../accounting-connection/accounting-connection.records.ts';
import type { AccountingSyncRecordRow, AccountingSyncRow, AccountingSyncsTable } from './accounting-sync.tables.ts';
import type { SyncItem, SyncOutcome } from './sync-operation.ts';

/** Rows written by one statement. */
const ROWS_AT_ONCE = 1_000;

/** How many records of a sync are in which state, and what was done with them. */
export interface SyncCounts {
  readonly processed: number;
  readonly successful: number;
  readonly failed: number;
  readonly byOutcome: Readonly<Partial<Record<SyncOutcome, number>>>;
}
const NOTHING: SyncCounts = { processed: 0, successful: 0, failed: 0, byOutcome: {} };

export function insertSync(tx: Tx, row: Omit<Insertable<AccountingSyncsTable>, 'provider' | 'status'>): Promise<AccountingSyncRow> {
  return tx
    .insertInto('accounting_syncs')
    .values({ provider: QUICKBOOKS, status: 'pending', ...row })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findSync(db: Db, id: string): Promise<AccountingSyncRow | undefined> {
  return db.selectFrom('accounting_syncs').selectAll().where('sync_id', '=', id).executeTakeFirst();
}

export function lockSync(tx: Tx, id: string): Promise<AccountingSyncRow | undefined> {
  return tx.selectFrom('accounting_syncs').selectAll().where('sync_id', '=', id).forUpdate().executeTakeFirst();
}

/** The operations of a bulk sync, in their order. */
export function findBulk(db: Db, bulkId: string): Promise<AccountingSyncRow[]> {
  return db.selectFrom('accounting_syncs').selectAll().where('bulk_sync_id', '=', bulkId).orderBy('bulk_position').execute();
}

/** How many syncs wait or are under way. */
export async function countOpenSyncs(db: Db): Promise<number> {
  const { syncs } = await db
    .selectFrom('accounting_syncs')
    .select(sql<number>`count(*)`.as('syncs'))
    .where('status', 'in', ['pending', 'in_progress'])
    .executeTakeFirstOrThrow();
  return syncs;
}

/** Whether a sync of the schedule waits or is under way. */
export async function isScheduledSyncOpen(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('accounting_syncs')
    .select('sync_id')
    .where('trigger', '=', 'schedule')
    .where('status', 'in', ['pending', 'in_progress'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes the changes and raises the version. */
export function updateSync(tx: Tx, id: string, changes: Partial<Omit<AccountingSyncRow, 'tenant' | 'scope'>>): Promise<AccountingSyncRow> {
  return tx
    .updateTable('accounting_syncs')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('sync_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteSync(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('accounting_sync_records').where('sync_id', '=', id).execute();
  await tx.deleteFrom('accounting_syncs').where('sync_id', '=', id).execute();
}

const syncOrder: ListOrder = {
  columns: { created_at: 'accounting_syncs.created_at', updated_at: 'accounting_syncs.updated_at' },
  id: { ref: 'accounting_syncs.sync_id', name: 'sync_id' },
};

/** One page of the syncs that pass every filter. */
export function listSyncs(db: Db, query: AccountingSyncListQuery): Promise<Page<AccountingSyncRow>> {
  const { operation_type, status, bulk_sync_id, created_from, created_to, updated_from, updated_to } = query;
  const rows = db
    .selectFrom('accounting_syncs')
    .$if(operation_type !== undefined, (q) => q.where('operation_type', '=', operation_type ?? 'full_sync'))
    .$if(status !== undefined, (q) => q.where('status', '=', status ?? 'pending'))
    .$if(bulk_sync_id !== undefined, (q) => q.where('bulk_sync_id', '=', bulk_sync_id ?? ''))
    .$if(created_from !== undefined, (q) => q.where('created_at', '>=', created_from ?? ''))
    .$if(created_to !== undefined, (q) => q.where('created_at', '<=', created_to ?? ''))
    .$if(updated_from !== undefined, (q) => q.where('updated_at', '>=', updated_from ?? ''))
    .$if(updated_to !== undefined, (q) => q.where('updated_at', '<=', updated_to ?? ''));
  const total = async () => (await rows.select(sql<number>`count(*)`.as('rows')).executeTakeFirstOrThrow()).rows;
  return readPage<AccountingSyncRow>(rows.selectAll(), syncOrder, query, total);
}

/** Counts of syncs, by id. */
export async function countRecords(db: Db, syncIds: readonly string[]): Promise<(syncId: string) => SyncCounts> {
  const rows =
    syncIds.length === 0
      ? []
      : await db
          .selectFrom('accounting_sync_records')
          .select(['sync_id', 'status', 'outcome', sql<number>`count(*)`.as('records')])
          .where('sync_id', 'in', [...syncIds])
          .where('status', '<>', 'pending')
          .groupBy(['sync_id', 'status', 'outcome'])
          .execute();
  const counts = new Map<string, SyncCounts>();
  for (const { sync_id, status, outcome, records } of rows) {
    const { processed, successful, failed, byOutcome } = counts.get(sync_id) ?? NOTHING;
    counts.set(sync_id, {
      processed: processed + records,
      successful: successful + (status === 'done' ? records : 0),
      failed: failed + (status === 'failed' ? records : 0),
      byOutcome: outcome === null ? byOutcome : { ...byOutcome, [outcome]: (byOutcome[outcome] ?? 0) + records },
    });
  }
  return (syncId) => counts.get(syncId) ?? NOTHING;
}

const recordOrder: ListOrder = {
  columns: { position: 'accounting_sync_records.position' },
  id: { ref: 'accounting_sync_records.position', name: 'position' },
};

export function listSyncRecords(db: Db, syncId: string, query: AccountingSyncRecordListQuery): Promise<Page<AccountingSyncRecordRow>> {
  const { status, updated_from, updated_to } = query;
  const rows = db
    .selectFrom('accounting_sync_records')
    .where('sync_id', '=', syncId)
    .$if(status !== undefined, (q) => q.where('status', '=', status ?? 'pending'))
    .$if(updated_from !== undefined, (q) => q.where('updated_at', '>=', updated_from ?? ''))
    .$if(updated_to !== undefined, (q) => q.where('updated_at', '<=', updated_to ?? ''));
  const total = async () => (await rows.select(sql<number>`count(*)`.as('rows')).executeTakeFirstOrThrow()).rows;
  return readPage<AccountingSyncRecordRow>(rows.selectAll(), recordOrder, query, total);
}

/** The first records that failed. */
export function findFailed(db: Db, syncId: string, limit: number): Promise<AccountingSyncRecordRow[]> {
  return db
    .selectFrom('accounting_sync_records')
    .selectAll()
    .where('sync_id', '=', syncId)
    .where('status', '=', 'failed')
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** The next records to look at, in their order. */
export function findPending(db: Db, syncId: string, limit: number): Promise<AccountingSyncRecordRow[]> {
  return db
    .selectFrom('accounting_sync_records')
    .selectAll()
    .where('sync_id', '=', syncId)
    .where('status', '=', 'pending')
    .orderBy('position')
    .limit(limit)
    .execute();
}

export async function insertRecords(tx: Tx, sync_id: string, items: readonly SyncItem[], from: number): Promise<void> {
  for (let at = 0; at < items.length; at += ROWS_AT_ONCE)
    await tx
      .insertInto('accounting_sync_records')
      .values(items.slice(at, at + ROWS_AT_ONCE).map((item, index) => ({ sync_id, position: from + at + index + 1, ...item })))
      .execute();
}

/** How many records of a sync were chosen so far. */
export async function countChosen(db: Db, syncId: string): Promise<number> {
  const { last } = await db
    .selectFrom('accounting_sync_records')
    .select(sql<number>`coalesce(max(position), 0)`.as('last'))
    .where('sync_id', '=', syncId)
    .executeTakeFirstOrThrow();
  return last;
}

/** Notes what came of a record. */
export async function finishRecord(
  tx: Tx,
  { sync_id, position }: AccountingSyncRecordRow,
  result: Pick<AccountingSyncRecordRow, 'status' | 'outcome' | 'error'>,
): Promise<void> {
  await tx
    .updateTable('accounting_sync_records')
    .set({ ...result, attempts: sql`attempts + 1`, updated_at: sql`now()` })
    .where('sync_id', '=', sync_id)
    .where('position', '=', position)
    .execute();
}

/** Makes records that failed wait again. @returns how many there are to do */
export async function reopenRecords(tx: Tx, syncId: string): Promise<number> {
  await tx
    .updateTable('accounting_sync_records')
    .set({ status: 'pending', outcome: null, error: null, updated_at: sql`now()` })
    .where('sync_id', '=', syncId)
    .where('status', '=', 'failed')
    .execute();
  const { records } = await tx
    .selectFrom('accounting_sync_records')
    .select(sql<number>`count(*)`.as('records'))
    .where('sync_id', '=', syncId)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  return records;
}
