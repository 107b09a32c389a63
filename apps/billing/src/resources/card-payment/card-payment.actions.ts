import { ApiError, conflict } from '@psa/contract-kit';
import { type CreatePaymentLink, paymentEvents, type RefundInvoice } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../billing-app.ts';
import type { ProviderEvent } from '../../ports/card-payments.ts';
import { recordPaymentIn, type Refund, refundIn } from '../invoice-lifecycle/payment.actions.ts';
import { requireInvoice } from '../invoice/invoice.handlers.ts';
import { type InvoiceRecord, lockInvoice } from '../invoice/invoice.records.ts';
import {
  closeLink,
  countLinks,
  findCardSettings,
  findOpenLink,
  insertLink,
  insertProviderPayment,
  lockProviderPayment,
  noteFailure,
  type PaymentLinkRow,
  refundablePayments,
  SCOPE,
  setRefunded,
  setUnassigned,
} from './card-payment.records.ts';

const BY_CARD = 'card';
/** Who records what a provider tells. */
const PROVIDER_ACTOR = '00000000-0000-0000-0000-000000000000';

type Secret = 'sealed_secret_key' | 'sealed_webhook_secret';

/** Where a secret is kept. */
export const placeOf = (column: Secret) => ({ table: 'card_payment_settings', column, row: SCOPE });

/**
 * A link by which what is due of an invoice can be paid.
 * @throws NOT_FOUND, CONFLICT when nothing is due, card payments are not set up or the provider refuses, BAD_GATEWAY when it does not answer
 */
export async function createPaymentLink(db: Db, ports: Ports, id: string, { success_url }: CreatePaymentLink): Promise<PaymentLinkRow> {
  const invoice = await requireInvoice(db, id);
  const { balance_due: amount, currency_code, invoice_number, version } = invoice;
  if (amount <= 0) throw conflict('Nothing is due of the invoice', { status: invoice.status, balance_due: amount });
  const secretKey = await secretKeyOf(db, ports);
  const known = await findOpenLink(db, id, amount);
  if (known !== undefined) return known;
  const request = { tenant: db.tenant, invoice_id: id, description: `Invoice ${invoice_number}`, amount, currency_code, success_url };
  // The same key until a link is stored: a request repeated after a lost reply gives the same session, and one after a link has expired a new one.
  const key = `link-${id}-${version}-${amount}-${await countLinks(db, id)}`;
  const checkout = await ports.cardPayments.createCheckout(secretKey, request, key);
  return insertLink(db, { link_id: uuidv7(), invoice_id: id, ...checkout, amount, currency_code, status: 'open' });
}

/**
 * Has the provider give back what was paid by card, and records it. What the provider tells of it afterwards is no news then; where
 * nothing could be recorded any more, that is what records it.
 * @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT, BAD_GATEWAY
 */
export async function refundThroughProvider(
  db: Db,
  ports: Ports,
  id: string,
  input: RefundInvoice,
  by: string,
  accepted: Accepted,
): Promise<InvoiceRecord> {
  const invoice = await requireInvoice(db, id);
  demandVersion(accepted, invoice.version);
  const [payment] = (await refundablePayments(db, id)).filter(
    ({ amount, refunded_amount }) => amount - refunded_amount >= (input.amount ?? 1),
  );
  if (payment === undefined) throw conflict('No payment by card has so much left to give back', { reason: 'no_card_payment' });
  const { provider_payment_id, refunded_amount } = payment;
  const amount = input.amount ?? payment.amount - refunded_amount;
  const key = `refund-${provider_payment_id}-${refunded_amount}-${amount}`;
  await ports.cardPayments.refund(await secretKeyOf(db, ports), { provider_payment_id, amount }, key);
  await keepRefund(db, provider_payment_id, refunded_amount + amount, { reason: input.reason, refund_method: BY_CARD }, by);
  return requireInvoice(db, id);
}

/**
 * Applies an event of the provider, once.
 * @throws CONFLICT for a refund that arrives before its payment: the provider sends it again
 */
