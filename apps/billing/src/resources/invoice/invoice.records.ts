import { fromMillionths, toMillionths, wholeAndFraction } from '@psa/money';
import { addToRowCount } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../billing-app.ts';
import type { InvoiceItemsTable, InvoicesTable, PaymentsTable } from './invoice.tables.ts';

export type InvoiceRecord = Selectable<InvoicesTable>;
/** A line; its `unit_price` may have parts of a minor unit. */
export type InvoiceItemRecord = Omit<Selectable<InvoiceItemsTable>, 'unit_price_fraction'>;
/** A line before it is on an invoice. */
export type NewItem = Omit<InvoiceItemRecord, 'invoice_id' | 'tenant'>;

export type PaymentRecord = Selectable<PaymentsTable>;

/** Lines written by one statement. */
const ITEMS_AT_ONCE = 200;

export function findInvoice(db: Db, id: string): Promise<InvoiceRecord | undefined> {
  return db.selectFrom('invoices').selectAll().where('invoice_id', '=', id).executeTakeFirst();
}

/** How many invoices a client has. */
export async function countInvoicesOf(db: Db, clientId: string): Promise<number> {
  const { invoices } = await db
    .selectFrom('invoices')
    .select(sql<number>`count(*)`.as('invoices'))
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  return invoices;
}

/** Reads an invoice and keeps others from changing it until the transaction ends. */
export function lockInvoice(tx: Tx, id: string): Promise<InvoiceRecord | undefined> {
  return tx.selectFrom('invoices').selectAll().where('invoice_id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertInvoice(tx: Tx, invoice: Insertable<InvoicesTable>, items: readonly NewItem[]): Promise<InvoiceRecord> {
  const row = await tx.insertInto('invoices').values(invoice).returningAll().executeTakeFirstOrThrow();
  await insertItems(tx, row.invoice_id, items);
  addToRowCount(tx, 'invoices', 1);
  return row;
}

/** Writes the changes and raises the version. */
export function updateInvoiceRow(tx: Tx, id: string, changes: Updateable<InvoicesTable>): Promise<InvoiceRecord> {
  return tx
    .updateTable('invoices')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('invoice_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteInvoiceRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('invoices').where('invoice_id', '=', id).execute();
  addToRowCount(tx, 'invoices', -1);
}

/** Puts other lines in the place of those of a draft. */
export async function replaceItems(tx: Tx, invoiceId: string, items: readonly NewItem[]): Promise<void> {
  await tx.deleteFrom('invoice_items').where('invoice_id', '=', invoiceId).execute();
  await insertItems(tx, invoiceId, items);
}

async function insertItems(tx: Tx, invoice_id: string, items: readonly NewItem[]): Promise<void> {
  for (let at = 0; at < items.length; at += ITEMS_AT_ONCE)
    await tx
      .insertInto('invoice_items')
      .values(items.slice(at, at + ITEMS_AT_ONCE).map((item) => ({ ...item, ...columnsOfPrice(item.unit_price), invoice_id })))
      .execute();
}

function columnsOfPrice(price: number) {
  const { whole, fraction } = wholeAndFraction(price);
  return { unit_price: whole, unit_price_fraction: fraction };
}

/** Lines of invoices, each invoice's in their order. */
export async function findItems(db: Db, invoiceIds: readonly string[]): Promise<InvoiceItemRecord[]> {
  if (invoiceIds.length === 0) return [];
  const rows = await db
    .selectFrom('invoice_items')
    .selectAll()
    .where('invoice_id', 'in', [...invoiceIds])
    .orderBy('invoice_id')
    .orderBy('position')
    .execute();
  return rows.map(({ unit_price_fraction, ...item }) =>
    unit_price_fraction === 0
      ? item
      : { ...item, unit_price: fromMillionths(toMillionths(item.unit_price) + toMillionths(unit_price_fraction)) },
  );
}

export function insertPayment(tx: Tx, payment: Insertable<PaymentsTable>): Promise<PaymentRecord> {
  return tx.insertInto('payments').values(payment).returningAll().executeTakeFirstOrThrow();
}

/** What was paid of an invoice, newest first. */
export function findPayments(db: Db, invoiceId: string, limit: number): Promise<PaymentRecord[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .orderBy('created_at', 'desc')
    .orderBy('payment_id', 'desc')
    .limit(limit)
    .execute();
}

/** What was paid of an invoice less what was given back, and how much of that the invoice took. */
export async function sumOfPayments(db: Db, invoiceId: string): Promise<{ amount: number; applied: number }> {
  return db
    .selectFrom('payments')
    .select([
      sql<number>`coalesce(sum(amount), 0)::bigint`.as('amount'),
      sql<number>`coalesce(sum(applied_amount), 0)::bigint`.as('applied'),
    ])
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirstOrThrow();
}

/** Credit notes that correct an invoice and are not void. */
export function findCreditNotes(db: Db, invoiceId: string): Promise<InvoiceRecord[]> {
  return db
    .selectFrom('invoices')
    .selectAll()
    .where('corrects_invoice_id', '=', invoiceId)
    .where('status', '<>', 'cancelled')
    .orderBy('created_at')
    .execute();
}

/** What credit notes took off a line: by quantity, and beside that by amount. */
export interface CreditedBefore {
  readonly quantity: number;
  /** All of it. */
  readonly net: number;
  readonly tax: number;
  readonly net_by_amount: number;
  readonly tax_by_amount: number;
}

/** What credit notes took off each line of an invoice. */
export async function creditedOf(db: Db, invoiceId: string): Promise<Map<string, CreditedBefore>> {
  const rows = await db
    .selectFrom('invoice_items')
    .innerJoin('invoices', (join) =>
      join.onRef('invoices.tenant', '=', 'invoice_items.tenant').onRef('invoices.invoice_id', '=', 'invoice_items.invoice_id'),
    )
    .where('invoices.corrects_invoice_id', '=', invoiceId)
    .where('invoices.status', '<>', 'cancelled')
    .where('invoice_items.corrects_item_id', 'is not', null)
    .select([
      sql<string>`invoice_items.corrects_item_id`.as('item_id'),
      sql<number>`coalesce(sum(invoice_items.quantity) filter (where not invoice_items.is_by_amount), 0)`.as('quantity'),
      sql<number>`coalesce(sum(invoice_items.net_amount) filter (where invoice_items.is_by_amount), 0)::bigint`.as('net_by_amount'),
      sql<number>`coalesce(sum(invoice_items.tax_amount) filter (where invoice_items.is_by_amount), 0)::bigint`.as('tax_by_amount'),
      sql<number>`sum(invoice_items.net_amount)::bigint`.as('net'),
      sql<number>`sum(invoice_items.tax_amount)::bigint`.as('tax'),
    ])
    .groupBy('invoice_items.corrects_item_id')
    .execute();
  return new Map(rows.map(({ item_id, ...credited }) => [item_id, credited]));
}
