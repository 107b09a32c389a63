import { addDays } from '@psa/calendar';
import type { Tx } from '../../billing-app.ts';
import { type AccountingPayment, PAGE_SIZE } from '../../ports/accounting.ts';
import { findConnection } from '../accounting-connection/accounting-connection.records.ts';
import {
  externalIdOf,
  findLink,
  findLinkByExternal,
  findLinksByExternal,
  findPaymentLinks,
  insertLink,
  createPendingLink,
  updateLink,
} from '../accounting-link/accounting-link.records.ts';
import type { AccountingLinkRow } from '../accounting-link/accounting-link.tables.ts';
import { recordPaymentIn, refundIn } from '../invoice-lifecycle/payment.actions.ts';
import { findPayments, type InvoiceRecord, lockInvoice } from '../invoice/invoice.records.ts';
import { changedDocuments, checkDocument } from './changed-documents.actions.ts';
import { ensureCustomer } from './sync-customers.actions.ts';
import { findPayment, selectPayments } from './sync-selection.records.ts';
import {
  RecordFailure,
  type SyncItem,
  type SyncOperation,
  type SyncOutcome,
  type SyncSelection,
  type SyncWork,
  wholeSelection,
} from './sync-operation.ts';

/** Days that are looked at where no dates are given. */
const DAYS = 90;
const METHOD = 'quickbooks';
/** Who records what the provider tells, when nobody asked for it. */
const PROVIDER_ACTOR = '00000000-0000-0000-0000-000000000000';
const today = () => new Date().toISOString().slice(0, 10);

/** Stands for the payments that were recorded here, which follow those of the provider. */
const RECORDED_HERE = 'recorded_here';

