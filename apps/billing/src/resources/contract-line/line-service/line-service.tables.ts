import type { LineService, RateTier } from '@psa/contracts-billing';
import type { TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';
import type { ColumnType } from 'kysely';

/** How a contract line bills a service. */
export interface LineServicesTable {
  tenant: TenantColumn;
  contract_line_id: string;
  service_id: string;
  quantity: number;
  custom_rate: number | null;
  configuration_type: LineService['configuration_type'];
  type_config: ColumnType<LineService['type_config'], string, string>;
  rate_tiers: ColumnType<RateTier[], string, string>;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}
