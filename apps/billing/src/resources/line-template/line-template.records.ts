import type { LineTemplate, LineTemplateListQuery } from '@psa/contracts-billing';
import { addToRowCount, containsPattern, type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import type { Insertable } from 'kysely';
import type { Db, Tx } from '../../billing-app.ts';
import type { LineTemplatesTable } from './line-template.tables.ts';

const COLUMNS = [
  'template_id',
  'template_name',
  'template_description',
  'contract_line_type',
  'billing_frequency',
  'base_rate',
  'default_services',
  'is_public',
  'created_by',
  'created_at',
  'updated_at',
  'tenant',
] as const;

const order: ListOrder = {
  columns: { template_name: 'template_name', created_at: 'created_at', updated_at: 'updated_at' },
  id: { ref: 'template_id', name: 'template_id' },
};

/** One page of the templates somebody sees: the public ones and their own. */
export function listLineTemplates(db: Db, query: LineTemplateListQuery, userId: string): Promise<Page<LineTemplate>> {
  const { contract_line_type, billing_frequency, is_public, search, created_from, created_to, updated_from, updated_to } = query;
  const rows = db
    .selectFrom('line_templates')
    .select(COLUMNS)
    .where((eb) => eb.or([eb('is_public', '=', true), eb('created_by', '=', userId)]))
    .$if(contract_line_type !== undefined, (q) => q.where('contract_line_type', '=', contract_line_type!))
    .$if(billing_frequency !== undefined, (q) => q.where('billing_frequency', '=', billing_frequency!))
    .$if(is_public !== undefined, (q) => q.where('is_public', '=', is_public!))
    .$if(search !== undefined, (q) => q.where('template_name', 'ilike', containsPattern(search!)))
    .$if(created_from !== undefined, (q) => q.where('created_at', '>=', created_from!))
    .$if(created_to !== undefined, (q) => q.where('created_at', '<=', created_to!))
    .$if(updated_from !== undefined, (q) => q.where('updated_at', '>=', updated_from!))
    .$if(updated_to !== undefined, (q) => q.where('updated_at', '<=', updated_to!));
  return readPage<LineTemplate>(rows, order, query);
}

/** A template somebody sees. */
export function findLineTemplate(db: Db, id: string, userId: string): Promise<LineTemplate | undefined> {
  return db
    .selectFrom('line_templates')
    .select(COLUMNS)
    .where('template_id', '=', id)
    .where((eb) => eb.or([eb('is_public', '=', true), eb('created_by', '=', userId)]))
    .executeTakeFirst();
}

export async function insertLineTemplate(tx: Tx, row: Insertable<LineTemplatesTable>): Promise<LineTemplate> {
  addToRowCount(tx, 'line_templates', 1);
  return tx.insertInto('line_templates').values(row).returning(COLUMNS).executeTakeFirstOrThrow();
}

export async function deleteLineTemplateRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('line_templates').where('template_id', '=', id).execute();
  addToRowCount(tx, 'line_templates', -1);
}
