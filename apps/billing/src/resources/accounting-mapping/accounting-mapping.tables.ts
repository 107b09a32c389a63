import type { TenantColumn, TimestampColumn } from '@psa/postgres-kit';
import type { Selectable } from 'kysely';

/** An account or tax region of PSA, and what stands for it in the books of one company. Rows outlive the connection. */
export interface AccountingMappingsTable {
  tenant: TenantColumn;
  mapping_id: string;
  provider: string;
  realm_id: string;
  entity: 'account' | 'tax_code';
  /** Name of the account, or the tax region. */
  local_key: string;
  external_id: string;
  /** Null for tax codes. */
  account_type: 'income' | 'expense' | 'asset' | 'liability' | 'equity' | null;
  is_default: boolean;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

export type AccountingMappingRow = Selectable<AccountingMappingsTable>;
