import { conflict, invalidField, notFound } from '@psa/contract-kit';
import { creditEvents, type CreatePrepayment, type CreateTransaction, type TransferCredit } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import { isCurrency } from '@psa/money';
import type { Db, Ports, Tx } from '../../billing-app.ts';
import { requireClient } from '../../replicas/client-replica.ts';
import { readBillingSettings } from '../billing-settings/billing-settings.records.ts';
import { assertAhead, expirationOf } from '../billing-settings/credit-expiration.rules.ts';
import { createInvoice } from '../invoice/invoice.actions.ts';
import type { InvoiceRecord } from '../invoice/invoice.records.ts';
import { post } from '../ledger/journal.records.ts';
import { creditFacts, type CreditRecord, lockCredit, updateCreditRow } from './credit.records.ts';
import { giveCredit } from './give-credit.actions.ts';
import { tellBalance } from './tell-balance.actions.ts';

const today = () => new Date().toISOString().slice(0, 10);

/** Gives a client credit out of goodwill. @throws VALIDATION_ERROR */
export async function grantCredit(db: Db, ports: Ports, input: CreateTransaction): Promise<CreditRecord> {
  const { client_id } = await requireClient(db, ports, input.client_id);
  const settings = await readBillingSettings(db);
  const currency_code = currencyOf(input.currency_code ?? settings.default_currency);
  assertAhead('expiration_date', input.expiration_date);
  return db.transaction((tx) =>
    giveCredit(tx, {
      client_id,
      currency_code,
      amount: input.amount,
      expiration_date: expirationOf(settings, input.expiration_date),
      type: 'credit_issuance',
      source: 'grant',
      postings: [{ debit: 'discount', credit: 'client_credit', amount: input.amount }],
      description: input.description ?? null,
      reference_number: input.reference_number ?? null,
      metadata: input.metadata ?? null,
    }),
  );
}

/** Drafts an invoice for a payment in advance. @throws VALIDATION_ERROR */
export async function createPrepayment(db: Db, ports: Ports, input: CreatePrepayment): Promise<InvoiceRecord> {
  const settings = await readBillingSettings(db);
  assertAhead('manual_expiration_date', input.manual_expiration_date);
  const item = {
    description: input.description,
    quantity: 1,
    unit_price: input.amount,
    // Tax is due on what the credit pays for.
    is_taxable: false,
    is_discount: false,
  };
  return createInvoice(
    db,
    ports,
    { client_id: input.client_id, currency_code: input.currency_code, items: [item] },
    { invoice_type: 'prepayment', credit_expires_on: expirationOf(settings, input.manual_expiration_date) },
  );
}

/** Moves credit to another client; its last day stays. @throws NOT_FOUND, VALIDATION_ERROR, CONFLICT when it is over or too little */
export async function transferCredit(db: Db, ports: Ports, input: TransferCredit): Promise<CreditRecord> {
  const target = await requireClient(db, ports, input.target_client_id, 'target_client_id');
  return db.transaction(async (tx) => {
    const source = await usableCredit(tx, input.source_credit_id);
    if (source.client_id === target.client_id) throw invalidField('target_client_id', 'has the credit already');
    if (input.amount > source.remaining_amount)
      throw conflict('There is not so much left of the credit', { remaining_amount: source.remaining_amount });
    const { credit_id, client_id, currency_code, expiration_date } = source;
    const row = await updateCreditRow(tx, credit_id, { remaining_amount: source.remaining_amount - input.amount });
    const description = input.reason ?? null;
    const related_entry_id = await post(tx, {
      type: 'credit_transfer',
      client_id,
      currency_code,
      credit_id,
      amount: -input.amount,
      related_entry_id: source.entry_id,
      description,
      credit_client_id: target.client_id,
      postings: [{ debit: 'client_credit', credit: 'client_credit', amount: input.amount }],
    });
    emit(tx, creditEvents.changed, creditFacts(row), row.version);
    await tellBalance(tx, client_id, currency_code);
    // The money moved by the entry above; this one shows it on the other client's account.
    return giveCredit(tx, {
      client_id: target.client_id,
      currency_code,
      amount: input.amount,
      expiration_date,
      type: 'credit_transfer',
      source: 'transfer',
      postings: [],
      description,
      related_entry_id,
    });
  });
}

/** Changes the last day of a credit. @throws NOT_FOUND, CONFLICT when it is over, VALIDATION_ERROR when the day has passed */
export function extendCredit(db: Db, id: string, expiration_date: string | null): Promise<CreditRecord> {
  assertAhead('expiration_date', expiration_date);
  return db.transaction(async (tx) => {
    await usableCredit(tx, id);
    const row = await updateCreditRow(tx, id, { expiration_date, reminded_days: null });
    emit(tx, creditEvents.changed, creditFacts(row), row.version);
    return row;
  });
}

/**
 * Ends what is left of a credit: it becomes revenue.
 * @param isDue for a credit that is looked at again: whether it still has to end
 * @throws NOT_FOUND, CONFLICT when nothing is left
 */
export function expireCredit(
  db: Db,
  id: string,
  description: string | null = null,
  isDue: (credit: CreditRecord) => boolean = () => true,
): Promise<void> {
  return db.transaction(async (tx) => {
    const credit = await lockCredit(tx, id);
    if (credit === undefined) throw notFound('Credit');
    if (!isDue(credit)) return;
    if (credit.remaining_amount === 0) throw conflict('Nothing is left of the credit');
    await endCredit(tx, credit, 'credit_expiration', 'revenue', description);
  });
}

/** Takes back a grant of which nothing was used. @throws CONFLICT */
export async function reverseGrant(tx: Tx, credit: CreditRecord, reason: string | undefined): Promise<void> {
  if (credit.remaining_amount < credit.amount)
    throw conflict('Some of the credit was used', { amount: credit.amount, remaining_amount: credit.remaining_amount });
  await endCredit(tx, credit, 'credit_adjustment', 'discount', reason ?? null, true);
}

async function endCredit(
  tx: Tx,
  credit: CreditRecord,
  type: 'credit_expiration' | 'credit_adjustment',
  account: 'revenue' | 'discount',
  description: string | null,
  is_reversal = false,
): Promise<void> {
  const { credit_id, client_id, currency_code, remaining_amount: amount, entry_id } = credit;
  const row = await updateCreditRow(tx, credit_id, { remaining_amount: 0 });
  await post(tx, {
    type,
    client_id,
    currency_code,
    credit_id,
    amount: -amount,
    related_entry_id: entry_id,
    is_reversal,
    description,
    postings: [{ debit: 'client_credit', credit: account, amount }],
  });
  emit(tx, creditEvents.expired, { ...creditFacts(row), amount_expired: amount }, row.version);
  await tellBalance(tx, client_id, currency_code);
}

/** @throws NOT_FOUND, CONFLICT when its last day has passed */
async function usableCredit(tx: Tx, id: string): Promise<CreditRecord> {
  const credit = await lockCredit(tx, id);
  if (credit === undefined) throw notFound('Credit');
  if (credit.expiration_date !== null && credit.expiration_date < today())
    throw conflict('The credit has expired', { expiration_date: credit.expiration_date });
  return credit;
}

function currencyOf(code: string): string {
  if (!isCurrency(code)) throw invalidField('currency_code', 'is not a currency of ISO 4217');
  return code;
}
