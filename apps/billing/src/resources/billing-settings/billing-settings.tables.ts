import type { CreditOrder } from '@psa/contracts-billing';
import type { TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';

/** How the tenant bills; one row with scope `tenant`, none as long as nothing was changed. */
export interface BillingSettingsTable {
  tenant: TenantColumn;
  scope: string;
  default_currency: string;
  require_approval: boolean;
  enable_credit_expiration: boolean;
  credit_expiration_days: number;
  credit_application_order: CreditOrder;
  seller_name: string | null;
  seller_address: string | null;
  seller_tax_id: string | null;
  payment_instructions: string | null;
  auto_apply_credit: boolean;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}
