import type { TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';

export interface ServiceTypesTable {
  tenant: TenantColumn;
  service_type_id: string;
  name: string;
  billing_method: 'fixed' | 'hourly' | 'usage';
  order_number: number;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}
