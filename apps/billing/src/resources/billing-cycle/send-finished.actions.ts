import type { Db, Ports } from '../../billing-app.ts';
import { billingAddress } from '../../replicas/location-replica.ts';
import { sendInvoice } from '../invoice-document/send-invoice.actions.ts';
import { findInvoice } from '../invoice/invoice.records.ts';
import { readClientBilling } from '../client-billing/client-billing.records.ts';

/** Sends a final invoice to where its client wants invoices, once. One without such an address waits to be sent by hand. */
export async function sendFinished(db: Db, ports: Ports, id: string): Promise<void> {
  const invoice = await findInvoice(db, id);
  if (invoice === undefined || invoice.sent_at !== null || invoice.status === 'cancelled') return;
  const { invoice_emails } = await readClientBilling(db, invoice.client_id);
  const ofAddress = invoice.bill_to?.email ?? (await billingAddress(db, invoice.client_id))?.email ?? null;
  const email_addresses = invoice_emails.length > 0 ? invoice_emails : ofAddress === null ? [] : [ofAddress];
  if (email_addresses.length > 0) await sendInvoice(db, ports, id, { email_addresses, include_pdf: true }, undefined);
}
