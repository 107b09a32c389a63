import type { BillingCycle, BillingRun } from '@psa/contracts-billing';
import type { NullableTimestampColumn, TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';
import type { Generated } from 'kysely';

export interface BillingCyclesTable {
  tenant: TenantColumn;
  billing_cycle_id: string;
  client_id: string;
  period_start: string;
  period_end: string;
  status: BillingCycle['status'];
  invoice_id: string | null;
  last_error: string | null;
  unapproved_minutes: number;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

export interface BillingRunsTable {
  tenant: TenantColumn;
  run_id: string;
  as_of: string;
  trigger: BillingRun['trigger'];
  status: BillingRun['status'];
  clients: number;
  clients_done: Generated<number>;
  invoices_created: Generated<number>;
  nothing_to_bill: Generated<number>;
  failed: Generated<number>;
  started_by: string | null;
  finished_at: NullableTimestampColumn;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

/** What came of a client of a run; without an outcome as long as it waits. */
export interface BillingRunClientsTable {
  tenant: TenantColumn;
  run_id: string;
  client_id: string;
  outcome: 'invoiced' | 'nothing_to_bill' | 'failed' | null;
  invoices_created: Generated<number>;
  error: string | null;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}
