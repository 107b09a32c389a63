import type { OutboundStatus, SuppressionReason } from '@psa/contracts-email';
import type { JsonColumn, NullableTimestampColumn, TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';
import type { ColumnType } from 'kysely';

type Defaulted<T> = ColumnType<T, T | undefined, T>;
type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;

export interface Bounce {
  readonly address: string;
  readonly reason: string;
  readonly permanent: boolean;
  readonly at: string;
}

export interface StagedFile {
  readonly filename: string;
  readonly content_type: string | null;
  readonly size: number;
  readonly pieces: number;
  /** Set for an inline image, which the HTML refers to. */
  readonly content_id?: string;
}

/** Headers that make an answer part of its thread. */
export interface ThreadHeaders {
  readonly in_reply_to?: string;
  readonly references?: readonly string[];
  readonly reply_to?: string;
}

export interface OutboundEmailsTable {
  tenant: TenantColumn;
  mail_id: string;
  idempotency_key: string;
  source: string;
  recipients_to: string[];
  recipients_cc: string[];
  recipients_bcc: string[];
  subject: string;
  status: OutboundStatus;
  rfc_message_id: string;
  /** The mailbox it leaves by; the mail server when null. */
  provider_id: string | null;
  provider_message_id: Nullable<string>;
  thread_headers: JsonColumn<ThreadHeaders | null>;
  is_essential: boolean;
  /** A program wrote it, and no person. */
  is_automatic: Defaulted<boolean>;
  /** Text and HTML, which may hold links that let their reader in; gone once it was sent. */
  sealed_content: Nullable<string>;
  files: JsonColumn<StagedFile[]>;
  ticket_id: string | null;
  comment_id: string | null;
  attempts: Defaulted<number>;
  error: Nullable<string>;
  bounces: JsonColumn<Bounce[]>;
  /** Left out, because they are on the suppression list. */
  recipients_suppressed: Defaulted<string[]>;
  /** Those who got the mail in an earlier try, or to whom it was refused for good. */
  recipients_done: Defaulted<string[]>;
  sent_at: NullableTimestampColumn;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

export interface StagedFilesTable {
  tenant: TenantColumn;
  idempotency_key: string;
  file: number;
  piece: number;
  bytes: Uint8Array;
  created_at: TimestampColumn;
}

export interface SuppressionsTable {
  tenant: TenantColumn;
  suppression_id: string;
  address: string;
  reason: SuppressionReason;
  note: string | null;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}
