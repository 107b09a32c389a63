import type { TenantColumn, TimestampColumn } from '@psa/postgres-kit';

export interface WorkingHoursTable {
  tenant: TenantColumn;
  working_hours_id: string;
  user_id: string;
  effective_from: string;
  /** From Monday. */
  minutes_by_weekday: number[];
  created_by: string;
  created_at: TimestampColumn;
}
