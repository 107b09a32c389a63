import type { Tx } from '../../time-app.ts';
import { tellUpdated } from './log-time.actions.ts';
import { lockEntriesById, updateTimeEntryRow } from './time-entry.records.ts';

/** Notes the invoice that bills these entries. Those that are gone meanwhile are left out: billing learns of it by their own event. */
export async function markInvoiced(tx: Tx, invoiceId: string, entryIds: readonly string[]): Promise<void> {
  for (const entry of await lockEntriesById(tx, entryIds)) {
    if (entry.invoice_id === invoiceId) continue;
    tellUpdated(tx, entry, await updateTimeEntryRow(tx, entry.entry_id, { invoice_id: invoiceId }), ['invoice_id']);
  }
}

/** Frees these entries, unless another invoice bills them by now. */
export async function releaseInvoiced(tx: Tx, invoiceId: string, entryIds: readonly string[]): Promise<void> {
  for (const entry of await lockEntriesById(tx, entryIds)) {
    if (entry.invoice_id !== invoiceId) continue;
    tellUpdated(tx, entry, await updateTimeEntryRow(tx, entry.entry_id, { invoice_id: null }), ['invoice_id']);
  }
}
