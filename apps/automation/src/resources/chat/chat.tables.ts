import type { TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';

/** What a tenant has decided about the assistant: one row at most. */
export interface ChatSettingsTable {
  tenant: TenantColumn;
  scope: string;
  is_enabled: boolean;
  version: VersionColumn;
  updated_at: TimestampColumn;
}
