import type { CommentDelivery } from '@psa/contracts-desk';
import type { JsonColumn, NullableTimestampColumn, TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';
import type { ColumnType } from 'kysely';

/** Who is notified of a change: the contact and staff, only staff, or no one. */
export type Notifies = 'everyone' | 'staff' | 'nobody';

type Count = ColumnType<number, number | undefined, number>;

export interface TicketSequencesTable {
  tenant: TenantColumn;
  name: string;
  prefix: string;
  padding_length: number;
  last_number: number;
}

export interface TicketsTable {
  tenant: TenantColumn;
  ticket_id: string;
  ticket_number: string;
  title: string;
  description: string | null;
  url: string | null;
  channel_id: string;
  client_id: string | null;
  location_id: string | null;
  contact_name_id: string | null;
  status_id: string;
  priority_id: string | null;
  category_id: string | null;
  subcategory_id: string | null;
  assigned_to: string | null;
  assigned_team_id: string | null;
  parent_ticket_id: string | null;
  merged_into: string | null;
  related_ticket_id: string | null;
  source: string;
  attributes: JsonColumn<Record<string, unknown>>;
  tags: string[];
  flags: string[];
  response_state: string | null;
  due_date: NullableTimestampColumn;
  is_closed: boolean;
  response_due_at: NullableTimestampColumn;
  resolution_due_at: NullableTimestampColumn;
  first_response_at: NullableTimestampColumn;
  sla_paused_since: NullableTimestampColumn;
  sla_paused_minutes: Count;
  response_breached_at: NullableTimestampColumn;
  resolution_breached_at: NullableTimestampColumn;
  /** Since when the client waits for the next answer. */
  update_since: NullableTimestampColumn;
  /** Paused minutes there had been by then. */
  update_paused_minutes: Count;
  update_due_at: NullableTimestampColumn;
  update_breached_at: NullableTimestampColumn;
  comment_count: Count;
  public_comment_count: Count;
  entered_by: string | null;
  entered_at: TimestampColumn;
  updated_by: string | null;
  updated_at: TimestampColumn;
  closed_by: string | null;
  closed_at: NullableTimestampColumn;
  version: VersionColumn;
}

export interface TicketCommentsTable {
  tenant: TenantColumn;
  comment_id: string;
  ticket_id: string;
  comment_text: string;
  comment_html: string | null;
  full_text: string | null;
  is_internal: boolean;
  is_resolution: boolean;
  time_spent: number | null;
  created_by: string | null;
  author_type: 'internal' | 'client' | 'system';
  contact_id: string | null;
  author_name: string | null;
  author_email: string | null;
  thread_id: string | null;
  parent_comment_id: string | null;
  metadata: JsonColumn<Record<string, unknown>>;
  attachments: JsonColumn<Record<string, unknown>[]>;
  by_mail: boolean;
  moved_from: string | null;
  /** What became of its mail; null while it has none. */
  mail_status: ColumnType<CommentDelivery['status'] | null, CommentDelivery['status'] | null | undefined, CommentDelivery['status'] | null>;
  mail_failures: ColumnType<CommentDelivery['failures'], string | undefined, string>;
  /** Who is told of it. */
  notifies: ColumnType<Notifies, Notifies | undefined, Notifies>;
  created_at: TimestampColumn;
  updated_at: NullableTimestampColumn;
  deleted_at: NullableTimestampColumn;
}

export interface TicketHistoryTable {
  tenant: TenantColumn;
  history_id: string;
  ticket_id: string;
  action: string;
  changes: JsonColumn<Record<string, { previous: unknown; new: unknown }>>;
  reason: string | null;
  actor_id: string | null;
  actor_type: string;
  created_at: TimestampColumn;
}

export interface TicketChecklistItemsTable {
  tenant: TenantColumn;
  checklist_item_id: string;
  ticket_id: string;
  item_text: string;
  is_required: boolean;
  is_completed: boolean;
  completed_by: string | null;
  completed_at: NullableTimestampColumn;
  order_number: number;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

export interface TicketWatchersTable {
  tenant: TenantColumn;
  watcher_id: string;
  ticket_id: string;
  user_id: string | null;
  contact_name_id: string | null;
  email: string | null;
  created_at: TimestampColumn;
}

export interface TicketAgentsTable {
  tenant: TenantColumn;
  ticket_id: string;
  user_id: string;
  created_at: TimestampColumn;
}

export interface TicketTimeEntriesTable {
  tenant: TenantColumn;
  entry_id: string;
  ticket_id: string;
  minutes: number;
  is_deleted: boolean;
  version: number;
}

/** Mails that were taken over, so that each takes effect once. */
export interface TicketMailsTable {
  tenant: TenantColumn;
  mail_key: string;
  ticket_id: string;
  comment_id: string | null;
  reopened: boolean;
  created_at: TimestampColumn;
}

/** Documents of tickets; their bytes are blobs. */
export interface TicketDocumentsTable {
  tenant: TenantColumn;
  document_id: string;
  ticket_id: string;
  comment_id: string | null;
  document_name: string;
  original_filename: string;
  mime_type: string;
  file_size: number;
  sha256: string;
  is_internal: boolean;
  uploaded_by: string | null;
  created_at: TimestampColumn;
}

export interface TicketTables {
  ticket_documents: TicketDocumentsTable;
  ticket_sequences: TicketSequencesTable;
  tickets: TicketsTable;
  ticket_comments: TicketCommentsTable;
  ticket_history: TicketHistoryTable;
  ticket_checklist_items: TicketChecklistItemsTable;
  ticket_watchers: TicketWatchersTable;
  ticket_agents: TicketAgentsTable;
  ticket_time_entries: TicketTimeEntriesTable;
  ticket_mails: TicketMailsTable;
}
