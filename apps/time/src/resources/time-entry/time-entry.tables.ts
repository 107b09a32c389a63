import type { ApprovalStatus, WorkItemType } from '@psa/contracts-time';
import type { TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';
import type { Generated } from 'kysely';

export interface TimeEntriesTable {
  tenant: TenantColumn;
  entry_id: string;
  user_id: string;
  work_item_type: WorkItemType;
  work_item_id: string | null;
  client_id: string | null;
  project_id: string | null;
  start_time: string;
  end_time: string;
  work_date: string;
  work_timezone: string;
  duration_minutes: number;
  billable_duration: number;
  is_billable: boolean;
  /** What the minutes to bill were rounded by: a change of the settings leaves them as they are. */
  rounding_minutes: number;
  rounding_mode: 'up' | 'down' | 'nearest';
  notes: string | null;
  service_id: string;
  /** Default rate of the service when the work was logged, in minor units an hour; null for work from before rates were kept. */
  rate: number | null;
  tax_region: string | null;
  contract_line_id: string | null;
  time_sheet_id: string | null;
  approval_status: Generated<ApprovalStatus>;
  invoice_id: string | null;
  is_overlong: Generated<boolean>;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}
