import type { BillingFrequency, ContractLine, ContractLineType } from '@psa/contracts-billing';
import type { TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';

export interface ContractLinesTable {
  tenant: TenantColumn;
  contract_line_id: string;
  contract_line_name: string;
  billing_frequency: BillingFrequency;
  contract_line_type: ContractLineType;
  is_custom: boolean;
  service_category: string | null;
  cadence_owner: ContractLine['cadence_owner'];
  billing_timing: ContractLine['billing_timing'];
  /** Of its rates; that of each invoice when null. */
  currency_code: string | null;
  base_rate: number | null;
  enable_proration: boolean;
  billing_cycle_alignment: ContractLine['billing_cycle_alignment'];
  hourly_rate: number | null;
  minimum_billable_time: number;
  round_up_to_nearest: number;
  enable_overtime: boolean;
  overtime_rate: number | null;
  overtime_threshold: number | null;
  enable_after_hours_rate: boolean;
  after_hours_multiplier: number | null;
  location_id: string | null;
  features: string[];
  /** What counts from `activation_date` on; before that day its opposite. */
  is_active: boolean;
  activation_date: string | null;
  activation_reason: string | null;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

/** Days a contract line was inactive before it was activated again. */
export interface ContractLineInactivePeriodsTable {
  tenant: TenantColumn;
  contract_line_id: string;
  /** Null where it had never been active before. */
  starts_on: string | null;
  /** Exclusive. */
  ends_on: string;
}
