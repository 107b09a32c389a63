import { conflict } from '@psa/contract-kit';
import { invoiceEvents, paymentEvents, type RecordPayment } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import type { Accepted } from '@psa/http-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../billing-app.ts';
import { takeNumber } from '../number-series/number-series.records.ts';
import { lockAccepted } from './invoice.actions.ts';
import { releaseSources } from './invoice-sources.actions.ts';
import { findItems, insertPayment, type InvoiceRecord, updateInvoiceRow } from './invoice.records.ts';
import { balanceOf, invoiceFacts } from './invoice.view.ts';

const DIGITS = 6;

/**
 * Makes a draft final. Its number follows the one before without a gap, because it is taken in this transaction.
 * @param date of the invoice from then on
 * @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT when it is final, empty, rejected or waits for approval
 */
export function finalizeInvoice(db: Db, id: string, date: string | undefined, accepted: Accepted): Promise<InvoiceRecord> {
  return db.transaction(async (tx) => {
    const current = await lockAccepted(tx, id, accepted);
    assertDraft(current);
    if (current.approval_status === 'rejected' || current.approval_status === 'pending')
      throw conflict(`The invoice is ${current.approval_status === 'pending' ? 'not approved yet' : 'rejected'}`, {
        approval_status: current.approval_status,
      });
    const items = await findItems(tx, [id]);
    if (!items.some(({ is_discount }) => !is_discount)) throw conflict('The invoice has no lines');
    if (date !== undefined && date > current.due_date)
      throw conflict('The date would be after the due date', { due_date: current.due_date });
    const number = String(await takeNumber(tx, 'invoice')).padStart(DIGITS, '0');
    const row = await updateInvoiceRow(tx, id, {
      invoice_number: `INV-${number}`,
      status: current.total_amount === 0 ? 'paid' : 'sent',
      finalized_at: new Date().toISOString(),
      ...(date !== undefined && { invoice_date: date }),
    });
    emit(tx, invoiceEvents.finalized, invoiceFacts(row), row.version);
    if (row.status === 'paid') emit(tx, invoiceEvents.paid, invoiceFacts(row), row.version);
    return row;
  });
}

/** Voids a final invoice, which keeps its number. @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT for a draft, or once something was paid */
export function voidInvoice(db: Db, id: string, reason: string, accepted: Accepted): Promise<InvoiceRecord> {
  return db.transaction(async (tx) => {
    const current = await lockAccepted(tx, id, accepted);
    if (current.status === 'draft') throw conflict('The invoice is a draft: delete it instead', { status: 'draft' });
    if (current.status === 'cancelled') throw conflict('The invoice is void already', { status: 'cancelled' });
    if (current.amount_paid > 0) throw conflict('Something was paid of the invoice', { amount_paid: current.amount_paid });
    const row = await updateInvoiceRow(tx, id, { status: 'cancelled', voided_at: new Date().toISOString(), void_reason: reason });
    await releaseSources(tx, row);
    emit(tx, invoiceEvents.voided, invoiceFacts(row), row.version);
    return row;
  });
}

/** Approves or rejects a draft. @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT when it is final */
export function decideOnInvoice(db: Db, id: string, rejection: string | null, accepted: Accepted): Promise<InvoiceRecord> {
  return db.transaction(async (tx) => {
    assertDraft(await lockAccepted(tx, id, accepted));
    const row = await updateInvoiceRow(tx, id, {
      approval_status: rejection === null ? 'approved' : 'rejected',
      approval_reason: rejection,
    });
    if (rejection === null) emit(tx, invoiceEvents.approved, invoiceFacts(row), row.version);
    else emit(tx, invoiceEvents.rejected, { ...invoiceFacts(row), reason: rejection }, row.version);
    return row;
  });
}

/**
 * Records what was paid.
 * @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT for an invoice that is not open, or more than is due unless it is allowed
 */
export function recordPayment(db: Db, id: string, input: RecordPayment, by: string, accepted: Accepted): Promise<InvoiceRecord> {
  return db.transaction(async (tx) => {
    const current = await lockAccepted(tx, id, accepted);
    if (current.status === 'draft' || current.status === 'cancelled')
      throw conflict('Only a final invoice is paid', { status: current.status });
    const balance = balanceOf(current);
    const { payment_amount: amount } = input;
    if (amount > balance && !input.allow_overpayment) throw conflict('More than is due', { balance_due: balance });
    const applied = Math.min(amount, balance);
    const payment = await insertPayment(tx, {
      payment_id: uuidv7(),
      invoice_id: id,
      client_id: current.client_id,
      currency_code: current.currency_code,
      amount,
      applied_amount: applied,
      payment_method: input.payment_method,
      payment_date: input.payment_date ?? new Date().toISOString().slice(0, 10),
      reference_number: input.reference_number ?? null,
      notes: input.notes ?? null,
      recorded_by: by,
    });
    const { payment_id, client_id, currency_code, payment_method, payment_date } = payment;
    emit(
      tx,
      paymentEvents.recorded,
      { payment_id, invoice_id: id, client_id, currency_code, amount, applied_amount: applied, payment_method, payment_date },
      1,
    );
    if (applied === 0) return current;
    const isPaid = applied === balance;
    const row = await updateInvoiceRow(tx, id, {
      amount_paid: current.amount_paid + applied,
      status: isPaid ? 'paid' : 'partially_applied',
    });
    if (isPaid) emit(tx, invoiceEvents.paid, invoiceFacts(row), row.version);
    else emit(tx, invoiceEvents.updated, { ...invoiceFacts(row), changed: ['amount_paid', 'status'] }, row.version);
    return row;
  });
}

function assertDraft({ status }: InvoiceRecord): void {
  if (status !== 'draft') throw conflict('The invoice is no draft any more', { status });
}
