import type { Db, Ports } from '../../billing-app.ts';
import { readBillingSettings } from '../billing-settings/billing-settings.records.ts';
import { assertAhead, expirationOf } from '../billing-settings/credit-expiration.rules.ts';
import { createInvoice } from './invoice.actions.ts';
import type { InvoiceRecord } from './invoice.records.ts';
import type { ManualInvoice } from './manual-items.rules.ts';

/** Makes a draft by hand, also of a payment in advance. @throws VALIDATION_ERROR, CONFLICT when a region has no tax rate that day */
export async function createManualInvoice(db: Db, ports: Ports, { invoice, prepayment }: ManualInvoice): Promise<InvoiceRecord> {
  if (prepayment === undefined) return createInvoice(db, ports, invoice);
  assertAhead('expiration_date', prepayment.expires);
  const credit_expires_on = expirationOf(await readBillingSettings(db), prepayment.expires);
  return createInvoice(db, ports, invoice, { invoice_type: 'prepayment', credit_expires_on });
}
