import { createHash } from 'node:crypto';
import { ApiError, conflict } from '@psa/contract-kit';
import { invoiceEvents, type SendInvoice } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import { MailRefused } from '@psa/mail-kit';
import { formatMoney } from '@psa/money';
import { checkThenWrite } from '@psa/postgres-kit';
import type { Db, Ports } from '../../billing-app.ts';
import { readBillingSettings } from '../billing-settings/billing-settings.records.ts';
import { sellerOf } from '../invoice-lifecycle/finalize-invoice.actions.ts';
import { requireInvoice } from '../invoice/invoice.handlers.ts';
import { findInvoice, findItems, type InvoiceRecord, lockInvoice, updateInvoiceRow } from '../invoice/invoice.records.ts';
import { invoiceFacts } from '../invoice/invoice.view.ts';
import { type EInvoiceProfile, missingForEInvoice } from '../invoice/e-invoice-members.rules.ts';
import type { ItemResult } from '../ledger/each-of.ts';
import { designOfClient, readDesign } from '../invoice-template/invoice-template.records.ts';
import { eInvoiceOf } from './e-invoice.rules.ts';
import { metadataOf, withEInvoice } from './factur-x.rules.ts';
import { documentOf, type InvoiceDocument } from './invoice-document.rules.ts';
import { renderPdf } from './render-pdf.ts';

/** A file to give away. */
export interface InvoiceFile {
  readonly invoice: InvoiceRecord;
  readonly filename: string;
  readonly content: Buffer;
}

/**
 * An invoice as PDF.
 * @param format with an electronic invoice inside; as the tenant has it when absent, and plain where there can be none
 * @throws NOT_FOUND, CONFLICT naming what an electronic invoice lacks that was asked for
 */
export async function pdfOf(db: Db, id: string, format?: 'pdf' | EInvoiceProfile): Promise<InvoiceFile> {
  const document = await readDocument(db, id);
  const definition = documentOf(document);
  const { invoice } = document;
  const filename = `${nameOf(invoice)}.pdf`;
  const wanted = format ?? (isIssued(invoice) ? (await readBillingSettings(db)).e_invoice : 'pdf');
  if (wanted === 'pdf') return { invoice, filename, content: await renderPdf(definition) };
  assertEInvoice(document, wanted);
  const issued = new Date(invoice.finalized_at ?? invoice.created_at);
  return {
    invoice,
    filename,
    content: await renderPdf(withEInvoice(definition, eInvoiceOf(document, wanted), wanted, issued), metadataOf(wanted)),
  };
}

/** An invoice as XML by EN 16931, or by XRechnung where the tenant has it so. @throws NOT_FOUND, CONFLICT for a draft, or naming what it lacks */
export async function eInvoiceFile(db: Db, id: string): Promise<InvoiceFile> {
  const [document, { e_invoice }] = await Promise.all([readDocument(db, id), readBillingSettings(db)]);
  const profile = e_invoice === 'xrechnung' ? 'xrechnung' : 'factur-x';
  assertEInvoice(document, profile);
  return { invoice: document.invoice, filename: `${nameOf(document.invoice)}.xml`, content: Buffer.from(eInvoiceOf(document, profile)) };
}

async function readDocument(db: Db, id: string): Promise<InvoiceDocument> {
  const [invoice, items] = await Promise.all([requireInvoice(db, id), findItems(db, [id])]);
  const seller = invoice.seller ?? sellerOf(await readBillingSettings(db));
  const corrected = invoice.corrects_invoice_id === null ? undefined : await findInvoice(db, invoice.corrects_invoice_id);
  return { invoice, items, seller, corrects: corrected?.invoice_number ?? null, design: await designOf(db, invoice) };
}

/** That of its client as long as it is a draft, and then what it was issued with. */
async function designOf(db: Db, { finalized_at, client_id, invoice_template_id, template_design }: InvoiceRecord) {
  if (finalized_at === null) {
    const current = await designOfClient(db, client_id);
    return current && readDesign(db, current);
  }
  if (invoice_template_id === null || template_design === null) return undefined;
  return readDesign(db, { invoice_template_id, design: template_design });
}

const isIssued = ({ status }: InvoiceRecord) => status !== 'draft' && status !== 'cancelled';

function nameOf({ invoice_type, invoice_number }: InvoiceRecord): string {
  return `${invoice_type === 'credit_note' ? 'Credit_note' : 'Invoice'}_${invoice_number ?? 'draft'}`;
}

