import type { TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';

export interface TimePeriodsTable {
  tenant: TenantColumn;
  period_id: string;
  start_date: string;
  /** Exclusive. */
  end_date: string;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

/** Every table of the service, by name. */
export interface Tables {
  time_periods: TimePeriodsTable;
}
