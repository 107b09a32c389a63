import type { Account, TransactionType } from '@psa/contracts-billing';
import type { TenantColumn, TimestampColumn } from '@psa/postgres-kit';
import type { Generated } from 'kysely';

/** What happened; rows are only ever added. */
export interface JournalEntriesTable {
  tenant: TenantColumn;
  entry_id: string;
  type: TransactionType;
  client_id: string;
  invoice_id: string | null;
  credit_id: string | null;
  /** For invoices and payments what the client owes more or less; for credits what the client has more or less. */
  amount: number;
  currency_code: string;
  occurred_on: string;
  reference_number: string | null;
  description: string | null;
  metadata: Record<string, unknown> | null;
  expiration_date: string | null;
  related_entry_id: string | null;
  /** Whether it undoes the related entry, which can happen once. */
  is_reversal: Generated<boolean>;
  actor_id: string;
  created_at: TimestampColumn;
}

/**
 * Money that moves from one account to another. Each row is a debit and a credit of the same amount, so that every entry, every
 * client and every currency is balanced by the form of the table.
 */
export interface JournalTransfersTable {
  tenant: TenantColumn;
  entry_id: string;
  line: number;
  debit_account: Account;
  credit_account: Account;
  amount: number;
  currency_code: string;
  occurred_on: string;
  /** Whose account is debited. */
  client_id: string;
  /** Whose account is credited: another client's in a transfer alone. */
  credit_client_id: string;
  invoice_id: string | null;
  credit_id: string | null;
}
