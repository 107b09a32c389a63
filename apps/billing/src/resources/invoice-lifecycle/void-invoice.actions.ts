import { conflict } from '@psa/contract-kit';
import { invoiceEvents } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import type { Accepted } from '@psa/http-kit';
import type { Db, Tx } from '../../billing-app.ts';
import { restoreCredit } from '../credit/apply-credit.actions.ts';
import { lockCreditsOfInvoice, updateCreditRow } from '../credit/credit.records.ts';
import { tellBalance } from '../credit/tell-balance.actions.ts';
import { lockAccepted } from '../invoice/invoice.actions.ts';
import { findCreditNotes, findItems, type InvoiceRecord, updateInvoiceRow } from '../invoice/invoice.records.ts';
import { releaseSources } from '../invoice/invoice-sources.actions.ts';
import { isOpen, settle } from '../invoice/settle-invoice.actions.ts';
import { invoiceFacts } from '../invoice/invoice.view.ts';
import { post } from '../ledger/journal.records.ts';
import { creditNotePostings, mirrored } from '../ledger/postings.rules.ts';
import { assertDraft, postingsOf } from './finalize-invoice.actions.ts';

/**
 * Voids a final invoice, which keeps its number; credit that paid for it comes back.
 * @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT for a draft, once something was paid or written off, or when a credit note corrects it
 */
export function voidInvoice(db: Db, id: string, reason: string, accepted: Accepted): Promise<InvoiceRecord> {
  return db.transaction(async (tx) => {
    const current = await lockAccepted(tx, id, accepted);
    const { status, amount_paid, amount_written_off, invoice_type } = current;
    if (status === 'draft') throw conflict('The invoice is a draft: delete it instead', { status: 'draft' });
    if (status === 'cancelled') throw conflict('The invoice is void already', { status: 'cancelled' });
    if (invoice_type === 'credit_note') await takeBackCreditNote(tx, current);
    else {
      if (amount_paid > 0) throw conflict('Something was paid of the invoice: refund it first', { amount_paid });
      if (amount_written_off > 0) throw conflict('Something of the invoice was given up', { amount_written_off });
      const [note] = await findCreditNotes(tx, id);
      if (note !== undefined) throw conflict('A credit note corrects the invoice', { credit_note_id: note.invoice_id });
      await restoreCredit(tx, current);
      await postVoid(tx, current, mirrored(postingsOf(current, await findItems(tx, [id]))));
    }
    const row = await updateInvoiceRow(tx, id, {
      status: 'cancelled',
      credit_applied: 0,
      ...(invoice_type === 'credit_note' && { amount_paid: 0 }),
      voided_at: new Date().toISOString(),
      void_reason: reason,
    });
    await releaseSources(tx, row);
    emit(tx, invoiceEvents.voided, invoiceFacts(row), row.version);
    return row;
  });
}

/** @throws CONFLICT when its credit was used */
async function takeBackCreditNote(tx: Tx, note: InvoiceRecord): Promise<void> {
  const credits = await lockCreditsOfInvoice(tx, note.invoice_id);
  const used = credits.find(({ amount, remaining_amount }) => remaining_amount < amount);
  if (used !== undefined)
    throw conflict('Some of its credit was used', { credit_id: used.credit_id, remaining_amount: used.remaining_amount });
  for (const { credit_id } of credits) await updateCreditRow(tx, credit_id, { remaining_amount: 0 });
  const { client_id, currency_code, invoice_id, total_amount } = note;
  await post(tx, {
    type: 'credit_adjustment',
    client_id,
    currency_code,
    invoice_id,
    amount: -total_amount,
    description: 'The credit note was voided',
    postings: mirrored(creditNotePostings(note.subtotal, note.tax)),
  });
  await tellBalance(tx, client_id, currency_code);
}

async function postVoid(tx: Tx, invoice: InvoiceRecord, postings: ReturnType<typeof mirrored>): Promise<void> {
  if (postings.length === 0) return;
  const { invoice_id, client_id, currency_code, total_amount } = invoice;
  await post(tx, { type: 'invoice_cancelled', client_id, invoice_id, currency_code, amount: -total_amount, postings });
}

/** Approves or rejects a draft. @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT when it is final, or nobody asked for approval */
export function decideOnInvoice(db: Db, id: string, rejection: string | null, accepted: Accepted): Promise<InvoiceRecord> {
  return db.transaction(async (tx) => {
    const current = await lockAccepted(tx, id, accepted);
    assertDraft(current);
    const { approval_status } = current;
    if (approval_status !== 'pending') throw conflict('Nobody asks for approval of the invoice', { approval_status });
    const row = await updateInvoiceRow(tx, id, {
      approval_status: rejection === null ? 'approved' : 'rejected',
      approval_reason: rejection,
    });
    if (rejection === null) emit(tx, invoiceEvents.approved, invoiceFacts(row), row.version);
    else emit(tx, invoiceEvents.rejected, { ...invoiceFacts(row), reason: rejection }, row.version);
    return row;
  });
}

/** Gives up what is left to pay, or some of it. @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT when it is not open, or less is due */
export function writeOffInvoice(
  db: Db,
  id: string,
  { amount: asked, reason }: { readonly amount?: number | undefined; readonly reason: string },
  accepted: Accepted,
): Promise<InvoiceRecord> {
  return db.transaction(async (tx) => {
    const current = await lockAccepted(tx, id, accepted);
    const { client_id, currency_code, balance_due } = current;
    if (!isOpen(current) || current.invoice_type !== 'standard')
      throw conflict('The invoice is not open', { status: current.status, invoice_type: current.invoice_type });
    const amount = asked ?? balance_due;
    if (amount > balance_due) throw conflict('More than is due', { balance_due });
    const row = await settle(tx, current, { amount_written_off: current.amount_written_off + amount });
    await post(tx, {
      type: 'write_off',
      client_id,
      invoice_id: id,
      currency_code,
      amount: -amount,
      description: reason,
      postings: [{ debit: 'bad_debt', credit: 'ar', amount }],
    });
    emit(tx, invoiceEvents.writtenOff, { ...invoiceFacts(row), amount_written_off: amount, reason }, row.version);
    return row;
  });
}
