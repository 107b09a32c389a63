import type { TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';
import type { CycleAnchor } from '@psa/contracts-billing';
import type { ColumnType, Generated } from 'kysely';

/** How a client is billed; no row as long as nothing was said and no cycle was billed. */
export interface ClientBillingTable {
  tenant: TenantColumn;
  client_id: string;
  auto_finalize: Generated<boolean>;
  auto_send: Generated<boolean>;
  cycle_anchor: ColumnType<CycleAnchor | null, string | null | undefined, string | null>;
  currency_code: string | null;
  po_number: string | null;
  po_required: Generated<boolean>;
  invoice_emails: Generated<string[]>;
  buyer_reference: Generated<string | null>;
  invoice_template_id: Generated<string | null>;
  bills_from: string | null;
  next_cycle_start: string | null;
  retry_on: string | null;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}
