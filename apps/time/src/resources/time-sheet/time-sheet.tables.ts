import type { ApprovalStatus } from '@psa/contracts-time';
import type { NullableTimestampColumn, TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';
import type { Generated } from 'kysely';

export interface TimeSheetsTable {
  tenant: TenantColumn;
  id: string;
  period_id: string;
  user_id: string;
  approval_status: Generated<ApprovalStatus>;
  submitted_at: NullableTimestampColumn;
  approved_at: NullableTimestampColumn;
  approved_by: string | null;
  notes: string | null;
  approval_notes: string | null;
  /** When its owner was told that it is late. */
  reminded_at: NullableTimestampColumn;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

export interface TimeSheetCommentsTable {
  tenant: TenantColumn;
  comment_id: string;
  time_sheet_id: string;
  user_id: string;
  is_approver: boolean;
  comment_text: string;
  created_at: TimestampColumn;
}
