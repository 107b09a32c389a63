import { conflict, invalidField } from '@psa/contract-kit';
import { invoiceEvents, invoiceLifecycleRoutes } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import { percentageOf, toMinorNumber } from '@psa/money';
import { type Db, handlers } from '../../billing-app.ts';
import { clientReplica } from '../../replicas/client-replica.ts';
import { duplicateInvoice, lockAccepted, reprice } from '../invoice/invoice.actions.ts';
import { answer, requireInvoice } from '../invoice/invoice.handlers.ts';
import { findPayments, updateInvoiceRow } from '../invoice/invoice.records.ts';
import { invoiceFacts, toTransaction } from '../invoice/invoice.view.ts';
import { taxRatesOn } from '../invoice/tax-of-day.records.ts';
import { finalizeInvoice } from './finalize-invoice.actions.ts';
import { recordPayment } from './payment.actions.ts';
import { decideOnInvoice, voidInvoice } from './void-invoice.actions.ts';

const MAX_PAYMENTS = 500;

export const invoiceLifecycleHandlers = handlers(invoiceLifecycleRoutes, {
  duplicateInvoice: async ({ db, ports, params }) => {
    const row = await duplicateInvoice(db, ports, await requireInvoice(db, params.id));
    return answer(db, row, `/api/v1/invoices/${row.invoice_id}`);
  },

  approveInvoice: async ({ db, params, ifMatch }) => answer(db, await decideOnInvoice(db, params.id, null, ifMatch)),

  rejectInvoice: async ({ db, params, query, body, ifMatch }) => {
    const reason = body.reason ?? query.reason;
    if (reason === undefined) throw invalidField('reason', 'is required', 'required');
    return answer(db, await decideOnInvoice(db, params.id, reason, ifMatch));
  },

  finalizeInvoice: async ({ db, params, body, ifMatch }) => answer(db, await finalizeInvoice(db, params.id, body.finalized_at, ifMatch)),

  voidInvoice: async ({ db, params, body, ifMatch }) => answer(db, await voidInvoice(db, params.id, body.reason, ifMatch)),

  calculateInvoiceTax: async ({ db, principal, params, body }) => {
    const invoice = await requireInvoice(db, params.id);
    const client = await clientReplica.find(db, invoice.client_id);
    const tax_region = body.tax_region ?? client?.region_code ?? null;
    const calculation_date = body.calculation_date ?? invoice.invoice_date;
    const rate =
      tax_region === null || client?.is_tax_exempt === true ? '0' : (await taxRatesOn(db, [tax_region], calculation_date)).get(tax_region);
    if (rate === undefined)
      throw conflict(`Region ${tax_region} has no tax rate on ${calculation_date}`, { tax_region, date: calculation_date });
    if (invoice.status === 'draft' && principal.permissions.has('invoice:update')) await recompute(db, params.id);
    const tax_amount = toMinorNumber(percentageOf(BigInt(body.amount), rate));
    return { data: { tax_amount, tax_rate: Number(rate), tax_region, calculation_date } };
  },

  recordInvoicePayment: async ({ db, principal, params, body, ifMatch }) =>
    answer(db, await recordPayment(db, params.id, body, principal.userId, ifMatch)),

  listInvoiceTransactions: async ({ db, params }) => {
    await requireInvoice(db, params.id);
    return { data: (await findPayments(db, params.id, MAX_PAYMENTS)).map((payment) => toTransaction(payment)) };
  },
});

/** Brings a draft up to the rates of its day; what does not change is not told. */
function recompute(db: Db, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    const current = await lockAccepted(tx, id, undefined);
    if (current.status !== 'draft') return;
    const sums = await reprice(tx, current);
    if (sums.total_amount === current.total_amount && sums.tax === current.tax) return;
    const row = await updateInvoiceRow(tx, id, sums);
    emit(tx, invoiceEvents.updated, { ...invoiceFacts(row), changed: ['tax', 'total_amount'] }, row.version);
  });
}
