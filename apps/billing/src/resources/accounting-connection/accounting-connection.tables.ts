import type { NullableTimestampColumn, TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';
import type { ColumnType } from 'kysely';

/** The company of an accounting system a tenant is connected to; one for each system. */
export interface AccountingConnectionsTable {
  tenant: TenantColumn;
  provider: string;
  connection_id: string;
  realm_id: string;
  display_name: string;
  status: 'active' | 'expired' | 'error' | 'disconnected';
  /** Access and refresh token as JSON; null once disconnected. */
  sealed_tokens: string | null;
  token_expires_at: NullableTimestampColumn;
  refresh_expires_at: NullableTimestampColumn;
  /** Until when one process may renew the tokens alone. */
  refresh_lease_until: NullableTimestampColumn;
  last_validated_at: NullableTimestampColumn;
  error: string | null;
  /** Up to when changes at the provider were read. */
  changes_read_until: NullableTimestampColumn;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

/** Attempts to connect; a row is deleted when its state comes back. */
export interface AccountingOAuthStatesTable {
  tenant: TenantColumn;
  state_hash: string;
  provider: string;
  user_id: string;
  redirect_uri: string;
  sealed_verifier: string;
  expires_at: ColumnType<string, string, string>;
  created_at: TimestampColumn;
}