interface Dates {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const itemOf = (id: string): SyncItem => ({ entity: 'payment', local_id: null, external_id: id });

/** The dates a sync looks at. */
export function datesOf({ from, to }: Dates) {
  return { from: from ?? addDays(today(), -DAYS), to };
}

/** Takes over payments of exported invoices, and writes those that were recorded here. Refunds are entered on both sides by hand. */
export const paymentSync: SyncOperation = {
  // Payments of the provider come first: an invoice that is paid on both sides is then overpaid here, where somebody sees it.
  select: async (work, cursor) => {
    const { db, sync } = work;
    const scope = sync.scope ?? {};
    const { sync_type = 'bidirectional', ids, invoice_id } = scope;
    const dates = ids === undefined && invoice_id === undefined ? datesOf(scope) : scope;
    if (sync_type !== 'create' && cursor !== RECORDED_HERE) {
      const { items, next } = await selectExternal(work, dates, cursor);
      return { items, next: next ?? RECORDED_HERE };
    }
    return wholeSelection(sync_type === 'update' ? [] : await selectPayments(db, sync.realm_id, { ...scope, ...dates }));
  },

  perform: (work, { entity, local_id, external_id }) => {
    if (entity === 'invoice') return checkDocument(work, local_id ?? '', external_id ?? '');
    return local_id === null ? importPayment(work, external_id ?? '') : exportPayment(work, local_id);
  },
};

/** Payments at the provider: those that have changed since the last look, or those of a range of dates. */
async function selectExternal(work: SyncWork, dates: Dates, cursor: string | null): Promise<SyncSelection> {
  const { db, sync } = work;
  if (sync.scope?.changes === true) {
    const since = (await findConnection(db))?.changes_read_until ?? new Date(Date.now() - 86_400_000).toISOString();
    const changes = await work.call((provider, session) => provider.changesSince(session, since));
    const payments = changes.filter(({ kind }) => kind === 'payment').map(({ id }) => itemOf(id));
    return wholeSelection([...(await changedDocuments(work, changes)), ...payments]);
  }
  return pageOfPayments(work, dates, cursor);
}

/** A page of the payments at the provider with a date in a range. @param cursor number of its first row; the first page when absent */
export async function pageOfPayments(work: SyncWork, dates: Dates, cursor: string | null): Promise<SyncSelection> {
  const start = Number(cursor ?? 1);
  const page = await work.call((provider, session) => provider.page(session, 'payment', dates, start));
  const items = (await changedPayments(work, page)).map(({ id }) => itemOf(id));
  return { items, next: page.length < PAGE_SIZE ? null : String(start + PAGE_SIZE) };
}

/** Those of the payments that pay an exported invoice nobody knew of, or were changed since they were taken over. */
async function changedPayments({ db, sync }: SyncWork, payments: readonly AccountingPayment[]): Promise<AccountingPayment[]> {
  const invoiceIds = payments.flatMap(({ applied }) => applied.map(({ invoiceId }) => invoiceId));
  const [invoices, links] = await Promise.all([
    findLinksByExternal(db, sync.realm_id, 'invoice', invoiceIds),
    findPaymentLinks(
      db,
      sync.realm_id,
      payments.map(({ id }) => id),
    ),
  ]);
  const exported = new Set(invoices.map(({ external_id }) => external_id));
  const linksOf = Map.groupBy(links, ({ external_payment_id }) => external_payment_id);
  return payments.filter(({ id, applied, syncToken }) => {
    const known = linksOf.get(id) ?? [];
    const parts = new Set(known.map(({ external_id }) => external_id));
    const isMissing = applied.some(({ invoiceId }) => exported.has(invoiceId) && !parts.has(`${id}/${invoiceId}`));
    const isChanged = known.some(({ sync_token }) => sync_token !== syncToken);
    const isUnapplied = known.length === 0 && sync.scope?.include_unapplied === true;
    return isMissing || isChanged || isUnapplied;
  });
}

async function exportPayment(work: SyncWork, paymentId: string): Promise<SyncOutcome> {
  const { db, sync } = work;
  const payment = await findPayment(db, paymentId);
  if (payment === undefined) throw new RecordFailure('The payment is gone');
  const invoiceId = externalIdOf(await findLink(db, sync.realm_id, 'invoice', payment.invoice_id));
  if (invoiceId === undefined) throw new RecordFailure('Export its invoice first');
  if (externalIdOf(await findLink(db, sync.realm_id, 'payment', paymentId)) !== undefined) return 'unchanged';
  const customerId = await ensureCustomer(work, payment.client_id);
  const { payment_date: date, currency_code: currencyCode, reference_number: reference, applied_amount: amount } = payment;
  const { request_id } = await createPendingLink(db, sync.realm_id, 'payment', paymentId);
  const draft = { customerId, date, currencyCode, reference, invoiceId, amount };
  const saved = await work.call((provider, session) => provider.save(session, 'payment', request_id, draft));
  await db.commitNow((tx) =>
    insertLink(tx, {
      realm_id: sync.realm_id,
      entity: 'payment',
      local_id: paymentId,
      external_id: `${saved.id}/${invoiceId}`,
      sync_token: saved.syncToken,
      synced_version: null,
      synced_amount: amount,
    }),
  );
  return 'created';
}

/** Makes the payments recorded here equal to one at the provider: more, less, or none where it is gone. */
async function importPayment(work: SyncWork, id: string): Promise<SyncOutcome> {
  const { db, sync } = work;
  const payment = await work.call((provider, session) => provider.get(session, 'payment', id));
  const known = await findPaymentLinks(db, sync.realm_id, [id]);
  const wanted = new Map((payment?.applied ?? []).map(({ invoiceId, amount }) => [`${id}/${invoiceId}`, amount]));
  const outcomes: SyncOutcome[] = [];
  for (const [external, amount] of wanted) {
    const link = known.find(({ external_id }) => external_id === external);
    if (link === undefined) outcomes.push(await importPart(work, payment as AccountingPayment, external, amount));
    else outcomes.push(await updatePart(work, link, amount, payment));
  }
  for (const link of known) if (!wanted.has(link.external_id ?? '')) outcomes.push(await updatePart(work, link, 0, payment));
  if (outcomes.length === 0 && payment !== undefined && payment.total > 0 && sync.scope?.include_unapplied === true)
    throw new RecordFailure('It is applied to no invoice in QuickBooks: apply it there, or record it here by hand');
  return (['imported', 'voided', 'updated', 'unchanged'] as const).find((outcome) => outcomes.includes(outcome)) ?? 'skipped';
}

async function importPart(work: SyncWork, payment: AccountingPayment, external: string, amount: number): Promise<SyncOutcome> {
  const { db, sync } = work;
  const invoiceId = external.slice(external.indexOf('/') + 1);
  const invoiceLink = await findLinkByExternal(db, sync.realm_id, 'invoice', invoiceId);
  if (invoiceLink === undefined || amount === 0) return 'skipped';
  return db.commitNow(async (tx) => {
    const invoice = await lockInvoice(tx, invoiceLink.local_id);
    if (invoice === undefined) return 'skipped';
    if (payment.currencyCode !== null && payment.currencyCode !== invoice.currency_code)
      throw new RecordFailure(`It is in ${payment.currencyCode}, and the invoice in ${invoice.currency_code}`);
    await recordPaymentIn(tx, invoice, recorded(payment, amount), actorOf(work));
    const [made] = await findPayments(tx, invoice.invoice_id, 1);
    await insertLink(tx, {
      realm_id: sync.realm_id,
      entity: 'payment',
      local_id: made?.payment_id ?? '',
      external_id: external,
      sync_token: payment.syncToken,
      synced_version: null,
      synced_amount: amount,
      is_imported: true,
    });
    return 'imported';
  });
}

/** Brings a payment that is known to the amount it has now. */
async function updatePart(
  work: SyncWork,
  link: AccountingLinkRow,
  amount: number,
  payment: AccountingPayment | undefined,
): Promise<SyncOutcome> {
  const before = link.synced_amount ?? 0;
  const syncToken = payment?.syncToken ?? null;
  if (amount === before) {
    await work.db.commitNow((tx) => updateLink(tx, link.link_id, { sync_token: syncToken }));
    return 'unchanged';
  }
  if (!link.is_imported) throw new RecordFailure('It was recorded here and has another amount in QuickBooks: correct one of the two', true);
  return work.db.commitNow(async (tx) => {
    const invoice = await invoiceOf(tx, link);
    if (amount > before)
      await recordPaymentIn(tx, invoice, recorded({ reference: null, date: payment?.date }, amount - before), actorOf(work));
    else
      await refundIn(
        tx,
        invoice,
        { amount: before - amount, reason: amount === 0 ? 'Deleted in QuickBooks' : 'Changed in QuickBooks', refund_method: METHOD },
        actorOf(work),
      );
    await updateLink(tx, link.link_id, { synced_amount: amount, sync_token: syncToken, status: 'synced' });
    return amount === 0 ? 'voided' : 'updated';
  });
}

async function invoiceOf(tx: Tx, { local_id }: AccountingLinkRow): Promise<InvoiceRecord> {
  const payment = await findPayment(tx, local_id);
  const invoice = payment && (await lockInvoice(tx, payment.invoice_id));
  if (invoice === undefined) throw new Error(`Payment ${local_id} was taken over and is gone`);
  return invoice;
}

function recorded({ reference, date }: { readonly reference: string | null; readonly date?: string | undefined }, payment_amount: number) {
  return { payment_amount, payment_method: METHOD, payment_date: date, reference_number: reference, allow_overpayment: true };
}

const actorOf = ({ sync }: SyncWork) => sync.requested_by ?? PROVIDER_ACTOR;
