import type { Invoice, InvoiceItem, InvoiceTransaction } from '@psa/contracts-billing';
import type { InvoiceItemRecord, InvoiceRecord, NewItem, PaymentRecord } from './invoice.records.ts';

/**
 * An invoice as the API shows it. Due today is not overdue.
 * @param items its lines, when they were asked for
 * @param today date in UTC
 */
export function toInvoice(
  row: InvoiceRecord,
  items?: readonly InvoiceItemRecord[],
  today = new Date().toISOString().slice(0, 10),
): Invoice {
  const { seller: _seller, overdue_told_for: _told, template_design: _design, ...invoice } = row;
  const isOpen = row.status === 'sent' || row.status === 'partially_applied';
  const self = `/api/v1/invoices/${row.invoice_id}`;
  return {
    ...invoice,
    is_prepayment: row.invoice_type === 'prepayment',
    status: isOpen && row.due_date < today ? 'overdue' : row.status,
    ...(items !== undefined && { line_items: items.map((item) => toInvoiceItem(item)) }),
    _links: {
      self: { href: self },
      items: { href: `${self}/items` },
      transactions: { href: `${self}/transactions` },
      ...(row.status === 'draft' && { finalize: { href: `${self}/finalize`, method: 'POST' } }),
      ...(isOpen && { payment: { href: `${self}/payment`, method: 'POST' } }),
    },
  };
}

export function toInvoiceItem({ tenant: _tenant, position: _position, ...item }: InvoiceItemRecord): InvoiceItem {
  return { ...item, total_price: totalPriceOf(item) };
}

/** A line that was computed and belongs to no invoice yet. */
export function toComputedItem({ item_id: _id, position: _position, ...item }: NewItem): Omit<InvoiceItem, 'item_id' | 'invoice_id'> {
  return { ...item, total_price: totalPriceOf(item) };
}

/** Net amount and tax of a line. What discounts take off stands in their own lines, so that all lines add up to the invoice. */
function totalPriceOf({ net_amount, tax_amount }: Pick<InvoiceItemRecord, 'net_amount' | 'tax_amount'>): number {
  return net_amount + tax_amount;
}

export function toTransaction({
  payment_id,
  tenant: _t,
  invoice_id: _i,
  client_id: _c,
  currency_code: _cc,
  ...payment
}: PaymentRecord): InvoiceTransaction {
  return { transaction_id: payment_id, ...payment };
}

/** What others are told of an invoice. */
export function invoiceFacts(row: InvoiceRecord) {
  const { invoice_id, invoice_number, client_id, status, currency_code, subtotal, tax, total_amount, invoice_date, due_date } = row;
  return {
    invoice_id,
    invoice_number,
    client_id,
    status,
    currency_code,
    subtotal,
    tax,
    total_amount,
    balance_due: row.balance_due,
    invoice_date,
    due_date,
  };
}
