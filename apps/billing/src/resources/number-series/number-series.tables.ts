import type { TenantColumn } from '@psa/postgres-kit';

export interface NumberSeriesTable {
  tenant: TenantColumn;
  name: string;
  last_number: number;
}
