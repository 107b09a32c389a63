import { accountingSyncRoutes, type AccountingSyncResult } from '@psa/contracts-billing';
import { notFound } from '@psa/contract-kit';
import { type Db, handlers } from '../../billing-app.ts';
import { requireClient } from '../../replicas/client-replica.ts';
import { countRecords, findBulk, findFailed, listSyncRecords, listSyncs } from './accounting-sync.records.ts';
import type { AccountingSyncRow } from './accounting-sync.tables.ts';
import { statusOfBulk, toRecord, toResult, toSync } from './accounting-sync.view.ts';
import { assertNamed } from './named-records.records.ts';
import { reconcile } from './reconcile.actions.ts';
import { cancelBulk, cancelSync, requestBulk, requestSync, requireSync, retrySync, waitForSync } from './request-sync.actions.ts';

/** Errors a result shows. */
const MAX_ERRORS = 100;

export const accountingSyncHandlers = handlers(accountingSyncRoutes, {
  syncAccountingCustomers: async ({ db, ports, principal, body: { client_id, ...scope } }) => {
    if (client_id !== undefined) await requireClient(db, ports, client_id, 'client_id', true);
    const result = await resultOf(
      db,
      await requestSync(db, principal, 'customer_sync', { ...scope, ...(client_id !== undefined && { ids: [client_id] }) }),
    );
    const { successful, created, updated, failed } = result;
    const named = { synced_customers: successful, created_customers: created, updated_customers: updated, failed_customers: failed };
    return { data: { ...result, ...named } };
  },

  syncAccountingItems: async ({ db, principal, body: { service_ids: ids } }) => {
    await assertNamed(db, 'item_sync', ids, (index) => ['service_ids', index]);
    return { data: await resultOf(db, await requestSync(db, principal, 'item_sync', { ids })) };
  },

  exportInvoicesToAccounting: async ({ db, ports, principal, body }) => {
    const { invoice_id, invoice_ids, date_range, status_filter, client_id } = body;
    const { include_line_items, auto_create_items, skip_existing, dry_run } = body;
    const ids = invoice_id === undefined ? invoice_ids : [invoice_id];
    await assertNamed(db, 'invoice_export', ids, (index) => (invoice_id === undefined ? ['invoice_ids', index] : 'invoice_id'));
    if (client_id !== undefined) await requireClient(db, ports, client_id, 'client_id', true);
    const scope = {
      ids,
      from: date_range?.start_date,
      to: date_range?.end_date,
      statuses: status_filter?.length === 0 ? undefined : status_filter,
      client_id,
      include_line_items,
      auto_create_items,
      skip_existing,
      dry_run,
    };
    return { data: await resultOf(db, await requestSync(db, principal, 'invoice_export', scope)) };
  },

  importInvoicesFromAccounting: async ({ db, principal, body: { qbo_invoice_id, date_range, ...scope } }) => ({
    data: await resultOf(
      db,
      await requestSync(db, principal, 'invoice_import', {
        ...scope,
        external_id: qbo_invoice_id,
        from: date_range?.start_date,
        to: date_range?.end_date,
      }),
    ),
  }),

  syncAccountingPayments: async ({ db, principal, body: { payment_id, date_range, ...given } }) => {
    const ids = payment_id === undefined ? undefined : [payment_id];
    await assertNamed(db, 'payment_sync', ids, () => 'payment_id');
    if (given.invoice_id !== undefined) await assertNamed(db, 'invoice_export', [given.invoice_id], () => 'invoice_id');
    const scope = { ...given, ids, from: date_range?.start_date, to: date_range?.end_date };
    return { data: await resultOf(db, await requestSync(db, principal, 'payment_sync', scope)) };
  },

  startAccountingBulkSync: async ({ db, principal, body }) => ({ data: await bulkOf(db, await requestBulk(db, principal, body)) }),

  getAccountingBulkSync: async ({ db, params }) => ({ data: await bulkOf(db, params.id) }),

  cancelAccountingBulkSync: async ({ db, params }) => {
    await cancelBulk(db, params.id);
    return { data: await bulkOf(db, params.id) };
  },

  listAccountingSyncs: async ({ db, query }) => {
    const { rows, pagination } = await listSyncs(db, query);
    return { data: await withCounts(db, rows), pagination };
  },

  getAccountingSync: async ({ db, params }) => ({ data: await syncOf(db, params.id) }),

  listAccountingSyncRecords: async ({ db, params, query }) => {
    await requireSync(db, params.id);
    const { rows, pagination } = await listSyncRecords(db, params.id, query);
    return { data: rows.map(toRecord), pagination };
  },

  cancelAccountingSync: async ({ db, params }) => {
    await cancelSync(db, params.id);
    return { data: await syncOf(db, params.id) };
  },

  retryAccountingSync: async ({ db, principal, params }) => {
    await retrySync(db, principal, params.id);
    return { data: await syncOf(db, params.id) };
  },

  reconcileAccounting: async ({ db, ports, query }) => ({ data: await reconcile(db, ports, query) }),
});

async function resultOf(db: Db, { sync_id }: AccountingSyncRow): Promise<AccountingSyncResult> {
  const sync = await waitForSync(db, sync_id);
  const [countOf, failed] = await Promise.all([countRecords(db, [sync_id]), findFailed(db, sync_id, MAX_ERRORS)]);
  return toResult(sync, countOf(sync_id), failed);
}

async function withCounts(db: Db, rows: readonly AccountingSyncRow[]) {
  const countOf = await countRecords(
    db,
    rows.map(({ sync_id }) => sync_id),
  );
  return rows.map((row) => toSync(row, countOf(row.sync_id)));
}

async function syncOf(db: Db, id: string) {
  const sync = await requireSync(db, id);
  return toSync(sync, (await countRecords(db, [id]))(id));
}

/** @throws NOT_FOUND */
async function bulkOf(db: Db, bulk_sync_id: string) {
  const rows = await findBulk(db, bulk_sync_id);
  if (rows.length === 0) throw notFound('Bulk sync');
  return { bulk_sync_id, status: statusOfBulk(rows), operation_results: await withCounts(db, rows) };
}
