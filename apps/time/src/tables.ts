import type { NullableTimestampColumn, TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';
import type { ReplicaTables } from './replicas/replica.tables.ts';
import type {
  CalendarFeedsTable,
  HolidaysTable,
  ScheduleAssigneesTable,
  ScheduleEntriesTable,
} from './resources/schedule/schedule.tables.ts';
import type { TimeSettingsTable } from './resources/settings/settings.tables.ts';
import type { TimeEntriesTable } from './resources/time-entry/time-entry.tables.ts';
import type { TimePeriodSettingsTable } from './resources/time-period/time-period-settings/time-period-settings.tables.ts';
import type { TimeSheetCommentsTable, TimeSheetsTable } from './resources/time-sheet/time-sheet.tables.ts';
import type { WorkingHoursTable } from './resources/working-hours/working-hours.tables.ts';
import type { TimeTemplatesTable } from './resources/time-template/time-template.tables.ts';
import type { TimeSessionsTable } from './resources/time-tracking/time-session.tables.ts';

export interface TimePeriodsTable {
  tenant: TenantColumn;
  period_id: string;
  start_date: string;
  /** Exclusive. */
  end_date: string;
  /** Since when no time is logged in it any more. */
  closed_at: NullableTimestampColumn;
  closed_by: string | null;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

/** Every table of the service, by name. */
export interface Tables extends ReplicaTables {
  time_periods: TimePeriodsTable;
  working_hours: WorkingHoursTable;
  schedule_entries: ScheduleEntriesTable;
  schedule_assignees: ScheduleAssigneesTable;
  holidays: HolidaysTable;
  calendar_feeds: CalendarFeedsTable;
  time_period_settings: TimePeriodSettingsTable;
  time_settings: TimeSettingsTable;
  time_sheets: TimeSheetsTable;
  time_sheet_comments: TimeSheetCommentsTable;
  time_entries: TimeEntriesTable;
  time_sessions: TimeSessionsTable;
  time_templates: TimeTemplatesTable;
}
