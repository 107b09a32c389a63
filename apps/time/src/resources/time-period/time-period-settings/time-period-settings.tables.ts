import type { PeriodFrequency } from '@psa/contracts-time';
import type { TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';

export interface TimePeriodSettingsTable {
  tenant: TenantColumn;
  time_period_settings_id: string;
  frequency: PeriodFrequency;
  interval: number;
  start_day: number | null;
  end_day: number | null;
  start_month: number | null;
  end_month: number | null;
  effective_from: string;
  /** Exclusive. */
  effective_to: string | null;
  is_active: boolean;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}
