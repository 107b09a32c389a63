import type { TenantColumn } from '@psa/postgres-kit';

/** Minutes of a period that an invoice took of what a fee includes. */
export interface BucketDrawsTable {
  tenant: TenantColumn;
  invoice_id: string;
  client_contract_line_id: string;
  service_id: string;
  period_start: string;
  item_id: string;
  minutes: number;
  /** Those of them that were billed as beyond what the fee includes. */
  overage_minutes: number;
}
