import type { Generated } from 'kysely';
import type { BillingFrequency, Contract } from '@psa/contracts-billing';
import type { TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';

export interface ContractsTable {
  tenant: TenantColumn;
  contract_id: string;
  contract_name: string;
  client_id: string;
  billing_frequency: BillingFrequency;
  contract_description: string | null;
  start_date: string | null;
  end_date: string | null;
  status: Contract['status'];
  is_active: boolean;
  /** Day it was deactivated; null while it is active. */
  ended_on: Generated<string | null>;
  /** End of which it was told, and how many days before. */
  reminded_for: Generated<string | null>;
  reminded_days: Generated<number | null>;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

/** Days a contract was inactive before it was activated again. */
export interface ContractInactivePeriodsTable {
  tenant: TenantColumn;
  contract_id: string;
  starts_on: string;
  /** Exclusive. */
  ends_on: string;
}

export interface LinesOfContractsTable {
  tenant: TenantColumn;
  contract_id: string;
  contract_line_id: string;
  added_at: TimestampColumn;
}
