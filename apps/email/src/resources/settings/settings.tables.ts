import type { JsonColumn, TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';
import type { ColumnType } from 'kysely';

type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;

export interface OutboundSettingsTable {
  tenant: TenantColumn;
  /** `tenant`: there is one row. */
  scope: string;
  from_name: string | null;
  from_address: string | null;
  provider_id: string | null;
  smtp_host: string | null;
  smtp_port: number;
  smtp_secure: boolean;
  smtp_username: string | null;
  sealed_smtp_password: Nullable<string>;
  rate_per_minute: number;
  default_language: string;
  reply_by_mail: boolean;
  client_domains: JsonColumn<Record<string, string>>;
  /** Addresses and domains whose mail is skipped. */
  skipped_senders: ColumnType<string[], readonly string[] | undefined, readonly string[]>;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}
