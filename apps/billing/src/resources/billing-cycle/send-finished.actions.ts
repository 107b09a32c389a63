import type { Db, Ports } from '../../billing-app.ts';
import { invoiceAddresses } from '../invoice-document/invoice-addresses.records.ts';
import { sendInvoice } from '../invoice-document/send-invoice.actions.ts';
import { findInvoice } from '../invoice/invoice.records.ts';

/** Sends a final invoice to where its client wants invoices, once. One without such an address waits to be sent by hand. */
export async function sendFinished(db: Db, ports: Ports, id: string): Promise<void> {
  const invoice = await findInvoice(db, id);
  if (invoice === undefined || invoice.sent_at !== null || invoice.status === 'cancelled') return;
  const email_addresses = await invoiceAddresses(db, invoice);
  if (email_addresses.length > 0) await sendInvoice(db, ports, id, { email_addresses, include_pdf: true }, undefined);
}
