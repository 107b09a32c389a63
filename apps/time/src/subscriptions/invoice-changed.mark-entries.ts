import { invoiceEvents } from '@psa/contracts-billing';
import { on, subscription } from '@psa/events-kit';
import { markInvoiced, releaseInvoiced } from '../resources/time-entry/invoiced-entries.actions.ts';
import type { Tables } from '../tables.ts';
import type { Ports } from '../time-app.ts';

/** Marks the time an invoice bills, which then cannot change, and frees it when it is billed no more. */
export const markInvoicedEntries = subscription<Tables, Ports>(
  'time-invoiced-entries',
  on(invoiceEvents.workBilled, (tx, { data }) => markInvoiced(tx, data.invoice_id, data.time_entry_ids)),
  on(invoiceEvents.workReleased, (tx, { data }) => releaseInvoiced(tx, data.invoice_id, data.time_entry_ids)),
);
