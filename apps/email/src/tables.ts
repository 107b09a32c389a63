import type { InboundTicketDefaults, PauseReason, ProviderStatus, ProviderType } from '@psa/contracts-email';
import type { BlobTables } from '@psa/blob-kit';
import type { JsonColumn, NullableTimestampColumn, TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';
import type { ColumnType } from 'kysely';
import type { Cursor } from './ports/mailbox.ts';
import type {
  AwaitedMailsTable,
  InboundEmailsTable,
  MailAttachmentsTable,
  MailFilesTable,
  MailReferencesTable,
} from './resources/message/message.tables.ts';
import type { OutboundEmailsTable, StagedFilesTable, SuppressionsTable } from './resources/outbound/outbound.tables.ts';
import type { OutboundSettingsTable } from './resources/settings/settings.tables.ts';
import type { EmailTemplatesTable } from './resources/template/template.tables.ts';
import type { ReplicaTables } from './replicas/replica.tables.ts';

type Defaulted<T> = ColumnType<T, T | undefined, T>;
type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;

export interface MailProvidersTable {
  tenant: TenantColumn;
  provider_id: string;
  provider_type: ProviderType;
  provider_name: string;
  sender_display_name: string | null;
  mailbox: string;
  is_active: boolean;
  status: ProviderStatus;
  error_message: Nullable<string>;
  /** The members of its configuration that are no secrets. */
  config: JsonColumn<Record<string, unknown>>;
  sealed_secrets: Nullable<string>;
  has_secret: Defaulted<boolean>;
  has_tokens: Defaulted<boolean>;
  token_expires_at: NullableTimestampColumn;
  ticket_defaults: JsonColumn<InboundTicketDefaults | null>;
  cursor: JsonColumn<Cursor | null>;
  /** Raised when the cursor is reset from outside: a round that began before must not overwrite it. */
  generation: Defaulted<number>;
  paused_at: NullableTimestampColumn;
  pause_reason: Nullable<PauseReason>;
  auth_failure_count: Defaulted<number>;
  auth_failure_last_at: NullableTimestampColumn;
  auth_failure_code: Nullable<string>;
  next_sync_at: NullableTimestampColumn;
  /** The round that fetches from it, until `lease_until`. */
  sync_lease: Nullable<string>;
  lease_until: NullableTimestampColumn;
  last_sync_at: NullableTimestampColumn;
  last_sync_error: Nullable<string>;
  sync_failures: Defaulted<number>;
  /** How often mails, by their id at the provider, could not be fetched or stored; until the page they are on is stored. */
  fetch_failures: JsonColumn<Record<string, number>>;
  unhealthy_since: NullableTimestampColumn;
  /** Pub/Sub or Graph subscription pushes come by. */
  subscription_ref: Nullable<string>;
  subscription_state: Nullable<string>;
  sealed_client_state: Nullable<string>;
  watch_expires_at: NullableTimestampColumn;
  watch_attempt_at: NullableTimestampColumn;
  watch_result: Nullable<'success' | 'failure'>;
  watch_error: Nullable<string>;
  last_push_at: NullableTimestampColumn;
  silent_runs: Defaulted<number>;
  /** The process whose connection waits for mail, until `watch_expires_at`. */
  idle_lease: Nullable<string>;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

export interface OauthStatesTable {
  tenant: TenantColumn;
  state_id: string;
  provider_id: string;
  user_id: string;
  session_id: string;
  sealed_verifier: string;
  success_redirect: string;
  expires_at: TimestampColumn;
}

/** Every table of the service, by name. */
export interface Tables extends ReplicaTables, BlobTables {
  mail_providers: MailProvidersTable;
  oauth_states: OauthStatesTable;
  inbound_emails: InboundEmailsTable;
  awaited_mails: AwaitedMailsTable;
  mail_files: MailFilesTable;
  mail_attachments: MailAttachmentsTable;
  mail_references: MailReferencesTable;
  outbound_emails: OutboundEmailsTable;
  staged_files: StagedFilesTable;
  suppressions: SuppressionsTable;
  email_templates: EmailTemplatesTable;
  outbound_settings: OutboundSettingsTable;
}
