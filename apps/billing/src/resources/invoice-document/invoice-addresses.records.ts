import type { Db } from '../../billing-app.ts';
import { billingAddress } from '../../replicas/location-replica.ts';
import { readClientBilling } from '../client-billing/client-billing.records.ts';
import type { InvoiceRecord } from '../invoice/invoice.records.ts';

/** Where a client wants an invoice mailed to; none where nothing is known. */
export async function invoiceAddresses(db: Db, { client_id, bill_to }: Pick<InvoiceRecord, 'client_id' | 'bill_to'>): Promise<string[]> {
  const { invoice_emails } = await readClientBilling(db, client_id);
  if (invoice_emails.length > 0) return invoice_emails;
  const address = bill_to?.email ?? (await billingAddress(db, client_id))?.email ?? null;
  return address === null ? [] : [address];
}
