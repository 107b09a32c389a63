import { conflict, notFound } from '@psa/contract-kit';
import { type CreditOrder, creditEvents } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import type { Db, Tx } from '../../billing-app.ts';
import { readBillingSettings } from '../billing-settings/billing-settings.records.ts';
import { type InvoiceRecord, lockInvoice } from '../invoice/invoice.records.ts';
import { isOpen, settle } from '../invoice/settle-invoice.actions.ts';
import { post } from '../ledger/journal.records.ts';
import {
  creditFacts,
  type CreditRecord,
  insertApplication,
  lockAvailable,
  lockCredit,
  releaseApplications,
  updateCreditRow,
} from './credit.records.ts';
import { tellBalance } from './tell-balance.actions.ts';

/**
 * Pays for an invoice by credit of its client and currency, as far as there is any.
 * @param invoice locked and open
 * @param limit minor units at most
 * @param entryId only the credit that this entry gave
 */
export async function applyCredit(
  tx: Tx,
  invoice: InvoiceRecord,
  limit: number,
  order: CreditOrder,
  entryId?: string,
): Promise<InvoiceRecord> {
  const { invoice_id, client_id, currency_code } = invoice;
  let left = Math.min(limit, invoice.balance_due);
  const wanted = left;
  if (left <= 0) return invoice;
  for (const credit of await lockAvailable(tx, client_id, currency_code, order, entryId)) {
    const amount = Math.min(left, credit.remaining_amount);
    await useCredit(tx, credit, invoice_id, amount);
    left -= amount;
    if (left === 0) break;
  }
  if (left === wanted) return invoice;
  await tellBalance(tx, client_id, currency_code);
  return settle(tx, invoice, { credit_applied: invoice.credit_applied + wanted - left });
}

async function useCredit(tx: Tx, credit: CreditRecord, invoice_id: string, amount: number): Promise<void> {
  const { credit_id, client_id, currency_code, entry_id } = credit;
  const row = await updateCreditRow(tx, credit_id, { remaining_amount: credit.remaining_amount - amount });
  await insertApplication(tx, credit_id, invoice_id, amount);
  await post(tx, {
    type: 'credit_application',
    client_id,
    currency_code,
    invoice_id,
    credit_id,
    amount: -amount,
    related_entry_id: entry_id,
    postings: [{ debit: 'client_credit', credit: 'ar', amount }],
  });
  emit(tx, creditEvents.applied, { ...creditFacts(row), invoice_id, amount_applied: amount }, row.version);
}

/** Gives back the credit that paid for an invoice that is voided. */
export async function restoreCredit(tx: Tx, { invoice_id, client_id, currency_code }: InvoiceRecord): Promise<void> {
  const released = await releaseApplications(tx, invoice_id);
  for (const [credit_id, parts] of [...Map.groupBy(released, (application) => application.credit_id)].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )) {
    const amount = parts.reduce((sum, part) => sum + part.amount, 0);
    const credit = await lockCredit(tx, credit_id);
    if (credit === undefined) throw new Error(`Credit ${credit_id} paid for invoice ${invoice_id} and is not there`);
    const row = await updateCreditRow(tx, credit_id, { remaining_amount: credit.remaining_amount + amount });
    await post(tx, {
      type: 'credit_adjustment',
      client_id,
      currency_code,
      invoice_id,
      credit_id,
      amount,
      related_entry_id: credit.entry_id,
      description: 'The invoice was voided',
      postings: [{ debit: 'ar', credit: 'client_credit', amount }],
    });
    emit(tx, creditEvents.restored, { ...creditFacts(row), invoice_id, amount_restored: amount }, row.version);
  }
  if (released.length > 0) await tellBalance(tx, client_id, currency_code);
}

interface Wanted {
  readonly invoiceId: string;
  readonly amount: number;
  /** Whose invoice it must be. */
  readonly clientId?: string;
  /** Only the credit that this entry gave. */
  readonly entryId?: string | undefined;
  /** Whether less than the amount will not do. */
  readonly isStrict: boolean;
  readonly demand?: (invoice: InvoiceRecord) => void;
}

/**
 * Pays for an open invoice by credit.
 * @throws NOT_FOUND, CONFLICT when it is not open, or, if strict, when less is due or there is less credit
 */
export async function creditInvoice(
  db: Db,
  { invoiceId, amount, clientId, entryId, isStrict, demand }: Wanted,
): Promise<{ invoice: InvoiceRecord; applied: number }> {
  const { credit_application_order } = await readBillingSettings(db);
  return db.transaction(async (tx) => {
    const current = await lockInvoice(tx, invoiceId);
    if (current === undefined || (clientId !== undefined && current.client_id !== clientId)) throw notFound('Invoice');
    demand?.(current);
    if (current.invoice_type !== 'standard')
      throw conflict('Only standard invoices are paid by credit', { invoice_type: current.invoice_type });
    if (!isOpen(current)) throw conflict('The invoice is not open', { status: current.status });
    if (isStrict && amount > current.balance_due) throw conflict('More than is due', { balance_due: current.balance_due });
    const invoice = await applyCredit(tx, current, amount, credit_application_order, entryId);
    const applied = invoice.credit_applied - current.credit_applied;
    if (isStrict && applied < amount) throw conflict('The client has less credit', { available_credit: applied });
    return { invoice, applied };
  });
}
