/** What a sync covers, as it was asked for. */
export interface SyncScope {
  readonly sync_type?: 'create' | 'update' | 'bidirectional' | undefined;
  /** Clients, services, invoices or payments; all when absent. */
  readonly ids?: readonly string[] | undefined;
  readonly client_id?: string | undefined;
  readonly invoice_id?: string | undefined;
  readonly external_id?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly statuses?: readonly string[] | undefined;
  readonly force_update?: boolean | undefined;
  readonly include_inactive?: boolean | undefined;
  readonly include_line_items?: boolean | undefined;
  readonly auto_create_items?: boolean | undefined;
  readonly skip_existing?: boolean | undefined;
  readonly dry_run?: boolean | undefined;
  readonly import_payments?: boolean | undefined;
  readonly auto_create_clients?: boolean | undefined;
  readonly update_existing?: boolean | undefined;
  readonly include_unapplied?: boolean | undefined;
  /** Looks at what has changed at the provider since the last time, instead of at a range of dates. */
  readonly changes?: boolean | undefined;
}
