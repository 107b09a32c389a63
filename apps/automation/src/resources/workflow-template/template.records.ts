import { conflict, notFound } from '@psa/contract-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../automation-app.ts';
import type { Tables } from '../../tables.ts';
import { shippedTemplates } from './shipped-templates.ts';

export type TemplateRow = Selectable<Tables['workflow_templates']>;

/** @throws NOT_FOUND, CONFLICT for a template of the product, which nobody changes */
export async function lockTemplate(tx: Tx, id: string): Promise<TemplateRow> {
  if (shippedTemplates.some(({ template_id }) => template_id === id)) throw conflict('The template comes with the product');
  const row = await tx.selectFrom('workflow_templates').selectAll().where('template_id', '=', id).forUpdate().executeTakeFirst();
  if (row === undefined) throw notFound('Template');
  return row;
}

export async function findTemplateByName(db: Db, name: string): Promise<{ template_id: string } | undefined> {
  return db
    .selectFrom('workflow_templates')
    .select('template_id')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst();
}

export async function countTemplates(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('workflow_templates')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertTemplate(tx: Tx, template: Insertable<Tables['workflow_templates']>): Promise<TemplateRow> {
  return tx.insertInto('workflow_templates').values(template).returningAll().executeTakeFirstOrThrow();
}

export async function changeTemplate(tx: Tx, id: string, change: Updateable<Tables['workflow_templates']>): Promise<TemplateRow> {
  return tx
    .updateTable('workflow_templates')
    .set({ ...change, version: sql`version + 1`, updated_at: sql`now()` })
    .where('template_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteTemplateRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('workflow_templates').where('template_id', '=', id).execute();
}

/** Counts a use: no change of the template itself. */
export function countUse(tx: Tx, id: string): void {
  tx.atCommit(
    `insert into workflow_template_uses (template_id, usage_count, last_used) values ($1, 1, now())
     on conflict (tenant, template_id) do update set usage_count = workflow_template_uses.usage_count + 1, last_used = excluded.last_used`,
    [id],
  );
}
