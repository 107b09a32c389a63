import type { TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';
import type { Generated } from 'kysely';

/** How a client pays: what the provider knows it by, never the number. */
export interface PaymentMethodsTable {
  tenant: TenantColumn;
  payment_method_id: string;
  client_id: string;
  type: 'credit_card' | 'bank_account';
  provider: string | null;
  provider_token: string | null;
  last4: string;
  exp_month: string | null;
  exp_year: string | null;
  is_default: boolean;
  is_deleted: Generated<boolean>;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}
