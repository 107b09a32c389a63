import type { InvoiceExportQuery, InvoiceListQuery, InvoiceSearchQuery } from '@psa/contracts-billing';
import { containsPattern, KeptPages, type ListOrder, type Page, readPage, readRowCount, WHOLE_LIST } from '@psa/postgres-kit';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../billing-app.ts';
import type { Tables } from '../../tables.ts';
import type { InvoiceRecord } from './invoice.records.ts';

const EXPORT_PAGE = 1000;

const order: ListOrder = {
  columns: {
    created_at: 'invoices.created_at',
    updated_at: 'invoices.updated_at',
    invoice_date: 'invoices.invoice_date',
    due_date: 'invoices.due_date',
    invoice_number: 'invoices.invoice_number',
    total_amount: 'invoices.total_amount',
    status: 'invoices.status',
  },
  nullable: new Set(['invoice_number']),
  id: { ref: 'invoices.invoice_id', name: 'invoice_id' },
};

type Filters = Partial<
  Omit<InvoiceListQuery, 'page' | 'limit' | 'sort' | 'order' | 'cursor' | 'include_total' | 'fields' | 'include_items'>
>;

/** One page of the invoices that pass every filter. */
export function listInvoices(db: Db, query: InvoiceListQuery): Promise<Page<InvoiceRecord>> {
  return pageOf(db, query, conditionsOf(query));
}

/** The same of those in which a text occurs. */
export function searchInvoices(db: Db, query: InvoiceSearchQuery): Promise<Page<InvoiceRecord>> {
  return pageOf(db, query, [...conditionsOf(query), occurs(query.q, true)]);
}

const unfiltered = new KeptPages<Tables, object, InvoiceRecord>({ order, rows: (db) => db.selectFrom('invoices').selectAll() });

function pageOf(db: Db, query: InvoiceListQuery, conditions: RawBuilder<SqlBool>[]): Promise<Page<InvoiceRecord>> {
  if (conditions.length === 0) return unfiltered.read(db, WHOLE_LIST, query, () => readRowCount(db, 'invoices'));
  const rows = db
    .selectFrom('invoices')
    .selectAll()
    .where((eb) => eb.and(conditions));
  return readPage<InvoiceRecord>(rows, order, query);
}

/** All invoices an export selects, oldest first, in keyset pages. */
export async function* exportedInvoices(db: Db, query: InvoiceExportQuery): AsyncGenerator<InvoiceRecord[]> {
  const conditions = conditionsOf(query);
  let after: InvoiceRecord | undefined;
  for (;;) {
    let rows = db
      .selectFrom('invoices')
      .selectAll()
      .where((eb) => eb.and(conditions))
      .orderBy('created_at')
      .orderBy('invoice_id')
      .limit(EXPORT_PAGE);
    if (after !== undefined) rows = rows.where(sql<SqlBool>`(created_at, invoice_id) > (${after.created_at}, ${after.invoice_id}::uuid)`);
    const page = await rows.execute();
    if (page.length > 0) yield page;
    if (page.length < EXPORT_PAGE) return;
    after = page.at(-1);
  }
}

function conditionsOf(query: Filters): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = [];
  const when = <T>(value: T | undefined, make: (value: T) => RawBuilder<SqlBool>) => {
    if (value !== undefined && value !== '') conditions.push(make(value));
  };
  when(query.search, (text) => occurs(text, false));
  when(query.status, statusIs);
  when(query.client_id, (id) => sql`client_id = ${id}`);
  when(query.invoice_number, (text) => sql`invoice_number ilike ${containsPattern(text)}`);
  when(query.invoice_date_from, (from) => sql`invoice_date >= ${from}`);
  when(query.invoice_date_to, (to) => sql`invoice_date <= ${to}`);
  when(query.due_date_from, (from) => sql`due_date >= ${from}`);
  when(query.due_date_to, (to) => sql`due_date <= ${to}`);
  when(query.min_amount, (least) => sql`total_amount >= ${least}`);
  when(query.max_amount, (most) => sql`total_amount <= ${most}`);
  when(query.currency_code, (code) => sql`currency_code = ${code}`);
  when(query.is_manual, (is) => sql`is_manual = ${is}`);
  when(query.invoice_type, (type) => sql`invoice_type = ${type}`);
  when(query.billing_cycle_id, (id) => sql`billing_cycle_id = ${id}`);
  when(query.has_billing_cycle, (has) => sql`(billing_cycle_id is not null) = ${has}`);
  when(query.is_prepayment, (is) => sql`(invoice_type = 'prepayment') = ${is}`);
  when(query.has_credit_applied, (has) => sql`(credit_applied > 0) = ${has}`);
  when(query.created_from, (from) => sql`created_at >= ${from}`);
  when(query.created_to, (to) => sql`created_at <= ${to}`);
  when(query.updated_from, (from) => sql`updated_at >= ${from}`);
  when(query.updated_to, (to) => sql`updated_at <= ${to}`);
  return conditions;
}

const IS_LATE = sql<SqlBool>`(status in ('sent', 'partially_applied') and due_date < (now() at time zone 'UTC')::date)`;

function statusIs(status: NonNullable<Filters['status']>): RawBuilder<SqlBool> {
  if (status === 'overdue') return IS_LATE;
  return status === 'sent' || status === 'partially_applied' ? sql`(status = ${status} and not ${IS_LATE})` : sql`status = ${status}`;
}

function occurs(text: string, inItems: boolean): RawBuilder<SqlBool> {
  const pattern = containsPattern(text);
  const head = sql<SqlBool>`invoice_number ilike ${pattern} or client_name ilike ${pattern} or po_number ilike ${pattern} or notes ilike ${pattern}`;
  if (!inItems) return sql`(${head})`;
  return sql`(${head} or exists (select 1 from invoice_items item where item.tenant = invoices.tenant
    and item.invoice_id = invoices.invoice_id and item.description ilike ${pattern}))`;
}