export async function takeOver(db: Db, event: ProviderEvent): Promise<void> {
  if (event.kind === 'expired') await closeLink(db, event.session_id, 'expired');
  if (event.kind === 'paid') await keepPayment(db, event);
  if (event.kind === 'failed') await tellFailure(db, event);
  if (event.kind === 'refunded') {
    const { provider_payment_id, refunded, invoice_id } = event;
    const refund = { reason: 'Given back by the provider', refund_method: BY_CARD };
    const isKnown = await keepRefund(db, provider_payment_id, refunded, refund, PROVIDER_ACTOR);
    if (!isKnown && invoice_id !== undefined) throw conflict('The payment that was refunded has not been reported yet');
  }
}

function tellFailure(db: Db, { invoice_id, amount, attempt, failure_code }: Extract<ProviderEvent, { kind: 'failed' }>): Promise<void> {
  return db.transaction(async (tx) => {
    const link = await noteFailure(tx, invoice_id, amount, attempt);
    if (link === undefined) return;
    const { link_id, currency_code, status, failures } = link;
    const facts = { link_id, invoice_id, currency_code, amount, failure_code, is_retryable: status === 'open' };
    emit(tx, paymentEvents.failed, facts, failures);
  });
}

function keepPayment(db: Db, event: Extract<ProviderEvent, { kind: 'paid' }>): Promise<void> {
  const { provider_payment_id, session_id, invoice_id, amount, currency_code } = event;
  return db.transaction(async (tx) => {
    const isNew = await insertProviderPayment(tx, { provider_payment_id, invoice_id, amount, currency_code, unassigned_reason: null });
    if (!isNew) return;
    await closeLink(tx, session_id, 'paid');
    const refused = await assign(tx, event);
    // The money is there whatever became of the invoice: somebody has to look at it.
    if (refused !== undefined) await setUnassigned(tx, provider_payment_id, refused);
  });
}

/** @returns why the payment cannot be recorded */
async function assign(tx: Tx, { invoice_id, amount, currency_code, provider_payment_id }: Extract<ProviderEvent, { kind: 'paid' }>) {
  const invoice = await lockInvoice(tx, invoice_id);
  if (invoice === undefined) return 'There is no such invoice';
  if (invoice.currency_code !== currency_code) return `The invoice is in ${invoice.currency_code}`;
  if (amount <= 0) return 'Nothing was paid';
  const payment = { payment_amount: amount, payment_method: BY_CARD, reference_number: provider_payment_id, allow_overpayment: true };
  try {
    await recordPaymentIn(tx, invoice, payment, PROVIDER_ACTOR);
    return undefined;
  } catch (error) {
    // Refused before anything was written, as for an invoice that was voided meanwhile.
    if (error instanceof ApiError && error.code === 'CONFLICT') return error.message;
    throw error;
  }
}

/**
 * @param refunded all that was given back of the payment so far; what is recorded of it already is no news
 * @returns whether the payment is known
 */
function keepRefund(db: Db, id: string, refunded: number, input: Omit<Refund, 'amount'>, by: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const payment = await lockProviderPayment(tx, id);
    if (payment === undefined) return false;
    if (refunded <= payment.refunded_amount) return true;
    await setRefunded(tx, id, refunded);
    if (payment.unassigned_reason !== null) return true;
    const invoice = await lockInvoice(tx, payment.invoice_id);
    if (invoice === undefined) throw new Error(`Invoice ${payment.invoice_id} was paid and is gone`);
    await refundIn(tx, invoice, { ...input, amount: refunded - payment.refunded_amount }, by);
    return true;
  });
}

/** @throws CONFLICT when card payments are not set up */
async function secretKeyOf(db: Db, ports: Ports): Promise<string> {
  const settings = await findCardSettings(db);
  if (settings?.is_active !== true || settings.sealed_secret_key === null)
    throw conflict('Payments by card are not set up', { reason: 'not_configured' });
  return ports.secrets.open(db, settings.sealed_secret_key, placeOf('sealed_secret_key'));
}
