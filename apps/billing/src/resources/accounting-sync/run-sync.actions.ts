import { setTimeout as delay } from 'node:timers/promises';
import { isRefusal } from '@psa/contract-kit';
import { type AccountingOperation, accountingSyncEvents, MAX_SYNC_RECORDS } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import { violates } from '@psa/postgres-kit';
import type { Job } from '@psa/work-kit';
import type { Db, Ports } from '../../billing-app.ts';
import { AccountingError } from '../../ports/accounting.ts';
import { callProvider } from '../accounting-connection/access-token.actions.ts';
import { findConnection } from '../accounting-connection/accounting-connection.records.ts';
import {
  countChosen,
  countRecords,
  findPending,
  findSync,
  finishRecord,
  insertRecords,
  lockSync,
  updateSync,
} from './accounting-sync.records.ts';
import type { AccountingSyncRecordRow, AccountingSyncRow } from './accounting-sync.tables.ts';
import { isOpenSync, syncFacts } from './accounting-sync.view.ts';
import { endSync } from './end-sync.actions.ts';
import { recordLinkFailure } from './link-failure.records.ts';
import { RecordFailure, type SyncOperation, type SyncWork } from './sync-operation.ts';

/** Records between two looks at whether the sync was cancelled. */
const BATCH = 25;
const PROGRESS_EVERY = 100;
/** Milliseconds before a call that failed is repeated. */
const PAUSES_MS = [200, 400, 800, 1_600, 3_200, 5_000, 5_000];
/** How long Intuit asks to wait after too many calls, unless a reply says so itself. */
const THROTTLED_MS = 60_000;
const MAX_THROTTLED = 10;
/** Records that fail one after another because the provider does not answer, after which the sync ends. */
const MAX_UNAVAILABLE = 5;

/** Ends a sync early. */
class SyncEnd extends Error {}

/**
 * Does a sync, from where it was when it was interrupted.
 * @throws Error when another sync of the company is under way, to be tried again
 */
export async function runSync(
  db: Db,
  ports: Ports,
  job: Job<unknown>,
  syncId: string,
  operations: Readonly<Record<Exclude<AccountingOperation, 'full_sync'>, SyncOperation>>,
): Promise<void> {
  const begun = await begin(db, syncId);
  if (begun === undefined) return;
  if (begun.operation_type === 'full_sync') throw new Error('A full sync is done by its parts');
  const operation = operations[begun.operation_type];
  const work = openWork(db, ports, begun, job.signal);
  let error_message: string | null = null;
  try {
    await assertConnected(db, begun);
    if (begun.records_total === null) await selectRecords(work, operation);
    await performAll(work, operation, job.signal);
  } catch (error) {
    if (!(error instanceof SyncEnd)) throw error;
    error_message = error.message;
  }
  await endSync(db, syncId, error_message, job);
}

/** @returns undefined when it has ended */
async function begin(db: Db, syncId: string): Promise<AccountingSyncRow | undefined> {
  try {
    return await db.commitNow(async (tx) => {
      const sync = await lockSync(tx, syncId);
      if (sync === undefined || !isOpenSync(sync)) return undefined;
      if (sync.status === 'in_progress') return sync;
      const row = await updateSync(tx, syncId, { status: 'in_progress', started_at: sync.started_at ?? new Date().toISOString() });
      emit(tx, accountingSyncEvents.started, syncFacts(row, (await countRecords(tx, [syncId]))(syncId)), row.version);
      return row;
    });
  } catch (error) {
    if (violates(error, 'accounting_syncs_one')) throw new Error('Another sync of the company is under way', { cause: error });
    throw error;
  }
}

function openWork(db: Db, ports: Ports, sync: AccountingSyncRow, signal: AbortSignal): SyncWork {
  const read = new Map<string, Promise<unknown>>();
  return {
    db,
    ports,
    sync,
    call: (request) => withRetries(signal, () => callProvider(db, ports, (session) => request(ports.accounting.quickbooks, session))),
    once: <Result>(name: string, load: () => Promise<Result>) => {
      let result = read.get(name) as Promise<Result> | undefined;
      if (result === undefined) {
        result = load();
        read.set(name, result);
        result.catch(() => read.delete(name));
      }
      return result;
    },
  };
}

