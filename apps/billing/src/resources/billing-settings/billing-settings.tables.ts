import type { BillingSettings, CreditOrder } from '@psa/contracts-billing';
import type { TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';
import type { ColumnType } from 'kysely';

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
  seller_city: string | null;
  seller_postal_code: string | null;
  seller_country_code: string | null;
  e_invoice: BillingSettings['e_invoice'];
  seller_contact_name: string | null;
  seller_phone: string | null;
  seller_email: string | null;
  seller_iban: string | null;
  seller_tax_id: string | null;
  payment_instructions: string | null;
  /** As it ships when null. */
  business_hours: ColumnType<BillingSettings['business_hours'] | null, string | null, string | null>;
  tax_rounding: BillingSettings['tax_rounding'];
  zero_dollar_invoice_handling: BillingSettings['zero_dollar_invoice_handling'];
  auto_apply_credit: boolean;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}
