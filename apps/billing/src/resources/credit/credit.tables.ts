import type { TransactionType } from '@psa/contracts-billing';
import type { NullableTimestampColumn, TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';

/** Credit of a client, as it was given. */
export interface CreditsTable {
  tenant: TenantColumn;
  credit_id: string;
  client_id: string;
  currency_code: string;
  amount: number;
  remaining_amount: number;
  /** Last day it can be used. */
  expiration_date: string | null;
  /** Entry of the journal that gave it. */
  entry_id: string;
  entry_type: TransactionType;
  /** Prepayment or credit note it comes from. */
  invoice_id: string | null;
  /** Days before its end of which it was told last. */
  reminded_days: number | null;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

/** Which credit paid for which invoice. */
export interface CreditApplicationsTable {
  tenant: TenantColumn;
  application_id: string;
  credit_id: string;
  invoice_id: string;
  amount: number;
  /** When it came back because the invoice was voided. */
  released_at: NullableTimestampColumn;
  created_at: TimestampColumn;
}
