import { addToRowCount } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../email-app.ts';
import type { EmailTemplatesTable } from './template.tables.ts';
import { builtInTemplate, type TemplateTexts } from './built-in-templates.ts';

export type TemplateRecord = Selectable<EmailTemplatesTable>;

export async function findTemplate(db: Db, templateId: string): Promise<TemplateRecord | undefined> {
  return db.selectFrom('email_templates').selectAll().where('template_id', '=', templateId).executeTakeFirst();
}

export async function lockTemplate(tx: Tx, templateId: string): Promise<TemplateRecord | undefined> {
  return tx.selectFrom('email_templates').selectAll().where('template_id', '=', templateId).forUpdate().executeTakeFirst();
}

/** The tenant's text in a language, or in that language of another country; the built-in one where there is none. */
export async function findTemplateFor(db: Db, key: string, language: string): Promise<TemplateTexts> {
  const [base = language] = language.split('-');
  const rows = await db
    .selectFrom('email_templates')
    .select(['language', 'subject', 'text', 'html'])
    .where('template_key', '=', key)
    .where('language', 'in', [language, base, 'en'])
    .execute();
  const found = [language, base, 'en'].map((wanted) => rows.find((row) => row.language === wanted)).find((row) => row !== undefined);
  return found ?? builtInTemplate(key, base);
}

export async function insertTemplate(tx: Tx, template: Insertable<EmailTemplatesTable>): Promise<TemplateRecord> {
  addToRowCount(tx, 'email_templates', 1);
  return tx.insertInto('email_templates').values(template).returningAll().executeTakeFirstOrThrow();
}

export async function updateTemplateRow(tx: Tx, templateId: string, changes: Updateable<EmailTemplatesTable>): Promise<TemplateRecord> {
  return tx
    .updateTable('email_templates')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('template_id', '=', templateId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteTemplateRow(tx: Tx, templateId: string): Promise<void> {
  addToRowCount(tx, 'email_templates', -1);
  await tx.deleteFrom('email_templates').where('template_id', '=', templateId).execute();
}
