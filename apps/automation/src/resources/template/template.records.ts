import { addToRowCount } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../automation-app.ts';
import type { AutomationTemplatesTable } from './template.tables.ts';

export type TemplateRecord = Selectable<AutomationTemplatesTable>;

export async function findTemplate(db: Db, templateId: string): Promise<TemplateRecord | undefined> {
  return db.selectFrom('automation_templates').selectAll().where('template_id', '=', templateId).executeTakeFirst();
}

export async function lockTemplate(tx: Tx, templateId: string): Promise<TemplateRecord | undefined> {
  return tx.selectFrom('automation_templates').selectAll().where('template_id', '=', templateId).forUpdate().executeTakeFirst();
}

export async function insertTemplate(tx: Tx, template: Insertable<AutomationTemplatesTable>): Promise<TemplateRecord> {
  addToRowCount(tx, 'automation_templates', 1);
  return tx.insertInto('automation_templates').values(template).returningAll().executeTakeFirstOrThrow();
}

/** Notes that a rule was made of a template: no change of the template itself. */
export async function countUse(tx: Tx, templateId: string): Promise<void> {
  await tx
    .updateTable('automation_templates')
    .set({ usage_count: sql`usage_count + 1`, last_used: sql`now()` })
    .where('template_id', '=', templateId)
    .execute();
}

export async function deleteTemplateRow(tx: Tx, templateId: string): Promise<void> {
  addToRowCount(tx, 'automation_templates', -1);
  await tx.deleteFrom('automation_templates').where('template_id', '=', templateId).execute();
}
