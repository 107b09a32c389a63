import type { TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';

export interface TimeSettingsTable {
  tenant: TenantColumn;
  /** `tenant`: there is one row. */
  scope: string;
  rounding_minutes: number;
  rounding_mode: 'up' | 'down' | 'nearest';
  separation_of_duties: boolean;
  allow_empty_sheets: boolean;
  overlong_minutes: number;
  due_days: number;
  default_service_id: string | null;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}
