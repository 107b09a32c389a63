import { conflict, invalidField } from '@psa/contract-kit';
import { type CreateCreditNote, invoiceEvents } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import type { Accepted } from '@psa/http-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../billing-app.ts';
import { readBillingSettings } from '../billing-settings/billing-settings.records.ts';
import { applyCredit } from '../credit/apply-credit.actions.ts';
import { giveCredit } from '../credit/give-credit.actions.ts';
import { lockAccepted } from '../invoice/invoice.actions.ts';
import {
  creditedOf,
  findItems,
  insertInvoice,
  type InvoiceItemRecord,
  type InvoiceRecord,
  type NewItem,
} from '../invoice/invoice.records.ts';
import type { Seller } from '../invoice/invoice.tables.ts';
import { isOpen } from '../invoice/settle-invoice.actions.ts';
import { invoiceFacts } from '../invoice/invoice.view.ts';
import { creditNotePostings } from '../ledger/postings.rules.ts';
import { designOfClient, type DesignOfInvoice } from '../invoice-template/invoice-template.records.ts';
import {
  creditAcross,
  type CreditableLine,
  creditAmountOf,
  type CreditedLine,
  creditOf,
  remainingAmountOf,
  remainingOf,
} from './credited-lines.rules.ts';
import { designColumns, nextNumber, sellerOf } from './finalize-invoice.actions.ts';

/** A line with what of it was billed and credited. */
export interface Creditable extends CreditableLine {
  readonly item: InvoiceItemRecord;
}

/** Lines of a final invoice of which something can still be credited. Discounts are in the lines they take off from. */
export async function creditableLines(db: Db, invoiceId: string): Promise<Creditable[]> {
  const items = (await findItems(db, [invoiceId])).filter(({ is_discount }) => !is_discount);
  const credited = await creditedOf(db, invoiceId);
  return items.map((item) => {
    const before = credited.get(item.item_id);
    return {
      item,
      item_id: item.item_id,
      quantity: item.quantity,
      net: item.net_amount - item.discount_amount,
      tax: item.tax_amount,
      credited_quantity: before?.quantity ?? 0,
      credited_net: before?.net ?? 0,
      credited_tax: before?.tax ?? 0,
      credited_net_by_amount: before?.net_by_amount ?? 0,
      credited_tax_by_amount: before?.tax_by_amount ?? 0,
    };
  });
}

/**
 * Credits lines of a final invoice. What is due of the invoice is paid by the credit first; the rest is credit of the client.
 * @returns the credit note, which is final at once
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, CONFLICT when it is no final standard invoice, or nothing is left of it
 */
export async function createCreditNote(
  db: Db,
  id: string,
  { reason, items: asked, amount: wanted }: CreateCreditNote,
  accepted: Accepted,
): Promise<InvoiceRecord> {
  const settings = await readBillingSettings(db);
  return db.transaction(async (tx) => {
    const invoice = await lockAccepted(tx, id, accepted);
    if (invoice.status === 'draft' || invoice.status === 'cancelled' || invoice.invoice_type !== 'standard')
      throw conflict('Only final invoices are credited', { status: invoice.status, invoice_type: invoice.invoice_type });
    const lines = await creditableLines(tx, id);
    const credited = (wanted === undefined ? creditedBy(lines, asked) : amountOf(lines, wanted)).filter(({ net, tax }) => net + tax > 0);
    if (credited.length === 0) throw conflict('Nothing is left of the invoice to credit');
    assertOwed(invoice, lines, credited);
    const note = await insertNote(tx, invoice, credited, lines, {
      reason,
      seller: sellerOf(settings),
      design: await designOfClient(tx, invoice.client_id),
    });
    const { client_id, currency_code, subtotal, tax, total_amount: amount } = note;
    const credit = await giveCredit(tx, {
      client_id,
      currency_code,
      amount,
      expiration_date: null,
      type: 'credit_issuance_from_negative_invoice',
      source: 'credit_note',
      invoice_id: note.invoice_id,
      description: reason,
      postings: creditNotePostings(subtotal, tax),
    });
    const row = isOpen(invoice) ? await applyCredit(tx, invoice, amount, settings.credit_application_order, credit.entry_id) : invoice;
    emit(
      tx,
      invoiceEvents.credited,
      { ...invoiceFacts(row), credit_note_id: note.invoice_id, credit_note_number: note.invoice_number!, amount_credited: amount },
      row.version,
    );
    return note;
  });
}

