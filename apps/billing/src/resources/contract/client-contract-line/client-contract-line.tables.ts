import type { TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';
import type { Generated } from 'kysely';

export interface ClientContractLinesTable {
  tenant: TenantColumn;
  client_contract_line_id: string;
  client_id: string;
  contract_line_id: string;
  client_contract_id: string | null;
  service_category: string | null;
  start_date: string;
  end_date: string | null;
  is_active: boolean;
  /** Day it was deactivated. */
  ended_on: Generated<string | null>;
  custom_rate: number | null;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}
