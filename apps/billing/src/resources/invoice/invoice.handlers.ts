import { ApiError, type Issue, notFound } from '@psa/contract-kit';
import { invoiceExportColumns, invoiceRoutes } from '@psa/contracts-billing';
import { exportFile, versioned } from '@psa/http-kit';
import type { Page } from '@psa/postgres-kit';
import { type Db, handlers } from '../../billing-app.ts';
import { createInvoice, deleteInvoice, updateInvoice } from './invoice.actions.ts';
import { exportedInvoices, listInvoices, searchInvoices } from './invoice.list.ts';
import { findInvoice, findItems, type InvoiceRecord } from './invoice.records.ts';
import { toInvoice, toInvoiceItem } from './invoice.view.ts';
import { createManualInvoice } from './manual-invoice.actions.ts';
import { fromManual } from './manual-items.rules.ts';

/** An invoice with its lines. */
export async function answer(db: Db, row: InvoiceRecord, location?: string) {
  return versioned({ data: toInvoice(row, await findItems(db, [row.invoice_id])) }, row.version, location);
}

/** @throws NOT_FOUND */
export async function requireInvoice(db: Db, id: string): Promise<InvoiceRecord> {
  const row = await findInvoice(db, id);
  if (row === undefined) throw notFound('Invoice');
  return row;
}

/** A manual invoice that names an unknown client or service answers 404, as clients of it know. */
function unknownAsNotFound(error: unknown): never {
  const [issue] = error instanceof ApiError && error.code === 'VALIDATION_ERROR' ? (error.details as Issue[]) : [];
  const field = issue?.code === 'unknown_reference' ? issue.path.at(-1) : undefined;
  throw field === 'client_id' || field === 'service_id' ? notFound(field === 'client_id' ? 'Client' : 'Service') : error;
}

async function withItems(db: Db, { rows, pagination }: Page<InvoiceRecord>, wanted: boolean | undefined) {
  if (wanted !== true) return { data: rows.map((row) => toInvoice(row)), pagination };
  const items = Map.groupBy(
    await findItems(
      db,
      rows.map(({ invoice_id }) => invoice_id),
    ),
    ({ invoice_id }) => invoice_id,
  );
  return { data: rows.map((row) => toInvoice(row, items.get(row.invoice_id) ?? [])), pagination };
}

async function* exportRows(pages: AsyncIterable<InvoiceRecord[]>) {
  for await (const rows of pages) yield rows.map((row) => toInvoice(row));
}

export const invoiceHandlers = handlers(invoiceRoutes, {
  listInvoices: async ({ db, query }) => withItems(db, await listInvoices(db, query), query.include_items),

  createInvoice: async ({ db, ports, body }) => {
    const row = await createInvoice(db, ports, body);
    return answer(db, row, `/api/v1/invoices/${row.invoice_id}`);
  },

  createManualInvoice: async ({ db, ports, body }) => {
    const row = await createManualInvoice(db, ports, fromManual(body)).catch(unknownAsNotFound);
    return answer(db, row, `/api/v1/invoices/${row.invoice_id}`);
  },

  searchInvoices: async ({ db, query }) => withItems(db, await searchInvoices(db, query), query.include_items),

  exportInvoices: ({ db, query }) =>
    exportFile({ format: query.format, columns: invoiceExportColumns, pages: exportRows(exportedInvoices(db, query)), name: 'invoices' }),

  getInvoice: async ({ db, params, query }) => {
    const row = await requireInvoice(db, params.id);
    return query.include_items === true ? answer(db, row) : versioned({ data: toInvoice(row) }, row.version);
  },

  updateInvoice: async ({ db, params, body, ifMatch }) => answer(db, await updateInvoice(db, params.id, body, ifMatch)),

  deleteInvoice: ({ db, params, ifMatch }) => deleteInvoice(db, params.id, ifMatch),

  listInvoiceItems: async ({ db, params }) => {
    await requireInvoice(db, params.id);
    return { data: (await findItems(db, [params.id])).map((item) => toInvoiceItem(item)) };
  },
});