/** What was written off was never paid: it must not become credit. @throws CONFLICT */
function assertOwed(
  { total_amount, amount_written_off }: InvoiceRecord,
  lines: readonly Creditable[],
  credited: readonly CreditedLine[],
): void {
  if (amount_written_off === 0) return;
  const before = lines.reduce((sum, { credited_net, credited_tax }) => sum + credited_net + credited_tax, 0);
  const left = Math.max(0, total_amount - amount_written_off - before);
  if (credited.reduce((sum, { net, tax }) => sum + net + tax, 0) > left)
    throw conflict('Part of the invoice was written off: only the rest can be credited', { amount_written_off, left });
}

function creditedBy(lines: readonly Creditable[], asked: CreateCreditNote['items']): CreditedLine[] {
  if (asked === undefined) return lines.map((line) => creditOf(line, remainingOf(line)));
  if (new Set(asked.map(({ item_id }) => item_id)).size < asked.length) throw invalidField('items', 'must not name a line twice');
  return asked.map(({ item_id, quantity, amount }, index) => {
    const line = lines.find((one) => one.item_id === item_id);
    if (line === undefined) throw invalidField(['items', index, 'item_id'], 'is not a line of this invoice', 'unknown_reference');
    if (amount !== undefined) {
      const left = remainingAmountOf(line);
      if (amount > left) throw invalidField(['items', index, 'amount'], `must be at most ${left}`, 'too_big');
      return creditAmountOf(line, amount);
    }
    const remaining = remainingOf(line);
    if (quantity !== undefined && quantity > remaining)
      throw invalidField(['items', index, 'quantity'], `must be at most ${remaining}`, 'too_big');
    return creditOf(line, quantity ?? remaining);
  });
}

/** @throws VALIDATION_ERROR when less is left */
function amountOf(lines: readonly Creditable[], amount: number): CreditedLine[] {
  const left = lines.reduce((sum, line) => sum + remainingAmountOf(line), 0);
  if (amount > left) throw invalidField('amount', `must be at most ${left}`, 'too_big');
  return creditAcross(lines, amount);
}

async function insertNote(
  tx: Tx,
  { client_id, client_name, currency_code, invoice_id, po_number, bill_to }: InvoiceRecord,
  credited: readonly CreditedLine[],
  lines: readonly Creditable[],
  { reason, seller, design }: { readonly reason: string; readonly seller: Seller; readonly design: DesignOfInvoice | undefined },
): Promise<InvoiceRecord> {
  const sum = (read: (line: CreditedLine) => number) => credited.reduce((total, line) => total + read(line), 0);
  const [subtotal, tax] = [sum(({ net }) => net), sum((line) => line.tax)];
  const now = new Date().toISOString();
  const items = credited.map((line, position): NewItem => {
    const { item } = lines.find(({ item_id }) => item_id === line.item_id)!;
    const { tenant: _tenant, invoice_id: _invoice, ...copied } = item;
    return {
      ...copied,
      item_id: uuidv7(),
      position,
      quantity: line.quantity,
      ...(line.is_by_amount && { unit_price: line.net }),
      is_by_amount: line.is_by_amount,
      minutes: null,
      net_amount: line.net,
      discount_amount: 0,
      tax_amount: line.tax,
      corrects_item_id: item.item_id,
      applies_to_item_id: null,
      explanation: null,
    };
  });
  const total_amount = subtotal + tax;
  const note = await insertInvoice(
    tx,
    {
      invoice_id: uuidv7(),
      invoice_number: await nextNumber(tx, 'credit_note'),
      client_id,
      client_name,
      invoice_date: now.slice(0, 10),
      due_date: now.slice(0, 10),
      currency_code,
      subtotal,
      tax,
      total_amount,
      // It is settled by the credit it gives.
      amount_paid: total_amount,
      status: 'paid',
      approval_reason: null,
      finalized_at: now,
      void_reason: null,
      billing_period_start: null,
      billing_period_end: null,
      is_manual: true,
      invoice_type: 'credit_note',
      corrects_invoice_id: invoice_id,
      po_number,
      notes: reason,
      seller: JSON.stringify(seller),
      ...designColumns(design),
      bill_to: bill_to === null ? null : JSON.stringify(bill_to),
    },
    items,
  );
  emit(tx, invoiceEvents.finalized, invoiceFacts(note), note.version);
  return note;
}
