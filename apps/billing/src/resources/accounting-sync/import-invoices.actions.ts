import type { InvoiceItemInput } from '@psa/contracts-billing';
import { type AccountingDocument, PAGE_SIZE } from '../../ports/accounting.ts';
import { clientReplica, requireClient } from '../../replicas/client-replica.ts';
import { findLinkByExternal, insertLink } from '../accounting-link/accounting-link.records.ts';
import type { AccountingLinkRow } from '../accounting-link/accounting-link.tables.ts';
import { readBillingSettings } from '../billing-settings/billing-settings.records.ts';
import { assertHead, draftInvoice, updateInvoice } from '../invoice/invoice.actions.ts';
import { findInvoice } from '../invoice/invoice.records.ts';
import { RecordFailure, type SyncItem, type SyncOperation, type SyncOutcome, type SyncSelection, type SyncWork } from './sync-operation.ts';
import { datesOf, pageOfPayments, paymentSync } from './sync-payments.actions.ts';

/** Begins the cursors of pages of payments, which follow the invoices. */
const PAYMENTS = 'payments:';

/** Makes drafts of invoices that were entered at the provider, and takes over payments of those that were exported. */
export const invoiceImport: SyncOperation = {
  select: async (work, cursor) => {
    const scope = work.sync.scope ?? {};
    if (cursor?.startsWith(PAYMENTS) === true) return paymentsFrom(work, cursor.slice(PAYMENTS.length));
    const filter = scope.external_id === undefined ? datesOf(scope) : { id: scope.external_id };
    const start = Number(cursor ?? 1);
    const page = await work.call((provider, session) => provider.page(session, 'invoice', filter, start));
    const items = page.map(({ id }): SyncItem => ({ entity: 'invoice', local_id: null, external_id: id }));
    if (page.length === PAGE_SIZE) return { items, next: String(start + PAGE_SIZE) };
    const withPayments = scope.import_payments !== false && scope.external_id === undefined;
    return { items, next: withPayments ? `${PAYMENTS}1` : null };
  },

  perform: async (work, item) => {
    if (item.entity === 'payment') return paymentSync.perform(work, item);
    const document = await work.call((provider, session) => provider.get(session, 'invoice', item.external_id ?? ''));
    if (document === undefined || document.isVoided) return 'skipped';
    const link = await findLinkByExternal(work.db, work.sync.realm_id, 'invoice', document.id);
    if (link === undefined) return create(work, document);
    return link.is_imported && work.sync.scope?.update_existing !== false ? update(work, document, link) : 'unchanged';
  },
};

async function paymentsFrom(work: SyncWork, start: string): Promise<SyncSelection> {
  const { items, next } = await pageOfPayments(work, datesOf(work.sync.scope ?? {}), start);
  return { items, next: next === null ? null : PAYMENTS + next };
}

async function create(work: SyncWork, document: AccountingDocument): Promise<SyncOutcome> {
  const { db, ports, sync } = work;
  const clientId = await clientOf(work, document.customerId);
  const client = await requireClient(db, ports, clientId);
  const head = await headOf(work, document);
  assertHead(head);
  await db.commitNow(async (tx) => {
    const notes = document.number === null ? null : `Invoice ${document.number} in QuickBooks`;
    const invoice = await draftInvoice(tx, client, { client_id: clientId, ...head, items: linesOf(document), notes });
    await insertLink(tx, {
      realm_id: sync.realm_id,
      entity: 'invoice',
      local_id: invoice.invoice_id,
      external_id: document.id,
      sync_token: document.syncToken,
      synced_version: invoice.version,
      is_imported: true,
    });
  });
  return 'imported';
}

async function update(work: SyncWork, document: AccountingDocument, link: AccountingLinkRow): Promise<SyncOutcome> {
  const { db, sync } = work;
  const invoice = await findInvoice(db, link.local_id);
  if (invoice === undefined || invoice.status !== 'draft' || link.sync_token === document.syncToken) return 'unchanged';
  if (invoice.version !== link.synced_version)
    throw new RecordFailure('It was changed on both sides: delete the draft to import it again', true);
  const row = await updateInvoice(db, invoice.invoice_id, { ...(await headOf(work, document)), items: linesOf(document) }, undefined);
  const { realm_id } = sync;
  const ids = { realm_id, entity: 'invoice' as const, local_id: link.local_id, external_id: document.id };
  await db.commitNow((tx) => insertLink(tx, { ...ids, sync_token: document.syncToken, synced_version: row.version, is_imported: true }));
  return 'updated';
}

async function headOf({ db }: SyncWork, { date, dueDate, currencyCode }: AccountingDocument) {
  const currency_code = currencyCode ?? (await readBillingSettings(db)).default_currency;
  return { invoice_date: date, due_date: dueDate === null || dueDate < date ? date : dueDate, currency_code };
}

/** Its tax is a line of its own: what it comes to stays the same whatever tax rates are set up here. */
function linesOf({ lines, tax }: AccountingDocument): InvoiceItemInput[] {
  const line = (description: string, unit_price: number): InvoiceItemInput => ({
    description,
    quantity: 1,
    unit_price,
    is_taxable: false,
    is_discount: false,
  });
  return [
    ...lines.filter(({ amount }) => amount >= 0).map(({ description, amount }) => line(description.slice(0, 500) || 'Item', amount)),
    ...(tax > 0 ? [line('Tax', tax)] : []),
  ];
}

/** The client that a customer stands for. @throws RecordFailure when nobody has chosen it */
async function clientOf(work: SyncWork, customerId: string): Promise<string> {
  const { db, ports, sync } = work;
  const link = await findLinkByExternal(db, sync.realm_id, 'customer', customerId);
  if (link !== undefined) return link.local_id;
  const customer = await work.call((provider, session) => provider.get(session, 'customer', customerId));
  if (customer === undefined) throw new RecordFailure('Its customer is gone from QuickBooks');
  if (sync.scope?.auto_create_clients !== true)
    throw new RecordFailure(
      `The customer ${customer.name} stands for no client: choose one by PUT customers/mappings, or use auto_create_clients`,
    );
  const clientId = await ports.clientCommands.create(db.context, customer.name, `customer-${sync.realm_id}-${customerId}`);
  await requireClient(db, ports, clientId);
  const version = (await clientReplica.find(db, clientId))?.version ?? null;
  const ids = { realm_id: sync.realm_id, entity: 'customer' as const, local_id: clientId, external_id: customerId };
  await db.commitNow((tx) => insertLink(tx, { ...ids, sync_token: customer.syncToken, synced_version: version }));
  return clientId;
}
