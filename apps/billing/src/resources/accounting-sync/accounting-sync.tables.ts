import type { AccountingOperation, AccountingSync, AccountingSyncRecord } from '@psa/contracts-billing';
import type { JsonColumn, NullableTimestampColumn, TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';
import type { Generated, Selectable } from 'kysely';
import type { SyncScope } from './sync-scope.ts';

export interface AccountingSyncsTable {
  tenant: TenantColumn;
  sync_id: string;
  provider: string;
  realm_id: string;
  operation_type: AccountingOperation;
  trigger: AccountingSync['trigger'];
  status: AccountingSync['status'];
  scope: JsonColumn<SyncScope>;
  bulk_sync_id: string | null;
  bulk_position: Generated<number>;
  stop_on_error: Generated<boolean>;
  notification_email: string | null;
  /** Null for those of the schedule. */
  requested_by: string | null;
  /** Null before all its records are chosen. */
  records_total: number | null;
  /** Where the choice of records goes on. */
  selection_cursor: string | null;
  error_message: string | null;
  cancel_requested: Generated<boolean>;
  started_at: NullableTimestampColumn;
  completed_at: NullableTimestampColumn;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

export interface AccountingSyncRecordsTable {
  tenant: TenantColumn;
  sync_id: string;
  position: number;
  entity: AccountingSyncRecord['entity'];
  local_id: string | null;
  external_id: string | null;
  status: Generated<AccountingSyncRecord['status']>;
  outcome: Generated<AccountingSyncRecord['outcome']>;
  error: Generated<string | null>;
  attempts: Generated<number>;
  updated_at: TimestampColumn;
}

export type AccountingSyncRow = Selectable<AccountingSyncsTable>;
export type AccountingSyncRecordRow = Selectable<AccountingSyncRecordsTable>;
