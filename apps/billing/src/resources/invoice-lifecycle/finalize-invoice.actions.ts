import { conflict } from '@psa/contract-kit';
import { type BillingSettings, invoiceEvents } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import type { Accepted } from '@psa/http-kit';
import { sumOf } from '@psa/money';
import type { Db, Tx } from '../../billing-app.ts';
import { billingAddress } from '../../replicas/location-replica.ts';
import type { LocationCopy } from '../../replicas/replica.tables.ts';
import { readClientBilling } from '../client-billing/client-billing.records.ts';
import { readBillingSettings } from '../billing-settings/billing-settings.records.ts';
import { applyCredit } from '../credit/apply-credit.actions.ts';
import { lockAccepted, reprice } from '../invoice/invoice.actions.ts';
import { findItems, type InvoiceItemRecord, type InvoiceRecord, updateInvoiceRow } from '../invoice/invoice.records.ts';
import type { BillTo, Seller } from '../invoice/invoice.tables.ts';
import { type EInvoiceProfile, missingForEInvoice } from '../invoice/e-invoice-members.rules.ts';
import { taxesByGroup } from '../invoice/invoice-totals.rules.ts';
import { invoiceFacts } from '../invoice/invoice.view.ts';
import { designOfClient, type DesignOfInvoice } from '../invoice-template/invoice-template.records.ts';
import { post } from '../ledger/journal.records.ts';
import { invoicePostings, type Posting } from '../ledger/postings.rules.ts';
import { takeNumber } from '../number-series/number-series.records.ts';

const DIGITS = 6;

/**
 * Makes a draft final: it has the next number, which follows the one before without a gap because it is taken in this transaction,
 * is entered in the journal, and is paid by credit as far as there is any.
 * @param date of the invoice from then on
 * @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT when it is final, empty, rejected or waits for approval, or has no tax rate that day
 */
export async function finalizeInvoice(db: Db, id: string, date: string | undefined, accepted: Accepted): Promise<InvoiceRecord> {
  const settings = await readBillingSettings(db);
  return db.transaction(async (tx) => finalizeLocked(tx, await lockAccepted(tx, id, accepted), settings, date));
}

/** The same for a draft that is locked. @throws CONFLICT */
export async function finalizeLocked(tx: Tx, current: InvoiceRecord, settings: BillingSettings, date?: string): Promise<InvoiceRecord> {
  const { require_approval, auto_apply_credit, credit_application_order } = settings;
  const id = current.invoice_id;
  assertDraft(current);
  assertApproved(current, require_approval);
  // Tax is that of the day of the invoice.
  const sums = date === undefined || date === current.invoice_date ? {} : await reprice(tx, { ...current, invoice_date: date });
  const { total_amount } = { ...current, ...sums };
  if (current.approval_status === 'approved' && total_amount !== current.total_amount)
    throw conflict('On that date the invoice comes to another total than the one that was approved', { total_amount });
  const items = await findItems(tx, [id]);
  if (!items.some(({ is_discount }) => !is_discount)) throw conflict('The invoice has no lines');
  if (date !== undefined && date > current.due_date) throw conflict('The date would be after the due date', { due_date: current.due_date });
  const [address, design, { buyer_reference }] = await Promise.all([
    billingAddress(tx, current.client_id),
    designOfClient(tx, current.client_id),
    readClientBilling(tx, current.client_id),
  ]);
  const [seller, bill_to] = [sellerOf(settings), billToOf(address, buyer_reference)];
  if (settings.e_invoice !== 'pdf') {
    assertComplete({ ...current, ...sums, bill_to }, seller, settings.e_invoice);
    assertTaxByGroup(items);
  }
  const row = await updateInvoiceRow(tx, id, {
    invoice_number: await nextNumber(tx, 'invoice'),
    status: total_amount === 0 ? 'paid' : 'sent',
    finalized_at: new Date().toISOString(),
    seller: JSON.stringify(seller),
    bill_to: bill_to === null ? null : JSON.stringify(bill_to),
    ...designColumns(design),
    ...sums,
    ...(date !== undefined && { invoice_date: date }),
  });
  await postFinal(tx, row, items);
  emit(tx, invoiceEvents.finalized, invoiceFacts(row), row.version);
  if (row.status === 'paid') emit(tx, invoiceEvents.paid, invoiceFacts(row), row.version);
  if (!auto_apply_credit || row.invoice_type !== 'standard') return row;
  return applyCredit(tx, row, row.balance_due, credit_application_order);
}

