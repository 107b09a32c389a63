import { conflict, invalidField, notFound } from '@psa/contract-kit';
import { type CreateInvoice, invoiceEvents, type InvoiceItemInput, MAX_INVOICE_ITEMS, type UpdateInvoice } from '@psa/contracts-billing';
import { addDays } from '@psa/calendar';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import { isCurrency } from '@psa/money';
import { changedMembers } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../billing-app.ts';
import { clientReplica, requireClient } from '../../replicas/client-replica.ts';
import type { ClientCopy } from '../../replicas/replica.tables.ts';
import { readBillingSettings } from '../billing-settings/billing-settings.records.ts';
import { expirationOf } from '../billing-settings/credit-expiration.rules.ts';
import { readClientBilling } from '../client-billing/client-billing.records.ts';
import { computeLines, type Line } from './invoice-lines.actions.ts';
import {
  deleteInvoiceRow,
  findItems,
  insertInvoice,
  type InvoiceItemRecord,
  type InvoiceRecord,
  lockInvoice,
  replaceItems,
  updateInvoiceRow,
} from './invoice.records.ts';
import { releaseSources } from './invoice-sources.actions.ts';
import { invoiceFacts } from './invoice.view.ts';

const DEFAULT_TERMS_DAYS = 30;

/** Terms of payment that are known. */
export const paymentTerms = [
  { id: 'due_on_receipt', name: 'Due on receipt', days: 0 },
  { id: 'net_15', name: '15 days net', days: 15 },
  { id: 'net_30', name: '30 days net', days: 30 },
] as const;

const today = () => new Date().toISOString().slice(0, 10);

/** By when an invoice is to be paid. @param terms of the client; what is not known counts as 30 days */
export function dueDate(invoiceDate: string, terms: string | null): string {
  return addDays(invoiceDate, paymentTerms.find(({ id }) => id === terms)?.days ?? DEFAULT_TERMS_DAYS);
}

/** Makes a draft. @param kind what it is beside a standard invoice @throws VALIDATION_ERROR, CONFLICT when a region has no tax rate that day */
export async function createInvoice(
  db: Db,
  ports: Ports,
  input: CreateInvoice,
  kind: Partial<Pick<InvoiceRecord, 'invoice_type' | 'credit_expires_on'>> = {},
): Promise<InvoiceRecord> {
  const client = await requireClient(db, ports, input.client_id);
  const invoice_date = input.invoice_date ?? today();
  const due_date = input.due_date ?? dueDate(invoice_date, client.payment_terms);
  const billing = await readClientBilling(db, client.client_id);
  const currency_code = input.currency_code ?? billing.currency_code ?? (await readBillingSettings(db)).default_currency;
  const po_number = input.po_number === undefined ? billing.po_number : input.po_number;
  assertHead({ invoice_date, due_date, currency_code });
  return db.transaction((tx) => draftInvoice(tx, client, { ...input, po_number, invoice_date, due_date, currency_code }, kind));
}

type Draft = CreateInvoice & Required<Pick<CreateInvoice, 'invoice_date' | 'due_date' | 'currency_code'>>;

/** Makes a draft in a transaction; its head was checked. @throws VALIDATION_ERROR, CONFLICT when a region has no tax rate that day */
export async function draftInvoice(
  tx: Tx,
  client: ClientCopy,
  { invoice_date, due_date, currency_code, ...input }: Draft,
  kind: Partial<Pick<InvoiceRecord, 'invoice_type' | 'credit_expires_on' | 'is_manual'>> = {},
): Promise<InvoiceRecord> {
  const { items, ...sums } = await computeLines(tx, input.items, { client, currency_code, invoice_date });
  const row = await insertInvoice(
    tx,
    {
      invoice_id: uuidv7(),
      invoice_number: null,
      client_id: client.client_id,
      client_name: client.client_name,
      invoice_date,
      due_date,
      currency_code,
      ...sums,
      status: 'draft',
      approval_reason: null,
      void_reason: null,
      billing_period_start: null,
      billing_period_end: null,
      is_manual: true,
      ...kind,
      po_number: input.po_number ?? null,
      notes: input.notes ?? null,
    },
    items,
  );
  emit(tx, invoiceEvents.created, invoiceFacts(row), row.version);
  return row;
}

/**
 * Changes a draft, or of a final invoice what may still change.
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, CONFLICT when it is final, or a region has no tax rate that day
 */
export function updateInvoice(db: Db, id: string, { items: lines, ...input }: UpdateInvoice, accepted: Accepted): Promise<InvoiceRecord> {
  return db.transaction(async (tx) => {
    const current = await lockAccepted(tx, id, accepted);
    const changes = changedMembers(current, input);
    const names: string[] = Object.keys(changes);
    if (current.status !== 'draft') {
      const fixed = [...names, ...(lines === undefined ? [] : ['items'])].filter(
        (name) => !['due_date', 'po_number', 'notes'].includes(name),
      );
      if (current.status === 'cancelled' || fixed.length > 0)
        throw conflict(`The invoice is ${current.status === 'cancelled' ? 'void' : 'final'}`, { status: current.status, fields: fixed });
    }
    const wanted = { ...current, ...changes };
    assertHead(wanted);
    const isRepriced = lines !== undefined || 'invoice_date' in changes || 'currency_code' in changes;
    if (names.length === 0 && !isRepriced) return current;
    const sums = isRepriced ? await reprice(tx, wanted, lines) : {};
    // What was approved is not what it is now.
    const approval =
      current.status === 'draft' && isRepriced && input.approval_status === undefined ? { approval_status: 'none' as const } : {};
    const row = await updateInvoiceRow(tx, id, { ...changes, ...sums, ...approval });
    emit(tx, invoiceEvents.updated, { ...invoiceFacts(row), changed: [...names, ...(lines === undefined ? [] : ['items'])] }, row.version);
    return row;
  });
}

