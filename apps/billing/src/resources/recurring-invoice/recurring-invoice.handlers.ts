import { type RecurringInvoice, recurringInvoiceRoutes } from '@psa/contracts-billing';
import { versioned } from '@psa/http-kit';
import { handlers } from '../../billing-app.ts';
import { createRecurringInvoice, lockAccepted, requireRecurring, updateRecurringInvoice } from './recurring-invoice.actions.ts';
import { deleteRecurringRow, listRecurringInvoices, type RecurringInvoiceRow } from './recurring-invoice.records.ts';

export const recurringInvoiceHandlers = handlers(recurringInvoiceRoutes, {
  listRecurringInvoices: async ({ db, query }) => {
    const { rows, pagination } = await listRecurringInvoices(db, query);
    return { data: rows.map(toRecurringInvoice), pagination };
  },

  createRecurringInvoice: async ({ db, ports, principal, body }) => {
    const row = await createRecurringInvoice(db, ports, principal, body);
    return versioned({ data: toRecurringInvoice(row) }, row.version, `/api/v1/invoices/recurring/${row.template_id}`);
  },

  getRecurringInvoice: async ({ db, params }) => {
    const row = await requireRecurring(db, params.id);
    return versioned({ data: toRecurringInvoice(row) }, row.version);
  },

  updateRecurringInvoice: async ({ db, principal, params, body, ifMatch }) => {
    const row = await updateRecurringInvoice(db, principal, params.id, body, ifMatch);
    return versioned({ data: toRecurringInvoice(row) }, row.version);
  },

  deleteRecurringInvoice: ({ db, params, ifMatch }) =>
    db.transaction(async (tx) => {
      await lockAccepted(tx, params.id, ifMatch);
      await deleteRecurringRow(tx, params.id);
    }),
});

function toRecurringInvoice({ version: _version, ...row }: RecurringInvoiceRow): RecurringInvoice {
  return row;
}
