import type { TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';

export interface TaxRatesTable {
  tenant: TenantColumn;
  tax_rate_id: string;
  region_code: string;
  /** Percent with up to four decimals; for sums its text is parsed exactly. */
  tax_percentage: number;
  description: string | null;
  start_date: string;
  end_date: string | null;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}
