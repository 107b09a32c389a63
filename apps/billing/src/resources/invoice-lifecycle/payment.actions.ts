import { conflict } from '@psa/contract-kit';
import { paymentEvents, type RecordPayment, type RefundInvoice } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import type { Accepted } from '@psa/http-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../billing-app.ts';
import { lockCreditsOfInvoice, updateCreditRow } from '../credit/credit.records.ts';
import { giveCredit } from '../credit/give-credit.actions.ts';
import { tellBalance } from '../credit/tell-balance.actions.ts';
import { lockAccepted } from '../invoice/invoice.actions.ts';
import { insertPayment, type InvoiceRecord, type PaymentRecord, sumOfPayments } from '../invoice/invoice.records.ts';
import { settle } from '../invoice/settle-invoice.actions.ts';
import { findReversal, post } from '../ledger/journal.records.ts';
import { mirrored, paymentPostings } from '../ledger/postings.rules.ts';

/** What is given back, as it is recorded. */
export type Refund = Omit<RefundInvoice, 'through_provider'>;

const today = () => new Date().toISOString().slice(0, 10);

/**
 * Records what was paid. A payment in advance gives credit.
 * @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT for an invoice that is not open, or more than is due unless it is allowed
 */
export function recordPayment(db: Db, id: string, input: RecordPayment, by: string, accepted: Accepted): Promise<InvoiceRecord> {
  return db.transaction(async (tx) => recordPaymentIn(tx, await lockAccepted(tx, id, accepted), input, by));
}

/** The same of an invoice that is locked. @throws CONFLICT before anything is written */
export async function recordPaymentIn(tx: Tx, current: InvoiceRecord, input: RecordPayment, by: string): Promise<InvoiceRecord> {
  const { invoice_id, balance_due, status } = current;
  if (current.invoice_type === 'credit_note') throw conflict('A credit note is not paid', { status });
  if (status === 'draft' || status === 'cancelled') throw conflict(`The invoice is ${status === 'draft' ? 'a draft' : 'void'}`, { status });
  const amount = input.payment_amount;
  if (amount > balance_due && !input.allow_overpayment) throw conflict('More than is due', { balance_due });
  const applied = Math.min(amount, balance_due);
  const payment = await keepPayment(tx, current, {
    type: 'payment',
    amount,
    applied_amount: applied,
    payment_method: input.payment_method,
    payment_date: input.payment_date ?? today(),
    reference_number: input.reference_number ?? null,
    notes: input.notes ?? null,
    recorded_by: by,
  });
  await postPayment(tx, current, payment);
  const { payment_id, client_id, currency_code, payment_method, payment_date } = payment;
  emit(
    tx,
    paymentEvents.recorded,
    { payment_id, invoice_id, client_id, currency_code, amount, applied_amount: applied, payment_method, payment_date },
    1,
  );
  return applied === 0 ? current : settle(tx, current, { amount_paid: current.amount_paid + applied });
}

async function postPayment(tx: Tx, invoice: InvoiceRecord, payment: PaymentRecord): Promise<void> {
  const { client_id, currency_code, amount, applied_amount, payment_date: occurred_on, reference_number } = payment;
  const { invoice_id } = invoice;
  const entry = { client_id, currency_code, invoice_id, occurred_on, reference_number, metadata: { payment_id: payment.payment_id } };
  const isPrepayment = invoice.invoice_type === 'prepayment';
  if (isPrepayment && applied_amount > 0)
    await giveCredit(tx, {
      ...entry,
      type: 'prepayment',
      source: 'prepayment',
      amount: applied_amount,
      expiration_date: invoice.credit_expires_on,
      postings: [{ debit: 'cash', credit: 'client_credit', amount: applied_amount }],
    });
  const postings = paymentPostings(isPrepayment ? 0 : applied_amount, amount - applied_amount);
  if (postings.length > 0)
    await post(tx, { ...entry, type: 'payment', amount: isPrepayment ? applied_amount - amount : -amount, postings });
}

/**
 * Records that what was paid is given back: first what was paid beyond the invoice, then what it took, which is due again.
 * @param reverses entry of a payment that is undone, which can happen once
 * @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT when less was paid, or the credit a prepayment gave was used
 */
