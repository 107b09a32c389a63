import type { TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';

/** What generated invoices of a client take off. */
export interface DiscountsTable {
  tenant: TenantColumn;
  discount_id: string;
  discount_name: string;
  client_id: string;
  contract_line_id: string | null;
  discount_type: 'percentage' | 'fixed';
  discount_percentage: number | null;
  amount: number | null;
  start_date: string;
  /** Exclusive. */
  end_date: string | null;
  order_number: number;
  is_active: boolean;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}
