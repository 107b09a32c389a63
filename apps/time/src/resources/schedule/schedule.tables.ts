import type { RecurrencePattern, ScheduledItemType, scheduleStatuses } from '@psa/contracts-time';
import type { NullableTimestampColumn, TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';
import type { ColumnType } from 'kysely';

type Json<T> = ColumnType<T, string | null, string | null>;

export interface ScheduleEntriesTable {
  tenant: TenantColumn;
  entry_id: string;
  title: string;
  scheduled_start: string;
  scheduled_end: string;
  timezone: string;
  work_item_type: ScheduledItemType | null;
  work_item_id: string | null;
  notes: string | null;
  is_private: boolean;
  status: (typeof scheduleStatuses)[number];
  recurrence_pattern: Json<RecurrencePattern | null>;
  recurs_until: NullableTimestampColumn;
  original_entry_id: string | null;
  created_by: string;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

export interface ScheduleAssigneesTable {
  tenant: TenantColumn;
  entry_id: string;
  user_id: string;
}

export interface HolidaysTable {
  tenant: TenantColumn;
  holiday_id: string;
  name: string;
  date: string;
  is_annual: boolean;
  created_at: TimestampColumn;
}

export interface CalendarFeedsTable {
  tenant: TenantColumn;
  user_id: string;
  /** SHA-256 of the token, in hexadecimal. */
  token_hash: string;
  created_at: TimestampColumn;
}
