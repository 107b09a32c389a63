import type { InvoiceBlueprint, RecurringInvoice } from '@psa/contracts-billing';
import type { TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';
import type { ColumnType, Generated } from 'kysely';

/** An invoice that is made again and again. */
export interface RecurringInvoicesTable {
  tenant: TenantColumn;
  template_id: string;
  client_id: string;
  name: string;
  frequency: RecurringInvoice['frequency'];
  start_date: string;
  end_date: string | null;
  max_generations: number | null;
  generated_count: Generated<number>;
  next_generation_date: string | null;
  last_error: string | null;
  is_active: boolean;
  invoice_template: ColumnType<InvoiceBlueprint, string, string>;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}
