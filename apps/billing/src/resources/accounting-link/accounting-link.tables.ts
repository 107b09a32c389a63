import type { NullableTimestampColumn, TenantColumn, TimestampColumn } from '@psa/postgres-kit';
import type { Generated, GeneratedAlways, Selectable } from 'kysely';
import type { AccountingKind } from '../../ports/accounting.ts';

/** A record of PSA and the one that stands for it in the books of a company. Rows outlive the connection. */
export interface AccountingLinksTable {
  tenant: TenantColumn;
  link_id: string;
  provider: string;
  realm_id: string;
  entity: AccountingKind;
  local_id: string;
  /** Of payments `<payment>/<invoice>`, as one may pay several invoices. Null until the record is known to be there. */
  external_id: string | null;
  /** The payment of `external_id`. */
  external_payment_id: GeneratedAlways<string | null>;
  /** Names the request that creates the record, so that it can be repeated. */
  request_id: string;
  sync_token: string | null;
  /** Version of the record of PSA when both were equal. */
  synced_version: number | null;
  /** Of payments, what was taken over, in minor units. */
  synced_amount: number | null;
  status: 'pending' | 'synced' | 'error' | 'conflict';
  error: string | null;
  /** Whether the record of PSA was made from the other. */
  is_imported: Generated<boolean>;
  last_synced_at: NullableTimestampColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

export type AccountingLinkRow = Selectable<AccountingLinksTable>;
