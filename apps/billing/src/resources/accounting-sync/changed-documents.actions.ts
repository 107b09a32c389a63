import { formatMoney } from '@psa/money';
import type { AccountingChange } from '../../ports/accounting.ts';
import { findLinkByExternal, updateLink } from '../accounting-link/accounting-link.records.ts';
import { findInvoice } from '../invoice/invoice.records.ts';
import { RecordFailure, type SyncItem, type SyncOutcome, type SyncWork } from './sync-operation.ts';

/** Exported invoices that somebody else has changed at the provider. */
export async function changedDocuments({ db, sync }: SyncWork, changes: readonly AccountingChange[]): Promise<SyncItem[]> {
  const items: SyncItem[] = [];
  for (const { kind, id, syncToken } of changes) {
    if (kind !== 'invoice') continue;
    const link = await findLinkByExternal(db, sync.realm_id, 'invoice', id);
    if (link === undefined || link.is_imported || link.sync_token === syncToken) continue;
    items.push({ entity: 'invoice', local_id: link.local_id, external_id: id });
  }
  return items;
}

/** Looks whether an exported invoice still comes to the same. @throws RecordFailure as a conflict when it does not */
export async function checkDocument(work: SyncWork, invoiceId: string, id: string): Promise<SyncOutcome> {
  const { db, sync } = work;
  const [invoice, link] = [await findInvoice(db, invoiceId), await findLinkByExternal(db, sync.realm_id, 'invoice', id)];
  if (invoice === undefined || link === undefined) return 'skipped';
  const document = await work.call((provider, session) => provider.get(session, 'invoice', id));
  const isGone = document === undefined || document.isVoided;
  if (isGone && invoice.status !== 'cancelled')
    throw new RecordFailure(
      `It was ${document === undefined ? 'deleted' : 'voided'} in QuickBooks: void it here too, or restore it there`,
      true,
    );
  if (!isGone && invoice.status !== 'cancelled' && document.total !== invoice.total_amount) {
    const there = formatMoney(document.total, invoice.currency_code);
    throw new RecordFailure(`It was changed to ${there} in QuickBooks: correct it there, or void it here and bill anew`, true);
  }
  // Payments and notes change the version as well.
  await db.commitNow((tx) => updateLink(tx, link.link_id, { sync_token: document?.syncToken ?? null }));
  return 'unchanged';
}