export function refundInvoice(
  db: Db,
  id: string,
  input: Refund,
  by: string,
  accepted: Accepted,
  reverses?: string,
): Promise<InvoiceRecord> {
  return db.transaction(async (tx) => refundIn(tx, await lockAccepted(tx, id, accepted), input, by, reverses));
}

/** The same of an invoice that is locked. */
export async function refundIn(tx: Tx, current: InvoiceRecord, input: Refund, by: string, reverses?: string): Promise<InvoiceRecord> {
  const { invoice_id } = current;
  if (reverses !== undefined && (await findReversal(tx, reverses)) !== undefined) throw conflict('The entry is reversed already');
  const paid = await sumOfPayments(tx, invoice_id);
  if (paid.amount === 0) throw conflict('Nothing was paid of the invoice', { amount_paid: 0 });
  const amount = input.amount ?? paid.amount;
  if (amount > paid.amount) throw conflict('More than was paid', { amount_paid: paid.amount });
  const excess = Math.min(amount, paid.amount - paid.applied);
  const reopened = amount - excess;
  const refund = await keepPayment(tx, current, {
    type: 'refund',
    amount: -amount,
    applied_amount: 0 - reopened,
    payment_method: input.refund_method,
    payment_date: input.refund_date ?? today(),
    reference_number: input.reference_number ?? null,
    notes: input.reason,
    recorded_by: by,
  });
  await postRefund(tx, current, refund, reverses ?? (amount === paid.amount ? 'refund_full' : 'refund_partial'));
  const { payment_id, client_id, currency_code } = refund;
  const { reason, refund_method } = input;
  emit(tx, paymentEvents.refunded, { payment_id, invoice_id, client_id, currency_code, amount, reason, refund_method }, 1);
  return reopened === 0 ? current : settle(tx, current, { amount_paid: current.amount_paid - reopened });
}

/** @param kind its type, or the entry it reverses */
async function postRefund(tx: Tx, invoice: InvoiceRecord, refund: PaymentRecord, kind: string): Promise<void> {
  const { client_id, currency_code, payment_date: occurred_on, reference_number, notes: description } = refund;
  const { invoice_id } = invoice;
  const [reopened, excess] = [0 - refund.applied_amount, refund.applied_amount - refund.amount];
  const entry = { client_id, currency_code, invoice_id, occurred_on, reference_number, description };
  const isPrepayment = invoice.invoice_type === 'prepayment';
  if (isPrepayment && reopened > 0) {
    await takeBack(tx, invoice, reopened);
    await post(tx, {
      ...entry,
      type: 'credit_adjustment',
      amount: -reopened,
      postings: [{ debit: 'client_credit', credit: 'cash', amount: reopened }],
    });
  }
  const postings = mirrored(paymentPostings(isPrepayment ? 0 : reopened, excess));
  if (postings.length > 0)
    await post(tx, {
      ...entry,
      ...(kind === 'refund_full' || kind === 'refund_partial'
        ? { type: kind }
        : { type: 'payment_reversal', related_entry_id: kind, is_reversal: true }),
      amount: isPrepayment ? excess : reopened + excess,
      metadata: { payment_id: refund.payment_id },
      postings,
    });
}

/** Takes credit from what a prepayment gave. @throws CONFLICT when too little is left of it */
async function takeBack(tx: Tx, { invoice_id, client_id, currency_code }: InvoiceRecord, amount: number): Promise<void> {
  let left = amount;
  const credits = await lockCreditsOfInvoice(tx, invoice_id);
  for (const { credit_id, remaining_amount } of credits) {
    const taken = Math.min(left, remaining_amount);
    if (taken > 0) await updateCreditRow(tx, credit_id, { remaining_amount: remaining_amount - taken });
    left -= taken;
  }
  if (left > 0) throw conflict('Some of the credit it gave was used', { remaining_amount: amount - left });
  await tellBalance(tx, client_id, currency_code);
}

type NewPayment = Pick<
  PaymentRecord,
  'type' | 'amount' | 'applied_amount' | 'payment_method' | 'payment_date' | 'reference_number' | 'notes' | 'recorded_by'
>;

function keepPayment(tx: Tx, { invoice_id, client_id, currency_code }: InvoiceRecord, payment: NewPayment): Promise<PaymentRecord> {
  return insertPayment(tx, { payment_id: uuidv7(), invoice_id, client_id, currency_code, ...payment });
}
