import { invoiceEvents } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import type { Tx } from '../../billing-app.ts';
import { type InvoiceRecord, updateInvoiceRow } from './invoice.records.ts';
import { invoiceFacts } from './invoice.view.ts';

/** What paid for an invoice: money, credit, or that it was given up. */
export type Settlement = Pick<InvoiceRecord, 'amount_paid' | 'credit_applied' | 'amount_written_off'>;

/** Writes what paid for a final invoice, with the state that follows from it, and tells of it. */
export async function settle(tx: Tx, invoice: InvoiceRecord, changes: Partial<Settlement>): Promise<InvoiceRecord> {
  const { amount_paid, credit_applied, amount_written_off, total_amount } = { ...invoice, ...changes };
  const settled = amount_paid + credit_applied + amount_written_off;
  const status = settled === total_amount ? 'paid' : settled > 0 ? 'partially_applied' : 'sent';
  const row = await updateInvoiceRow(tx, invoice.invoice_id, { ...changes, status });
  if (status === 'paid' && invoice.status !== 'paid') emit(tx, invoiceEvents.paid, invoiceFacts(row), row.version);
  else emit(tx, invoiceEvents.updated, { ...invoiceFacts(row), changed: [...Object.keys(changes), 'status'] }, row.version);
  return row;
}

/** Whether something may be paid of it. */
export function isOpen({ status }: Pick<InvoiceRecord, 'status'>): boolean {
  return status === 'sent' || status === 'partially_applied';
}
