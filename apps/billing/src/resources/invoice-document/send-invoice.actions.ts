import { createHash } from 'node:crypto';
import { ApiError, conflict } from '@psa/contract-kit';
import { invoiceEvents, type SendInvoice } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import { MailRefused } from '@psa/mail-kit';
import { formatMoney } from '@psa/money';
import type { Db, Ports } from '../../billing-app.ts';
import { readBillingSettings } from '../billing-settings/billing-settings.records.ts';
import { sellerOf } from '../invoice-lifecycle/finalize-invoice.actions.ts';
import { requireInvoice } from '../invoice/invoice.handlers.ts';
import { findItems, type InvoiceRecord, lockInvoice, updateInvoiceRow } from '../invoice/invoice.records.ts';
import { invoiceFacts } from '../invoice/invoice.view.ts';
import { documentOf } from './invoice-document.rules.ts';
import { renderPdf } from './render-pdf.ts';

/** An invoice as PDF. @throws NOT_FOUND */
export async function pdfOf(db: Db, id: string): Promise<{ invoice: InvoiceRecord; filename: string; pdf: Buffer }> {
  const [invoice, items] = await Promise.all([requireInvoice(db, id), findItems(db, [id])]);
  const seller = invoice.seller ?? sellerOf(await readBillingSettings(db));
  const pdf = await renderPdf(documentOf({ invoice, items, seller }));
  const kind = invoice.invoice_type === 'credit_note' ? 'Credit_note' : 'Invoice';
  return { invoice, filename: `${kind}_${invoice.invoice_number ?? 'draft'}.pdf`, pdf };
}

/**
 * Hands a final invoice to the email service, which queues it durably. A request that is repeated because nobody knows how it ended
 * asks for the same mail: its id follows from what is sent and from the version, which the first mail raises.
 * @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT for a draft or a voided invoice, VALIDATION_ERROR when the mail is refused
 */
export async function sendInvoice(db: Db, ports: Ports, id: string, input: SendInvoice, accepted: Accepted): Promise<InvoiceRecord> {
  const { invoice, filename, pdf } = await pdfOf(db, id);
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
        attachments: include_pdf ? [{ filename, contentType: 'application/pdf', content: pdf }] : [],
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
  return db.transaction(async (tx) => {
    const current = await lockInvoice(tx, id);
    if (current === undefined) throw new Error(`Invoice ${id} was final and is gone`);
    const sent_at = new Date().toISOString();
    const row = await updateInvoiceRow(tx, id, { sent_at });
    emit(
      tx,
      invoiceEvents.sent,
      { ...invoiceFacts(row), delivery_method: 'email', sent_at, recipients: email_addresses.length },
      row.version,
    );
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
