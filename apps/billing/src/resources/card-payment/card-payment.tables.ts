import type { PaymentLink } from '@psa/contracts-billing';
import type { TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';
import type { ColumnType, Generated } from 'kysely';

/** How clients pay by card; one row with scope `stripe`. */
export interface CardPaymentSettingsTable {
  tenant: TenantColumn;
  scope: string;
  is_active: boolean;
  sealed_secret_key: string | null;
  sealed_webhook_secret: string | null;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

export interface PaymentLinksTable {
  tenant: TenantColumn;
  link_id: string;
  invoice_id: string;
  session_id: string;
  url: string;
  amount: number;
  currency_code: string;
  status: PaymentLink['status'];
  expires_at: ColumnType<string, string, string>;
  /** Attempts the provider refused, and the last of them. */
  failures: Generated<number>;
  last_failure: Generated<string | null>;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

/** What a provider took; each payment of it is recorded once. */
export interface ProviderPaymentsTable {
  tenant: TenantColumn;
  provider_payment_id: string;
  invoice_id: string;
  amount: number;
  currency_code: string;
  refunded_amount: Generated<number>;
  /** Why it is on no invoice, so that somebody looks at it. */
  unassigned_reason: string | null;
  created_at: TimestampColumn;
}
