import type { InboundOutcome, InboundReason, InboundStatus, MatchedBy } from '@psa/contracts-email';
import type { NullableTimestampColumn, TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';
import type { ColumnType } from 'kysely';

type Defaulted<T> = ColumnType<T, T | undefined, T>;
type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;

export interface InboundEmailsTable {
  tenant: TenantColumn;
  message_id: string;
  /** The mailbox it came by; the id of one that may be deleted since. */
  provider_id: string | null;
  mailbox: string;
  /** Id at the provider: a mail is stored once for each mailbox. */
  external_id: string;
  external_thread_id: string | null;
  rfc_message_id: string | null;
  /** The same for the same mail in two mailboxes: it becomes one ticket. */
  content_key: string;
  from_address: string | null;
  from_name: string | null;
  subject: string;
  size: number;
  status: InboundStatus;
  outcome: Nullable<InboundOutcome>;
  matched_by: Nullable<MatchedBy>;
  reason: Nullable<InboundReason>;
  error: Nullable<string>;
  is_automated: Defaulted<boolean>;
  authentication: Defaulted<'pass' | 'fail' | 'none'>;
  ticket_id: Nullable<string>;
  comment_id: Nullable<string>;
  /** The mail as it arrived; null when it is not kept, or no longer. */
  raw_blob_id: Nullable<string>;
  released_at: NullableTimestampColumn;
  received_at: TimestampColumn;
  processed_at: NullableTimestampColumn;
  /** When it is fetched again, which its mailbox did not hand out; null when it is not by itself. */
  fetch_again_at: NullableTimestampColumn;
  /** Attempts to process it that failed for its own sake; of one that is not fetched, attempts to fetch it again. */
  failures: Defaulted<number>;
  /** Attempts after the first that began and were never heard of again, one after the other. */
  crashes: Defaulted<number>;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

/** Mails that wait for others, which they answer. */
export interface AwaitedMailsTable {
  tenant: TenantColumn;
  /** The one that waits. */
  message_id: string;
  rfc_message_id: string;
}

/** Files of mails, each once however many mails carry it. */
export interface MailFilesTable {
  tenant: TenantColumn;
  /** SHA-256 of its bytes. */
  file_hash: string;
  blob_id: string;
  size: number;
  created_at: TimestampColumn;
}

export interface MailAttachmentsTable {
  tenant: TenantColumn;
  attachment_id: string;
  message_id: string;
  place: number;
  /** The file in `mail_files`; null when its bytes are not kept. */
  file_hash: string | null;
  filename: string;
  content_type: string;
  size: number;
  content_id: string | null;
  skipped: string | null;
}

export interface MailReferencesTable {
  tenant: TenantColumn;
  /** `mid:<Message-ID>`, `thread:<mailbox>:<provider thread>` or `token:<hash of a reply token>`. */
  reference: string;
  ticket_id: string;
  comment_id: string | null;
  created_at: TimestampColumn;
}