/** What an invoice looks like for ever. */
export function designColumns(design: DesignOfInvoice | undefined) {
  return { invoice_template_id: design?.invoice_template_id ?? null, template_design: design?.design ?? null };
}

/** Where an invoice goes, as it says it for ever. */
function billToOf(address: LocationCopy | undefined, buyer_reference: string | null): BillTo | null {
  if (address === undefined) return null;
  const { address_line1, address_line2, address_line3, city, postal_code, country_code, email } = address;
  const address_lines = [address_line1, address_line2, address_line3].filter((line): line is string => line !== null && line !== '');
  return { address_lines, city, postal_code, country_code, email, buyer_reference };
}

/** Who bills, as an invoice says it for ever. */
export function sellerOf(settings: BillingSettings): Seller {
  const { seller_name, seller_address, seller_city, seller_postal_code, seller_country_code, seller_tax_id } = settings;
  const { seller_contact_name, seller_phone, seller_email, seller_iban, payment_instructions } = settings;
  const address = { seller_name, seller_address, seller_city, seller_postal_code, seller_country_code, seller_tax_id };
  return { ...address, seller_contact_name, seller_phone, seller_email, seller_iban, payment_instructions };
}

/** The next number of a series of documents, such as `INV-000001`. */
export async function nextNumber(tx: Tx, series: 'invoice' | 'credit_note'): Promise<string> {
  const number = String(await takeNumber(tx, series)).padStart(DIGITS, '0');
  return `${series === 'invoice' ? 'INV' : 'CM'}-${number}`;
}

/** Where the money of a final invoice went. A payment in advance is nothing that is owed. */
export function postingsOf({ invoice_type, subtotal, tax }: InvoiceRecord, items: readonly InvoiceItemRecord[]): Posting[] {
  if (invoice_type !== 'standard') return [];
  return invoicePostings({ subtotal, tax, discount: items.reduce((sum, { discount_amount }) => sum + discount_amount, 0) });
}

async function postFinal(tx: Tx, invoice: InvoiceRecord, items: readonly InvoiceItemRecord[]): Promise<void> {
  const postings = postingsOf(invoice, items);
  if (postings.length === 0) return;
  const { invoice_id, client_id, currency_code, invoice_date, total_amount: amount } = invoice;
  await post(tx, { type: 'invoice_generated', client_id, invoice_id, currency_code, occurred_on: invoice_date, amount, postings });
}

/** @throws CONFLICT naming what an electronic invoice lacks */
function assertComplete(invoice: InvoiceRecord, seller: Seller, profile: EInvoiceProfile): void {
  const missing = missingForEInvoice({ invoice, seller }, profile);
  if (missing.length > 0) throw conflict(`An electronic invoice needs ${missing.join(', ')}`, { reason: 'e_invoice', missing });
}

/** Drafts keep the tax they were computed with when the tenant changes to electronic invoices. @throws CONFLICT */
function assertTaxByGroup(items: readonly InvoiceItemRecord[]): void {
  const charges = items.map(({ tax_region: region, tax_rate }) => ({
    tax: region === null || tax_rate === null ? null : { region, percentage: String(tax_rate) },
  }));
  const net = items.map(({ net_amount, discount_amount }) => BigInt(net_amount - discount_amount));
  const tax = items.reduce((sum, { tax_amount }) => sum + tax_amount, 0);
  if (BigInt(tax) !== sumOf(taxesByGroup(charges, net)))
    throw conflict(
      'The tax was rounded on each line, which an electronic invoice does not allow: calculate it anew by POST /api/v1/invoices/{id}/tax',
      {
        reason: 'tax_rounding',
      },
    );
}

export function assertDraft({ status }: InvoiceRecord): void {
  if (status !== 'draft') throw conflict('The invoice is no draft any more', { status });
}

function assertApproved({ approval_status }: InvoiceRecord, isRequired: boolean): void {
  if (approval_status === 'approved' || (approval_status === 'none' && !isRequired)) return;
  throw conflict(`The invoice is ${approval_status === 'rejected' ? 'rejected' : 'not approved yet'}`, { approval_status });
}
