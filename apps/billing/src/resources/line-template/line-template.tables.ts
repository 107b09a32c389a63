import type { LineTemplate } from '@psa/contracts-billing';
import type { TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';
import type { ColumnType } from 'kysely';

/** What contract lines are made from. */
export interface LineTemplatesTable {
  tenant: TenantColumn;
  template_id: string;
  template_name: string;
  template_description: string | null;
  contract_line_type: LineTemplate['contract_line_type'];
  billing_frequency: LineTemplate['billing_frequency'];
  base_rate: number | null;
  default_services: ColumnType<LineTemplate['default_services'], string, string>;
  is_public: boolean;
  created_by: string;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}
