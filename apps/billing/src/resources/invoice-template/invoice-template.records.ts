import type { InvoiceTemplate, InvoiceTemplateListQuery } from '@psa/contracts-billing';
import { containsPattern, type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../billing-app.ts';
import type { InvoiceTemplateDesignsTable, InvoiceTemplatesTable } from './invoice-template.tables.ts';

/** How the PDF of an invoice looks. */
export type InvoiceDesign = Omit<Selectable<InvoiceTemplateDesignsTable>, 'tenant' | 'invoice_template_id' | 'design'>;
export type InvoiceTemplateRow = InvoiceTemplate & { readonly version: number };
/** A template as invoices refer to it. */
export type DesignOfInvoice = Pick<Selectable<InvoiceTemplatesTable>, 'invoice_template_id' | 'design'>;

const order: ListOrder = {
  columns: {
    created_at: 'template.created_at',
    updated_at: 'template.updated_at',
    template_name: 'template.template_name',
  },
  id: { ref: 'template.invoice_template_id', name: 'invoice_template_id' },
};

function templateRows(db: Db) {
  return db
    .selectFrom('invoice_templates as template')
    .innerJoin('invoice_template_designs as look', (join) =>
      join
        .onRef('look.tenant', '=', 'template.tenant')
        .onRef('look.invoice_template_id', '=', 'template.invoice_template_id')
        .onRef('look.design', '=', 'template.design'),
    )
    .select(['template.invoice_template_id', 'template.template_name', 'template.is_default', 'template.version', 'template.tenant'])
    .select(['template.created_at', 'template.updated_at'])
    .select(['look.paper_size', 'look.accent_color', 'look.header_text', 'look.footer_text'])
    .select(sql<boolean>`look.logo is not null`.as('has_logo'))
    .where('template.is_deleted', '=', false);
}

/** One page of templates. */
export function listInvoiceTemplates(db: Db, query: InvoiceTemplateListQuery): Promise<Page<InvoiceTemplateRow>> {
  const { is_default, search, created_from, created_to, updated_from, updated_to } = query;
  const rows = templateRows(db)
    .$if(is_default !== undefined, (q) => q.where('template.is_default', '=', is_default!))
    .$if(Boolean(search), (q) => q.where('template.template_name', 'ilike', containsPattern(search ?? '')))
    .$if(created_from !== undefined, (q) => q.where('template.created_at', '>=', created_from!))
    .$if(created_to !== undefined, (q) => q.where('template.created_at', '<=', created_to!))
    .$if(updated_from !== undefined, (q) => q.where('template.updated_at', '>=', updated_from!))
    .$if(updated_to !== undefined, (q) => q.where('template.updated_at', '<=', updated_to!));
  return readPage<InvoiceTemplateRow>(rows, order, query);
}

/** One that was not deleted. */
export function findInvoiceTemplate(db: Db, id: string): Promise<InvoiceTemplateRow | undefined> {
  return templateRows(db).where('template.invoice_template_id', '=', id).executeTakeFirst();
}

/** Reads one that was not deleted and keeps others from changing it until the transaction ends. */
export function lockInvoiceTemplate(tx: Tx, id: string): Promise<Selectable<InvoiceTemplatesTable> | undefined> {
  return tx
    .selectFrom('invoice_templates')
    .selectAll()
    .where('invoice_template_id', '=', id)
    .where('is_deleted', '=', false)
    .forUpdate()
    .executeTakeFirst();
}

export async function insertInvoiceTemplate(tx: Tx, row: Insertable<InvoiceTemplatesTable>, design: InvoiceDesign): Promise<void> {
  await tx.insertInto('invoice_templates').values(row).execute();
  await insertDesign(tx, row.invoice_template_id, 1, design);
}

export async function insertDesign(tx: Tx, invoice_template_id: string, number: number, design: InvoiceDesign): Promise<void> {
  await tx
    .insertInto('invoice_template_designs')
    .values({ ...design, invoice_template_id, design: number })
    .execute();
}

/** Writes the changes and raises the version. */
export async function updateInvoiceTemplateRow(tx: Tx, id: string, changes: Updateable<InvoiceTemplatesTable>): Promise<void> {
  await tx
    .updateTable('invoice_templates')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('invoice_template_id', '=', id)
    .execute();
}

/** Lets no other template be the default. */
export async function clearDefaultTemplate(tx: Tx, exceptId: string): Promise<void> {
  await tx
    .updateTable('invoice_templates')
    .set({ is_default: false, version: sql`version + 1`, updated_at: sql`now()` })
    .where('is_default', '=', true)
    .where('is_deleted', '=', false)
    .where('invoice_template_id', '<>', exceptId)
    .execute();
}

/** What invoices of a client look like from now on: its own template, or the default; undefined for the plain look. */
export function designOfClient(db: Db, clientId: string): Promise<DesignOfInvoice | undefined> {
  return db
    .selectFrom('invoice_templates as template')
    .leftJoin('client_billing as client', (join) =>
      join
        .onRef('client.tenant', '=', 'template.tenant')
        .onRef('client.invoice_template_id', '=', 'template.invoice_template_id')
        .on('client.client_id', '=', clientId),
    )
    .select(['template.invoice_template_id', 'template.design'])
    .where('template.is_deleted', '=', false)
    .where((eb) => eb.or([eb('client.client_id', 'is not', null), eb('template.is_default', '=', true)]))
    .orderBy((eb) => eb('client.client_id', 'is not', null), 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** A design, also of a template that was deleted. */
export function readDesign(db: Db, { invoice_template_id, design }: DesignOfInvoice): Promise<InvoiceDesign | undefined> {
  return db
    .selectFrom('invoice_template_designs')
    .select(['paper_size', 'accent_color', 'header_text', 'footer_text', 'logo'])
    .where('invoice_template_id', '=', invoice_template_id)
    .where('design', '=', design)
    .executeTakeFirst();
}
