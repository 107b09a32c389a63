import type { RecurringInvoice, RecurringInvoiceListQuery } from '@psa/contracts-billing';
import { addToRowCount, type Database, type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../billing-app.ts';
import type { RecurringInvoicesTable } from './recurring-invoice.tables.ts';

export type RecurringInvoiceRecord = Selectable<RecurringInvoicesTable>;
export type RecurringInvoiceRow = RecurringInvoice & { readonly version: number };

const order: ListOrder = {
  columns: {
    created_at: 'recurring_invoices.created_at',
    updated_at: 'recurring_invoices.updated_at',
    name: 'recurring_invoices.name',
    next_generation_date: 'recurring_invoices.next_generation_date',
  },
  nullable: new Set(['next_generation_date']),
  id: { ref: 'recurring_invoices.template_id', name: 'template_id' },
};

function recurringRows(db: Db) {
  return db
    .selectFrom('recurring_invoices')
    .leftJoin('client_replicas', (join) =>
      join
        .onRef('client_replicas.tenant', '=', 'recurring_invoices.tenant')
        .onRef('client_replicas.client_id', '=', 'recurring_invoices.client_id'),
    )
    .selectAll('recurring_invoices')
    .select('client_replicas.client_name');
}

/** One page of invoices that are made again and again. */
export function listRecurringInvoices(db: Db, query: RecurringInvoiceListQuery): Promise<Page<RecurringInvoiceRow>> {
  const { client_id, frequency, is_active, created_from, created_to, updated_from, updated_to } = query;
  const rows = recurringRows(db)
    .$if(client_id !== undefined, (q) => q.where('recurring_invoices.client_id', '=', client_id!))
    .$if(frequency !== undefined, (q) => q.where('frequency', '=', frequency!))
    .$if(is_active !== undefined, (q) => q.where('is_active', '=', is_active!))
    .$if(created_from !== undefined, (q) => q.where('recurring_invoices.created_at', '>=', created_from!))
    .$if(created_to !== undefined, (q) => q.where('recurring_invoices.created_at', '<=', created_to!))
    .$if(updated_from !== undefined, (q) => q.where('recurring_invoices.updated_at', '>=', updated_from!))
    .$if(updated_to !== undefined, (q) => q.where('recurring_invoices.updated_at', '<=', updated_to!));
  return readPage<RecurringInvoiceRow>(rows as never, order, query);
}

export async function findRecurringInvoice(db: Db, id: string): Promise<RecurringInvoiceRow | undefined> {
  return (await recurringRows(db).where('template_id', '=', id).executeTakeFirst()) as RecurringInvoiceRow | undefined;
}

/** Reads one and keeps others from changing it until the transaction ends. */
export function lockRecurringInvoice(tx: Tx, id: string): Promise<RecurringInvoiceRecord | undefined> {
  return tx.selectFrom('recurring_invoices').selectAll().where('template_id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertRecurringInvoice(tx: Tx, row: Insertable<RecurringInvoicesTable>): Promise<void> {
  await tx.insertInto('recurring_invoices').values(row).execute();
  addToRowCount(tx, 'recurring_invoices', 1);
}

/** Writes the changes and raises the version. */
export async function updateRecurringRow(tx: Db, id: string, changes: Updateable<RecurringInvoicesTable>): Promise<void> {
  await tx
    .updateTable('recurring_invoices')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('template_id', '=', id)
    .execute();
}

export async function deleteRecurringRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('recurring_invoices').where('template_id', '=', id).execute();
  addToRowCount(tx, 'recurring_invoices', -1);
}

/** Those of all tenants whose day has come, the oldest first. @param today date in UTC */
export function dueRecurringInvoices(worker: Database, today: string, limit: number): Promise<{ tenant: string; template_id: string }[]> {
  return worker.query<{ tenant: string; template_id: string }>(
    `select tenant, template_id from recurring_invoices where is_active and next_generation_date is not null and next_generation_date <= $1::date
     order by next_generation_date, template_id limit $2`,
    [today, limit],
  );
}
