import { daysBetween, type Period } from '@psa/calendar';
import { conflict, invalidField } from '@psa/contract-kit';
import { invoiceEvents } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import { lockInTenant } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../billing-app.ts';
import { requireClient } from '../../replicas/client-replica.ts';
import type { ClientCopy } from '../../replicas/replica.tables.ts';
import { anchorOfClient, type ClientBilling, readClientBilling } from '../client-billing/client-billing.records.ts';
import { keepSources } from '../invoice/invoice-sources.actions.ts';
import { readBillingSettings } from '../billing-settings/billing-settings.records.ts';
import { assertHead, dueDate } from '../invoice/invoice.actions.ts';
import { insertInvoice, type InvoiceRecord } from '../invoice/invoice.records.ts';
import { assertContent } from './content-hash.rules.ts';
import { type Due, dueOf } from './due-invoice.actions.ts';

/** A client and the days whose fees and work are billed. */
export interface BilledWindow {
  readonly client_id: string;
  readonly period_start: string;
  readonly period_end: string;
  readonly currency_code?: string | undefined;
}

/** Conditions under which an invoice is generated. */
export interface GenerateOptions {
  /** Run in the transaction, before anything is billed. */
  readonly check?: ((tx: Tx, clientId: string, window: Period) => Promise<void>) | undefined;
  /** That of the preview; any content is billed when absent. */
  readonly content_hash?: string | undefined;
}

const MAX_WINDOW_DAYS = 366;

/** @throws VALIDATION_ERROR, CONFLICT when there is nothing to bill, or a region has no tax rate that day */
export async function previewWindow(db: Db, ports: Ports, input: BilledWindow) {
  const { client, window, billed } = await head(db, ports, input);
  const { currency_code } = billed;
  const due: Due = await dueOf(db, client, { invoice: window, fees: window, work: window }, billed);
  return { due, client_id: client.client_id, currency_code, window, work: window };
}

/**
 * Makes a draft of what a client owes in a window. Of two at once for the same client one waits for the other, and bills what is left.
 * @throws VALIDATION_ERROR, CONFLICT when there is nothing to bill, the content has changed, or a region has no tax rate that day
 */
export async function generateInvoice(
  db: Db,
  ports: Ports,
  input: BilledWindow,
  { check, content_hash }: GenerateOptions = {},
): Promise<InvoiceRecord> {
  const { client, window, billed } = await head(db, ports, input);
  const { currency_code } = billed;
  return db.transaction(async (tx) => {
    await lockBillingOf(tx, client.client_id);
    const billing = await readClientBilling(tx, client.client_id);
    assertPurchaseOrder(billing);
    await check?.(tx, client.client_id, window);
    const due = await dueOf(tx, client, { invoice: window, fees: window, work: window }, billed);
    assertContent({ due, client_id: client.client_id, currency_code, window }, content_hash);
    return draftOf(tx, client, due, { window, currency_code, po_number: billing.po_number, billing_cycle_id: null });
  });
}

/** @throws CONFLICT when nothing is billed without a purchase order, and there is none */
export function assertPurchaseOrder({ po_required, po_number }: Pick<ClientBilling, 'po_required' | 'po_number'>): void {
  if (po_required && po_number === null) throw conflict('The client has no purchase order', { reason: 'po_number' });
}

/** Lets one at a time bill a client, until the transaction ends. */
export function lockBillingOf(tx: Tx, clientId: string): Promise<void> {
  return lockInTenant(tx, 'run', clientId);
}

/** What a draft says beside what is due. */
export interface DraftHead {
  readonly window: Period;
  readonly currency_code: string;
  readonly po_number: string | null;
  readonly billing_cycle_id: string | null;
}

/** Makes the draft of what is due, and notes what it bills. */
export async function draftOf(
  tx: Tx,
  client: ClientCopy,
  { computed, sources }: Due,
  { window, ...given }: DraftHead,
): Promise<InvoiceRecord> {
  const { client_id, client_name } = client;
  const invoice_date = new Date().toISOString().slice(0, 10);
  const { items, ...sums } = computed;
  const row = await insertInvoice(
    tx,
    {
      invoice_id: uuidv7(),
      invoice_number: null,
      client_id,
      client_name,
      invoice_date,
      due_date: dueDate(invoice_date, client.payment_terms),
      ...given,
      ...sums,
      status: 'draft',
      approval_reason: null,
      void_reason: null,
      billing_period_start: window.start,
      billing_period_end: window.end,
      is_manual: false,
      notes: null,
    },
    items,
  );
  await keepSources(tx, row, sources);
  emitCreated(tx, row);
  return row;
}

function emitCreated(tx: Tx, row: InvoiceRecord): void {
  const { invoice_id, invoice_number, client_id, status, currency_code, subtotal, tax, total_amount, invoice_date, due_date } = row;
  const facts = { invoice_id, invoice_number, client_id, status, currency_code, subtotal, tax, total_amount, invoice_date, due_date };
  emit(tx, invoiceEvents.created, { ...facts, balance_due: 0 }, row.version);
}

async function head(db: Db, ports: Ports, { client_id, period_start: start, period_end: end, currency_code: asked }: BilledWindow) {
  if (end <= start) throw invalidField('period_end', 'must be later than period_start');
  if (daysBetween(start, end) > MAX_WINDOW_DAYS)
    throw invalidField('period_end', `must be at most ${MAX_WINDOW_DAYS} days after period_start`);
  const client = await requireClient(db, ports, client_id);
  const billing = await readClientBilling(db, client_id);
  const currency_code = asked ?? billing.currency_code ?? (await readBillingSettings(db)).default_currency;
  assertHead({ invoice_date: start, due_date: end, currency_code });
  const billed = { currency_code, isAlone: asked !== undefined, anchor: anchorOfClient(billing) };
  return { client, billed, window: { start, end } };
}
