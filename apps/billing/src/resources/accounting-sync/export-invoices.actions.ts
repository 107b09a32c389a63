import { formatMoney } from '@psa/money';
import { AccountingError, type AccountingDocument } from '../../ports/accounting.ts';
import { externalIdOf, findLink, insertLink, createPendingLink, updateLink } from '../accounting-link/accounting-link.records.ts';
import type { AccountingLinkRow } from '../accounting-link/accounting-link.tables.ts';
import { findInvoice, findItems, type InvoiceRecord } from '../invoice/invoice.records.ts';
import { documentDraft } from './document-draft.rules.ts';
import { preflight, referencesOf } from './export-preflight.actions.ts';
import { requestIdOf } from './request-id.ts';
import { selectInvoices } from './sync-selection.records.ts';
import { RecordFailure, type SyncOperation, type SyncOutcome, type SyncWork, wholeSelection } from './sync-operation.ts';

type Kind = 'invoice' | 'credit_note';

/** Writes final invoices and credit notes to the books, and voids there what is void. */
export const invoiceExport: SyncOperation = {
  select: async ({ db, sync }) => wholeSelection(await selectInvoices(db, sync.scope ?? {}, new Date().toISOString().slice(0, 10))),

  perform: async (work, { local_id }) => {
    const { db, sync } = work;
    const invoice = await findInvoice(db, local_id ?? '');
    if (invoice === undefined) throw new RecordFailure('The invoice is gone');
    const kind: Kind = invoice.invoice_type === 'credit_note' ? 'credit_note' : 'invoice';
    const link = await findLink(db, sync.realm_id, kind, invoice.invoice_id);
    if (link?.is_imported === true) return 'skipped';
    if (sync.scope?.dry_run === true) return preflight(work, invoice, link);
    if (invoice.status === 'cancelled') return cancel(work, kind, invoice, link);
    const external = externalIdOf(link);
    if (link === undefined || external === undefined) return create(work, kind, invoice);
    if (sync.scope?.skip_existing === true) return 'skipped';
    if (link.status === 'synced' && link.synced_version === invoice.version) return 'unchanged';
    return update(work, kind, invoice, link, external);
  },
};

async function draftOf(work: SyncWork, invoice: InvoiceRecord) {
  const items = await findItems(work.db, [invoice.invoice_id]);
  return documentDraft(invoice, items, await referencesOf(work, invoice, items), work.sync.scope?.include_line_items ?? true);
}

async function create(work: SyncWork, kind: Kind, invoice: InvoiceRecord): Promise<SyncOutcome> {
  const draft = await draftOf(work, invoice);
  const link = await createPendingLink(work.db, work.sync.realm_id, kind, invoice.invoice_id);
  let outcome: SyncOutcome = 'created';
  const saved = await work
    .call((provider, session) => provider.save(session, kind, link.request_id, draft))
    .catch(async (error: unknown) => {
      if (!(error instanceof AccountingError && error.fault === 'duplicate')) throw error;
      outcome = 'unchanged';
      return sameNumber(work, kind, invoice);
    });
  await keepLink(work, link, invoice, saved);
  return outcome;
}

/** A document with the number there is already, as after a request whose id the provider has forgotten. */
async function sameNumber(work: SyncWork, kind: Kind, { invoice_number, total_amount }: InvoiceRecord): Promise<AccountingDocument> {
  const document = await work.call((provider, session) => provider.find(session, kind, invoice_number ?? ''));
  if (document === undefined || document.total !== total_amount)
    throw new RecordFailure(`QuickBooks has another document with the number ${invoice_number}: renumber it there`, true);
  return document;
}

async function update(work: SyncWork, kind: Kind, invoice: InvoiceRecord, link: AccountingLinkRow, id: string): Promise<SyncOutcome> {
  for (let attempt = 1; ; attempt++) {
    const document = await work.call((provider, session) => provider.get(session, kind, id));
    if (document === undefined || document.isVoided)
      throw new RecordFailure(
        `It was ${document === undefined ? 'deleted' : 'voided'} in QuickBooks: void it here too, or restore it there`,
        true,
      );
    if (isEqual(invoice, document)) {
      await keepLink(work, link, invoice, document);
      return 'unchanged';
    }
    try {
      const draft = await draftOf(work, invoice);
      const requestId = requestIdOf(link, document, invoice.version);
      const saved = await work.call((provider, session) => provider.save(session, kind, requestId, draft, document));
      await keepLink(work, link, invoice, saved);
      return 'updated';
    } catch (error) {
      // Somebody changed it between the two calls: once more, with what it is now.
      if (!(error instanceof AccountingError && error.fault === 'stale' && attempt === 1)) throw error;
    }
  }
}

async function cancel(work: SyncWork, kind: Kind, invoice: InvoiceRecord, link: AccountingLinkRow | undefined): Promise<SyncOutcome> {
  const id = externalIdOf(link);
  if (link === undefined || id === undefined) return 'skipped';
  const document = await work.call((provider, session) => provider.get(session, kind, id));
  const isThere = document !== undefined && !document.isVoided;
  if (isThere && document.isSettled)
    throw new RecordFailure('Payments are applied to it in QuickBooks: delete or unapply them there, then export it again', true);
  if (isThere) {
    const requestId = requestIdOf(link, document, 'cancel');
    await work.call((provider, session) => provider.cancel(session, kind, requestId, document));
  }
  await work.db.commitNow((tx) => updateLink(tx, link.link_id, { status: 'synced', synced_version: invoice.version, sync_token: null }));
  return isThere ? 'voided' : 'unchanged';
}

function isEqual({ total_amount, tax, due_date, invoice_type }: InvoiceRecord, document: AccountingDocument): boolean {
  const isSameDue = invoice_type === 'credit_note' || document.dueDate === null || document.dueDate === due_date;
  return document.total === total_amount && document.tax === Math.abs(tax) && isSameDue;
}

/** Notes what the provider has. @throws RecordFailure when it computed other sums than were sent */
async function keepLink(
  { db, sync }: SyncWork,
  { entity, local_id }: AccountingLinkRow,
  invoice: InvoiceRecord,
  document: AccountingDocument,
): Promise<void> {
  const { realm_id } = sync;
  const { id: external_id, syncToken: sync_token } = document;
  await db.commitNow((tx) => insertLink(tx, { realm_id, entity, local_id, external_id, sync_token, synced_version: invoice.version }));
  if (document.total === invoice.total_amount) return;
  const money = (amount: number) => formatMoney(amount, invoice.currency_code);
  const both = `${money(document.total)} in QuickBooks and ${money(invoice.total_amount)} here`;
  throw new RecordFailure(`It comes to ${both}: check the tax code, and whether QuickBooks computes sales tax by itself`, true);
}
