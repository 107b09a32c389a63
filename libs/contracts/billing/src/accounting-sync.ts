import { Id, listQuery, one, page, payload, type RouteGroup, routes, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { CurrencyCode } from './money-fields.ts';

/** Records one sync may have. */
export const MAX_SYNC_RECORDS = 10_000;
/** Errors that a result shows; the records of a sync show all. */
const MAX_ERRORS = 100;
/** Ids one request may name. */
const MAX_IDS = 1_000;

export const accountingOperations = [
  'customer_sync',
  'item_sync',
  'tax_sync',
  'invoice_export',
  'invoice_import',
  'payment_sync',
  'full_sync',
  'test_connection',
] as const;
const Operation = z.enum(accountingOperations);
export type AccountingOperation = z.infer<typeof Operation>;
const SyncStatus = z.enum(['pending', 'in_progress', 'completed', 'partial', 'failed', 'cancelled']);
export const accountingEntities = ['customer', 'item', 'tax_code', 'invoice', 'credit_note', 'payment', 'connection'] as const;
const Entity = z.enum(accountingEntities);
const Outcome = z.enum(['created', 'updated', 'voided', 'imported', 'unchanged', 'skipped']);

const day = z.iso.date();
const dateRange = z
  .object({ start_date: day.describe('First day'), end_date: day.describe('Last day') })
  .refine(({ start_date, end_date }) => start_date <= end_date, { path: ['end_date'], message: 'must not be before start_date' })
  .optional();
const ids = (what: string) => z.array(Id).min(1).max(MAX_IDS).optional().describe(what);
const externalId = z.string().regex(/^[A-Za-z0-9]{1,32}$/, 'must be an id of QuickBooks');
const syncType = z.enum(['create', 'update', 'bidirectional']).default('bidirectional');

const SyncCustomers = z
  .object({
    client_id: Id.optional().describe('Only this client'),
    sync_type: syncType.describe(
      '`create` writes clients that have no customer, `update` those that have one; `bidirectional` takes over names too',
    ),
    force_update: z.boolean().default(false).describe('Writes clients over customers that were changed in QuickBooks'),
    include_inactive: z.boolean().default(false).describe('Whether inactive clients are written too'),
  })
  .meta({ id: 'SyncAccountingCustomers', example: { sync_type: 'create' } });

const SyncItems = z.object({ service_ids: ids('Only these services') }).meta({ id: 'SyncAccountingItems', example: {} });

const ExportInvoices = z
  .object({
    invoice_id: Id.optional().describe('Only this invoice or credit note'),
    invoice_ids: ids('Only these'),
    date_range: dateRange.describe('Only those with a date in it'),
    status_filter: z
      .array(z.enum(['sent', 'partially_applied', 'paid', 'overdue', 'cancelled']))
      .max(5)
      .optional()
      .describe('Only those in these states'),
    client_id: Id.optional().describe('Only those of this client'),
    export_format: z.literal('qbo').default('qbo').describe('Format; downloads as JSON or CSV are at `/invoices/export`'),
    include_line_items: z.boolean().default(true).describe('Whether QuickBooks gets each line, or one for each tax code'),
    auto_create_items: z.boolean().default(true).describe('Whether services without an item get one'),
    skip_existing: z.boolean().default(false).describe('Leaves out what was exported before, whatever has changed'),
    dry_run: z.boolean().default(false).describe('Lists everything that would be refused, and writes nothing'),
  })
  .meta({ id: 'ExportInvoicesToAccounting', example: { date_range: { start_date: '2026-01-01', end_date: '2026-12-31' }, dry_run: true } });

const ImportInvoices = z
  .object({
    qbo_invoice_id: externalId.optional().describe('Only this invoice'),
    date_range: dateRange.describe('Only those with a date in it; the last 90 days when absent'),
    import_payments: z.boolean().default(true).describe('Whether payments of exported invoices are taken over too'),
    auto_create_clients: z.boolean().default(false).describe('Whether customers without a client get one'),
    update_existing: z.boolean().default(true).describe('Whether drafts that were imported before are changed to what QuickBooks has'),
  })
  .meta({ id: 'ImportInvoicesFromAccounting', example: {} });

const SyncPayments = z
  .object({
    payment_id: Id.optional().describe('Only this payment'),
    invoice_id: Id.optional().describe('Only payments of this invoice'),
    date_range: dateRange.describe('Only those with a date in it; the last 90 days when absent'),
    sync_type: syncType.describe(
      '`create` writes payments to QuickBooks, `update` takes over those entered there; `bidirectional` does both',
    ),
    include_unapplied: z.boolean().default(false).describe('Whether payments that QuickBooks applies to no invoice are listed as errors'),
  })
  .meta({ id: 'SyncAccountingPayments', example: { sync_type: 'update' } });

const BulkSync = z
  .object({
    operations: z
      .array(
        z.object({
          operation_type: Operation.describe('What is done'),
          entity_ids: ids('Only these clients, services, invoices or payments'),
          date_range: dateRange.describe('Only invoices or payments with a date in it'),
        }),
      )
      .min(1)
      .max(10)
      .describe('What is done, in this order; `full_sync` stands for customers, items, invoices and payments'),
    execution_mode: z
      .enum(['sequential', 'parallel'])
      .default('sequential')
      .describe('QuickBooks limits the calls of a company, so operations follow each other in both modes'),
    stop_on_error: z.boolean().default(false).describe('Whether the rest is cancelled after an operation that failed'),
    notification_email: z.email().max(255).optional().describe('Who is told by mail when all is done'),
  })
  .meta({ id: 'AccountingBulkSync', example: { operations: [{ operation_type: 'customer_sync' }, { operation_type: 'invoice_export' }] } });
export type BulkSync = z.infer<typeof BulkSync>;

const SyncError = z.object({
  entity: Entity.describe('What it is about'),
  local_id: z.string().nullable().describe('Its id here'),
  external_id: z.string().nullable().describe('Its id in QuickBooks'),
  message: z.string().describe('What is wrong, and what to do'),
});

const counts = {
  processed: z.int().describe('Records that were looked at'),
  successful: z.int().describe('Records that are equal on both sides now, or were left out'),
  failed: z.int().describe('Records that could not be synchronized'),
  created: z.int().describe('Records created in QuickBooks'),
  updated: z.int().describe('Records changed in QuickBooks, or here'),
  voided: z.int().describe('Documents voided in QuickBooks, or payments undone here'),
  imported: z.int().describe('Records created here'),
  unchanged: z.int().describe('Records that were equal already'),
  skipped: z.int().describe('Records that were left out'),
};

const SyncResult = z
  .object({
    sync_id: Id.describe('Identifies the sync'),
    operation_type: Operation.describe('What it does'),
    status: SyncStatus.describe('A sync that takes longer than the request goes on; read it by its id'),
    ...counts,
    errors: z.array(SyncError).max(MAX_ERRORS).describe('The first 100 errors'),
    sync_duration_ms: z.int().describe('How long it has taken'),
    last_sync_date: Timestamp.nullable().describe('When it ended'),
  })
  .meta({ id: 'AccountingSyncResult' });
export type AccountingSyncResult = z.infer<typeof SyncResult>;

const CustomerSyncResult = SyncResult.extend({
  synced_customers: z.int().describe('As `successful`'),
  created_customers: z.int().describe('As `created`'),
  updated_customers: z.int().describe('As `updated`'),
  failed_customers: z.int().describe('As `failed`'),
}).meta({ id: 'AccountingCustomerSyncResult' });

const Sync = z
  .object({
    sync_id: Id.describe('Identifies the sync'),
    bulk_sync_id: Id.nullable().describe('Bulk sync it is part of'),
    operation_type: Operation.describe('What it does'),
    trigger: z.enum(['request', 'schedule']).describe('What started it'),
    status: SyncStatus.describe('`partial`: some records could not be synchronized'),
    started_at: Timestamp.nullable().describe('When it began'),
    completed_at: Timestamp.nullable().describe('When it ended'),
    duration_ms: z.int().nullable().describe('How long it took, or has taken'),
    records_total: z.int().nullable().describe('Records it has to look at; null before they are counted'),
    records_processed: z.int().describe('Those that are done'),
    records_successful: z.int().describe('Those that succeeded'),
    records_failed: z.int().describe('Those that failed'),
    error_message: z.string().nullable().describe('Why it ended early'),
    requested_by: Id.nullable().describe('Who asked for it'),
    created_at: Timestamp.describe('When it was asked for'),
  })
  .meta({ id: 'AccountingSync' });
export type AccountingSync = z.infer<typeof Sync>;

const SyncRecord = SyncError.omit({ message: true })
  .extend({
    position: z.int().describe('Its place, from 1'),
    status: z.enum(['pending', 'done', 'failed']).describe('State'),
    outcome: Outcome.nullable().describe('What was done'),
    attempts: z.int().describe('How often it was tried'),
    error: z.string().nullable().describe('What is wrong, and what to do'),
    updated_at: Timestamp.describe('When it was last tried'),
  })
  .meta({ id: 'AccountingSyncRecord' });
export type AccountingSyncRecord = z.infer<typeof SyncRecord>;

const BulkSyncStatus = z
  .object({
    bulk_sync_id: Id.describe('Identifies the bulk sync'),
    status: SyncStatus.describe('State of all of it'),
    operation_results: z.array(Sync).describe('Its operations, in their order'),
  })
  .meta({ id: 'AccountingBulkSyncStatus' });
export type AccountingBulkSyncStatus = z.infer<typeof BulkSyncStatus>;

export const AccountingSyncListQuery = listQuery({
  sort: ['created_at', 'updated_at'],
  defaultSort: 'created_at',
  filters: {
    operation_type: Operation.optional().describe('Only those that do this'),
    status: SyncStatus.optional().describe('Only those in this state'),
    bulk_sync_id: Id.optional().describe('Only those of this bulk sync'),
  },
}).omit({ search: true });
export type AccountingSyncListQuery = z.infer<typeof AccountingSyncListQuery>;

export const AccountingSyncRecordListQuery = listQuery({
  sort: ['position'],
  defaultSort: 'position',
  defaultOrder: 'asc',
  filters: { status: SyncRecord.shape.status.optional().describe('Only those in this state') },
}).omit({ search: true, created_from: true, created_to: true });
export type AccountingSyncRecordListQuery = z.infer<typeof AccountingSyncRecordListQuery>;

const MonthComparison = z.object({
  month: z.string().describe('Month, such as 2026-01'),
  currency_code: CurrencyCode.describe('Currency'),
  local_total: z.int().describe('Exported invoices less credit notes here, in minor units'),
  external_total: z.int().describe('The same in QuickBooks'),
  difference: z.int().describe('What QuickBooks has more'),
});
const Difference = z.object({
  invoice_id: Id.nullable().describe('The document here; null where QuickBooks has one that is not linked'),
  number: z.string().nullable().describe('Its number'),
  qbo_invoice_id: z.string().nullable().describe('The document in QuickBooks; null where it is missing'),
  local_total: z.int().nullable().describe('Total here, in minor units'),
  external_total: z.int().nullable().describe('Total in QuickBooks'),
  message: z.string().describe('What differs'),
});
const Reconciliation = z
  .object({
    realm_id: z.string().describe('Company in QuickBooks'),
    is_equal: z.boolean().describe('Whether nothing differs'),
    months: z.array(MonthComparison).describe('Totals of both sides by month'),
    differences: z.array(Difference).max(1_000).describe('Documents that differ, the first 1,000'),
  })
  .meta({ id: 'AccountingReconciliation' });
export type AccountingReconciliation = z.infer<typeof Reconciliation>;

export const AccountingReconciliationQuery = z
  .object({
    date_from: day.describe('First day').meta({ examples: ['2026-01-01'] }),
    date_to: day.describe('Last day, at most 366 days later').meta({ example: '2026-12-31' }),
  })
  .refine(({ date_from, date_to }) => date_from <= date_to, { path: ['date_to'], message: 'must not be before date_from' });

const BASE = '/api/v1/integrations/quickbooks';
const group: RouteGroup = {
  service: 'billing',
  form: 'data',
  tag: 'Accounting',
  staffOnly: true,
  aliases: [[`${BASE}/bulk/sync`, `${BASE}/sync/bulk`]],
};
const params = z.object({ id: Id.describe('Sync id') });
const write = { permission: 'billing_settings:update', errors: ['CONFLICT'] } as const;
const waits =
  'Answers when the sync has ended, or after 20 seconds with what was done so far; it then goes on. One sync of a company runs at a time.';

export const accountingSyncRoutes = routes(group, {
  syncAccountingCustomers: {
    ...write,
    method: 'post',
    path: `${BASE}/customers/sync`,
    mayUse: ['client:update'],
    summary: 'Synchronize clients with customers of QuickBooks Online',
    description: `${waits} To take over names of customers takes \`client:update\`.`,
    body: SyncCustomers,
    reply: payload(z.object({ data: CustomerSyncResult })),
  },
  syncAccountingItems: {
    ...write,
    method: 'post',
    path: `${BASE}/items/sync`,
    summary: 'Write services as items to QuickBooks Online',
    description: waits,
    body: SyncItems,
    reply: payload(z.object({ data: SyncResult })),
  },
  exportInvoicesToAccounting: {
    ...write,
    method: 'post',
    path: `${BASE}/invoices/export`,
    summary: 'Export final invoices and credit notes to QuickBooks Online',
    description: `${waits} Prepayments are not exported. One that is void is voided in QuickBooks too, unless payments are applied to it there.`,
    body: ExportInvoices,
    reply: payload(z.object({ data: SyncResult })),
  },
  importInvoicesFromAccounting: {
    ...write,
    method: 'post',
    path: `${BASE}/invoices/import`,
    mayUse: ['invoice:create', 'client:create'],
    summary: 'Import invoices of QuickBooks Online as drafts',
    description: `${waits} Takes \`invoice:create\`, and \`client:create\` to create clients.`,
    body: ImportInvoices,
    reply: payload(z.object({ data: SyncResult })),
  },
  syncAccountingPayments: {
    ...write,
    method: 'post',
    path: `${BASE}/payments/sync`,
    mayUse: ['invoice:credit'],
    summary: 'Synchronize payments of exported invoices with QuickBooks Online',
    description: `${waits} To take over payments takes \`invoice:credit\`.`,
    body: SyncPayments,
    reply: payload(z.object({ data: SyncResult })),
  },
  startAccountingBulkSync: {
    ...write,
    method: 'post',
    path: `${BASE}/bulk/sync`,
    mayUse: ['client:update', 'invoice:create', 'invoice:credit'],
    summary: 'Do several operations with QuickBooks Online',
    body: BulkSync,
    reply: payload(z.object({ data: BulkSyncStatus }), 202),
  },
  getAccountingBulkSync: {
    method: 'get',
    path: `${BASE}/bulk/sync/{id}`,
    permission: 'billing_settings:read',
    summary: 'Read a bulk sync',
    params: z.object({ id: Id.describe('Bulk sync id') }),
    reply: one(BulkSyncStatus),
    errors: ['NOT_FOUND'],
  },
  cancelAccountingBulkSync: {
    method: 'post',
    path: `${BASE}/bulk/sync/{id}/cancel`,
    permission: 'billing_settings:update',
    summary: 'Cancel a bulk sync',
    description: 'The record that is being written is finished. What is done stays done.',
    params: z.object({ id: Id.describe('Bulk sync id') }),
    reply: one(BulkSyncStatus),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  listAccountingSyncs: {
    method: 'get',
    path: `${BASE}/sync/history`,
    permission: 'billing_settings:read',
    summary: 'List syncs with QuickBooks Online',
    query: AccountingSyncListQuery,
    reply: page(Sync),
  },
  getAccountingSync: {
    method: 'get',
    path: `${BASE}/sync/history/{id}`,
    permission: 'billing_settings:read',
    summary: 'Read a sync',
    params,
    reply: one(Sync),
    errors: ['NOT_FOUND'],
  },
  listAccountingSyncRecords: {
    method: 'get',
    path: `${BASE}/sync/history/{id}/records`,
    permission: 'billing_settings:read',
    summary: 'List the records of a sync',
    params,
    query: AccountingSyncRecordListQuery,
    reply: page(SyncRecord),
    errors: ['NOT_FOUND'],
  },
  cancelAccountingSync: {
    method: 'post',
    path: `${BASE}/sync/history/{id}/cancel`,
    permission: 'billing_settings:update',
    summary: 'Cancel a sync',
    description: 'The record that is being written is finished. What is done stays done.',
    params,
    reply: one(Sync),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  retryAccountingSync: {
    method: 'post',
    path: `${BASE}/sync/history/{id}/retry`,
    permission: 'billing_settings:update',
    mayUse: ['client:update', 'invoice:create', 'invoice:credit'],
    summary: 'Try the records again that failed or were cancelled',
    params,
    reply: one(Sync),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  reconcileAccounting: {
    method: 'get',
    path: `${BASE}/reconciliation`,
    permission: 'billing_settings:read',
    summary: 'Compare exported invoices with QuickBooks Online',
    description:
      'Reads both sides and lists every document that is missing, void on one side alone, or has another total. Changes nothing.',
    query: AccountingReconciliationQuery,
    reply: payload(z.object({ data: Reconciliation })),
    errors: ['CONFLICT', 'BAD_GATEWAY'],
  },
});