/** Adds lines to a draft. @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, CONFLICT when it is final or would have too many */
export function addItems(db: Db, id: string, lines: readonly InvoiceItemInput[], accepted: Accepted): Promise<InvoiceRecord> {
  return db.transaction(async (tx) => {
    const current = await lockAccepted(tx, id, accepted);
    if (current.status !== 'draft') throw conflict('The invoice is final', { status: current.status });
    const before = (await findItems(tx, [id])).map(inputOf);
    if (before.length + lines.length > MAX_INVOICE_ITEMS) throw conflict(`An invoice has at most ${MAX_INVOICE_ITEMS} lines`);
    const sums = await reprice(tx, current, [...before, ...lines]);
    const row = await updateInvoiceRow(tx, id, { ...sums, approval_status: 'none' });
    emit(tx, invoiceEvents.updated, { ...invoiceFacts(row), changed: ['items'] }, row.version);
    return row;
  });
}

/** @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT when it is final */
export function deleteInvoice(db: Db, id: string, accepted: Accepted): Promise<void> {
  return db.transaction(async (tx) => {
    const invoice = await lockAccepted(tx, id, accepted);
    const { status, client_id, version } = invoice;
    if (status !== 'draft') throw conflict('The invoice is final: void it instead', { status });
    await releaseSources(tx, invoice);
    await deleteInvoiceRow(tx, id);
    emit(tx, invoiceEvents.deleted, { invoice_id: id, client_id }, version + 1);
  });
}

/**
 * Makes a draft with the lines of an invoice, priced and taxed as of today. Of a payment in advance it is one again.
 * @throws NOT_FOUND, VALIDATION_ERROR, CONFLICT for a credit note, or when a region has no tax rate today
 */
export async function duplicateInvoice(db: Db, ports: Ports, source: InvoiceRecord): Promise<InvoiceRecord> {
  const { client_id, currency_code, po_number, notes, invoice_type } = source;
  if (invoice_type === 'credit_note') throw conflict('A credit note belongs to the invoice that it corrects', { invoice_type });
  const items = copiesOf(await findItems(db, [source.invoice_id]));
  const kind =
    invoice_type === 'prepayment' ? { invoice_type, credit_expires_on: expirationOf(await readBillingSettings(db), undefined) } : {};
  return createInvoice(db, ports, { client_id, currency_code, po_number, notes, items }, kind);
}

/** Computes a draft anew: its own lines, or others in their place. @returns the sums */
export async function reprice(tx: Tx, invoice: InvoiceRecord, lines?: readonly Line[]) {
  const client = (await clientReplica.find(tx, invoice.client_id)) ?? {
    client_id: invoice.client_id,
    region_code: null,
    is_tax_exempt: null,
  };
  const inputs = lines ?? (await findItems(tx, [invoice.invoice_id])).map(inputOf);
  const { items, ...sums } = await computeLines(tx, inputs, { ...invoice, client });
  await replaceItems(tx, invoice.invoice_id, items);
  if (lines !== undefined)
    await releaseSources(
      tx,
      invoice,
      items.map(({ item_id }) => item_id),
    );
  return sums;
}

/** Lines for another invoice, with ids of their own. */
function copiesOf(items: readonly InvoiceItemRecord[]): Line[] {
  const ids = new Map(items.map(({ item_id }) => [item_id, uuidv7()]));
  return items.map((item) => {
    const target = item.applies_to_item_id;
    return { ...inputOf(item), item_id: ids.get(item.item_id), applies_to_item_id: target === null ? null : (ids.get(target) ?? null) };
  });
}

/** A line as it would be written by a caller. */
function inputOf(item: InvoiceItemRecord): Line {
  return {
    item_id: item.item_id,
    description: item.description,
    contract_line_id: item.contract_line_id,
    minutes: item.minutes,
    explanation: item.explanation,
    is_manual: item.is_manual,
    quantity: item.quantity,
    unit_price: Math.abs(item.unit_price),
    service_id: item.service_id,
    ...(item.is_taxable && { is_taxable: true, tax_region: item.tax_region }),
    ...(!item.is_taxable && { is_taxable: false }),
    is_discount: item.is_discount,
    discount_type: item.discount_type,
    discount_percentage: item.discount_percentage,
    applies_to_item_id: item.applies_to_item_id,
    location_id: item.location_id,
    applies_to_service_id: item.applies_to_service_id,
    service_period_start: item.service_period_start,
    service_period_end: item.service_period_end,
  };
}

/** @throws VALIDATION_ERROR naming the currency or the due date */
export function assertHead({
  invoice_date,
  due_date,
  currency_code,
}: Pick<InvoiceRecord, 'invoice_date' | 'due_date' | 'currency_code'>): void {
  if (!isCurrency(currency_code)) throw invalidField('currency_code', 'is not a currency of ISO 4217');
  if (due_date < invoice_date) throw invalidField('due_date', 'must not be before invoice_date');
}

/** @throws NOT_FOUND, PRECONDITION_FAILED */
export async function lockAccepted(tx: Tx, id: string, accepted: Accepted): Promise<InvoiceRecord> {
  const row = await lockInvoice(tx, id);
  if (row === undefined) throw notFound('Invoice');
  demandVersion(accepted, row.version);
  return row;
}