function assertEInvoice(document: InvoiceDocument, profile: EInvoiceProfile): void {
  const { status } = document.invoice;
  if (!isIssued(document.invoice))
    throw conflict(`There is no electronic invoice of one that is ${status === 'draft' ? 'a draft' : 'void'}`, { status });
  const missing = missingForEInvoice(document, profile);
  if (missing.length > 0) throw conflict(`An electronic invoice needs ${missing.join(', ')}`, { reason: 'e_invoice', missing });
}

/**
 * Hands a final invoice to the email service, which queues it durably. A request that is repeated because nobody knows how it ended
 * asks for the same mail: its id follows from what is sent and from the version, which the first mail raises.
 * @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT for a draft or a voided invoice, VALIDATION_ERROR when the mail is refused
 */
export async function sendInvoice(db: Db, ports: Ports, id: string, input: SendInvoice, accepted: Accepted): Promise<InvoiceRecord> {
  return markSent(db, await queueInvoiceMail(db, ports, id, input, accepted));
}

/**
 * Sends several invoices; each succeeds or fails on its own. All mails are queued before the first invoice is marked as sent, so that no
 * transaction waits for the email service. Under an Idempotency-Key the marks are committed together: a retry after a crash queues the same mails.
 * @param mailFor recipients and text for one invoice; throws to refuse it
 * @returns the outcome of each, once per id
 */
export async function sendInvoices(
  db: Db,
  ports: Ports,
  ids: readonly string[],
  mailFor: (id: string) => Promise<SendInvoice>,
): Promise<ItemResult[]> {
  const each = [...new Set(ids)];
  const outcomes = await checkThenWrite(
    each,
    async (id) => queueInvoiceMail(db, ports, id, await mailFor(id), undefined),
    (mail) => markSent(db, mail),
  );
  return outcomes.map((outcome, index) => ({ id: each[index]!, ...('refusal' in outcome && { refusal: outcome.refusal }) }));
}

/** The mail of an invoice, once the email service has queued it. */
interface QueuedMail {
  readonly invoice_id: string;
  readonly recipients: number;
}

async function queueInvoiceMail(db: Db, ports: Ports, id: string, input: SendInvoice, accepted: Accepted): Promise<QueuedMail> {
  const { invoice, filename, content } = await pdfOf(db, id);
  demandVersion(accepted, invoice.version);
  if (invoice.status === 'draft' || invoice.status === 'cancelled')
    throw conflict(`The invoice is ${invoice.status === 'draft' ? 'a draft: finalize it first' : 'void'}`, { status: invoice.status });
  const { email_addresses, include_pdf } = input;
  const subject = input.subject ?? subjectOf(invoice);
  const text = input.message ?? textOf(invoice);
  const messageId = `invoice-${createHash('sha256')
    .update(JSON.stringify([id, invoice.version, email_addresses, subject, text, include_pdf]))
    .digest('hex')}`;
  await ports.mailer
    .send(
      {
        to: email_addresses,
        subject,
        text,
        attachments: include_pdf ? [{ filename, contentType: 'application/pdf', content }] : [],
        messageId,
      },
      db.context,
    )
    .catch((error: unknown) => {
      if (!(error instanceof MailRefused)) throw error;
      throw new ApiError('VALIDATION_ERROR', 'Validation failed', [
        { code: 'refused', path: ['email_addresses'], message: 'the mail was refused' },
      ]);
    });
  return { invoice_id: id, recipients: email_addresses.length };
}

function markSent(db: Db, { invoice_id, recipients }: QueuedMail): Promise<InvoiceRecord> {
  return db.transaction(async (tx) => {
    const current = await lockInvoice(tx, invoice_id);
    if (current === undefined) throw new Error(`Invoice ${invoice_id} was final and is gone`);
    const sent_at = new Date().toISOString();
    const row = await updateInvoiceRow(tx, invoice_id, { sent_at });
    emit(tx, invoiceEvents.sent, { ...invoiceFacts(row), delivery_method: 'email', sent_at, recipients }, row.version);
    return row;
  });
}

function subjectOf({ invoice_type, invoice_number, seller }: InvoiceRecord): string {
  const what = `${invoice_type === 'credit_note' ? 'Credit note' : 'Invoice'} ${invoice_number}`;
  return seller?.seller_name ? `${what} from ${seller.seller_name}` : what;
}

function textOf(invoice: InvoiceRecord): string {
  const money = (amount: number) => formatMoney(amount, invoice.currency_code);
  const due = invoice.balance_due > 0 ? `\n${money(invoice.balance_due)} is due by ${invoice.due_date}.` : '';
  return `${subjectOf(invoice)} of ${invoice.invoice_date} comes to ${money(invoice.total_amount)}.${due}`;
}
