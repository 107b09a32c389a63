import type { Db, Ports } from '../../billing-app.ts';
import type { AccountingProvider, AccountingSession } from '../../ports/accounting.ts';
import type { AccountingSyncRecordRow, AccountingSyncRow } from './accounting-sync.tables.ts';

/** One sync while it is done. */
export interface SyncWork {
  readonly db: Db;
  readonly ports: Ports;
  readonly sync: AccountingSyncRow;
  /** Calls the provider with a token that is valid. The call must be safe to repeat. */
  call<Result>(request: (provider: AccountingProvider, session: AccountingSession) => Promise<Result>): Promise<Result>;
  /** What is read once in a sync, by name. */
  once<Result>(name: string, read: () => Promise<Result>): Promise<Result>;
}

export type SyncItem = Pick<AccountingSyncRecordRow, 'entity' | 'local_id' | 'external_id'>;
export type SyncOutcome = NonNullable<AccountingSyncRecordRow['outcome']>;

/** Records to look at, and where the choice goes on; null after the last. */
export interface SyncSelection {
  readonly items: readonly SyncItem[];
  readonly next: string | null;
}

/** What one kind of sync does. */
export interface SyncOperation {
  /** Chooses the records to look at, page by page: what one call takes has to fit between two crashes. @param cursor `next` of the page before */
  select(work: SyncWork, cursor: string | null): Promise<SyncSelection>;
  /** Makes a record equal on both sides. It is repeated after a crash. @throws RecordFailure, AccountingError, ApiError */
  perform(work: SyncWork, item: SyncItem): Promise<SyncOutcome>;
}

/** A choice that is one page. */
export const wholeSelection = (items: readonly SyncItem[]): SyncSelection => ({ items, next: null });

/** Why a record cannot be synchronized, and what to do. */
export class RecordFailure extends Error {
  /** Whether both sides disagree, and somebody has to decide. */
  readonly isConflict: boolean;

  constructor(message: string, isConflict = false) {
    super(message);
    this.isConflict = isConflict;
  }
}
