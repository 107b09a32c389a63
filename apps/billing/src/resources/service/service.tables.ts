import type { JsonColumn, TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';

export interface ServicesTable {
  tenant: TenantColumn;
  service_id: string;
  service_name: string;
  custom_service_type_id: string;
  billing_method: 'fixed' | 'hourly' | 'usage';
  default_rate: number;
  unit_of_measure: string;
  item_kind: 'service' | 'product';
  is_active: boolean;
  category_id: string | null;
  tax_rate_id: string | null;
  description: string | null;
  sku: string | null;
  prices: JsonColumn<{ currency_code: string; rate: number }[]>;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}