/** Repeats a call that the provider could not answer. */
async function withRetries<Result>(signal: AbortSignal, call: () => Promise<Result>): Promise<Result> {
  let [failures, throttled] = [0, 0];
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof AccountingError)) throw error;
      let pause: number | undefined;
      if (error.fault === 'rate_limited' && throttled < MAX_THROTTLED) {
        throttled++;
        pause = error.retryAfterMs ?? THROTTLED_MS;
      } else if (error.fault === 'unavailable') pause = PAUSES_MS[failures++];
      if (pause === undefined) throw error;
      await delay(pause, undefined, { signal });
    }
  }
}

async function assertConnected(db: Db, { realm_id }: AccountingSyncRow): Promise<void> {
  const connection = await findConnection(db);
  if (!connection?.sealed_tokens || connection.realm_id !== realm_id)
    throw new SyncEnd('QuickBooks was disconnected: connect the company again');
}

/** Each page of the choice is kept before the next is asked for: however often it is interrupted, it comes to its end. */
async function selectRecords(work: SyncWork, operation: SyncOperation): Promise<void> {
  const { db, sync } = work;
  let chosen = await countChosen(db, sync.sync_id);
  let cursor = sync.selection_cursor;
  do {
    const { items, next } = await operation.select(work, cursor).catch(toSyncEnd);
    if (chosen + items.length > MAX_SYNC_RECORDS)
      throw new SyncEnd(`There are more than ${MAX_SYNC_RECORDS} records: narrow it by dates or ids`);
    const from = chosen;
    chosen += items.length;
    cursor = next;
    await db.commitNow(async (tx) => {
      await insertRecords(tx, sync.sync_id, items, from);
      await updateSync(tx, sync.sync_id, { selection_cursor: next, ...(next === null ? { records_total: chosen } : {}) });
    });
  } while (cursor !== null);
}

async function performAll(work: SyncWork, operation: SyncOperation, signal: AbortSignal): Promise<void> {
  const { db, sync } = work;
  let unavailable = 0;
  for (;;) {
    if ((await findSync(db, sync.sync_id))?.cancel_requested !== false) return;
    const records = await findPending(db, sync.sync_id, BATCH);
    if (records.length === 0) return;
    for (const record of records) {
      signal.throwIfAborted();
      unavailable = (await performOne(work, operation, record)) ? unavailable + 1 : 0;
      if (unavailable === MAX_UNAVAILABLE) throw new SyncEnd('QuickBooks does not answer: try again later');
    }
  }
}

/** @returns whether it failed because the provider does not answer */
async function performOne(work: SyncWork, operation: SyncOperation, record: AccountingSyncRecordRow): Promise<boolean> {
  try {
    const outcome = await operation.perform(work, record);
    await finish(work, record, { status: 'done', outcome, error: null });
    return false;
  } catch (error) {
    if (error instanceof AccountingError && error.fault === 'unauthorized') throw new SyncEnd(error.message);
    if (!isRecordFailure(error)) throw error;
    await finish(work, record, { status: 'failed', outcome: null, error: error.message.slice(0, 1_000) }, error);
    return error instanceof AccountingError && (error.fault === 'unavailable' || error.fault === 'rate_limited');
  }
}

function isRecordFailure(error: unknown): error is Error {
  return error instanceof RecordFailure || error instanceof AccountingError || isRefusal(error);
}

function finish(
  { db, sync }: SyncWork,
  record: AccountingSyncRecordRow,
  result: Pick<AccountingSyncRecordRow, 'status' | 'outcome' | 'error'>,
  failure?: Error,
): Promise<void> {
  return db.commitNow(async (tx) => {
    await finishRecord(tx, record, result);
    if (failure !== undefined && sync.scope?.dry_run !== true) await recordLinkFailure(tx, sync.realm_id, record, failure);
    if (record.position % PROGRESS_EVERY !== 0) return;
    const row = await updateSync(tx, sync.sync_id, {});
    emit(tx, accountingSyncEvents.progressed, syncFacts(row, (await countRecords(tx, [sync.sync_id]))(sync.sync_id)), row.version);
  });
}

/** @throws SyncEnd for what keeps the records from being chosen */
function toSyncEnd(error: unknown): never {
  if (isRecordFailure(error)) throw new SyncEnd(error.message);
  throw error;
}
