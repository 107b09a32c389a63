import type { TenantColumn, TimestampColumn } from '@psa/postgres-kit';
import type { ColumnType } from 'kysely';

/** What a client used. The invoice that bills it claims it by its id. */
export interface UsageRecordsTable {
  tenant: TenantColumn;
  usage_id: string;
  transaction_id: string;
  client_id: string;
  service_id: string;
  contract_line_id: string | null;
  quantity: number;
  usage_date: string;
  metadata: ColumnType<Record<string, unknown> | null, string | null, string | null>;
  invoice_id: string | null;
  item_id: string | null;
  created_at: TimestampColumn;
}
