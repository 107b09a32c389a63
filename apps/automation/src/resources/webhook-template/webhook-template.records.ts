import { statement } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../automation-app.ts';
import type { Tables } from '../../tables.ts';
import type { WebhookTemplatesTable } from '../webhook/webhook.tables.ts';

export type TemplateRecord = Selectable<WebhookTemplatesTable>;

const findStatement = statement<Tables>()((db, p: { template_id: string }) =>
  db.selectFrom('webhook_templates').selectAll().where('template_id', '=', p.template_id),
);

export function findTemplate(db: Db, templateId: string): Promise<TemplateRecord | undefined> {
  return db.first(findStatement, { template_id: templateId });
}

/** Reads a template and keeps others from changing it until the transaction ends. */
export function lockTemplate(tx: Tx, templateId: string): Promise<TemplateRecord | undefined> {
  return tx.selectFrom('webhook_templates').selectAll().where('template_id', '=', templateId).forUpdate().executeTakeFirst();
}

/** Every template of the tenant: there are few. */
export function allTemplates(db: Db, limit: number): Promise<TemplateRecord[]> {
  return db.selectFrom('webhook_templates').selectAll().orderBy('template_id').limit(limit).execute();
}

export function insertTemplate(tx: Tx, template: Insertable<WebhookTemplatesTable>): Promise<TemplateRecord> {
  return tx.insertInto('webhook_templates').values(template).returningAll().executeTakeFirstOrThrow();
}

/** Writes the changes and raises the version. */
export function updateTemplateRow(tx: Tx, templateId: string, changes: Updateable<WebhookTemplatesTable>): Promise<TemplateRecord> {
  return tx
    .updateTable('webhook_templates')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('template_id', '=', templateId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteTemplateRow(tx: Tx, templateId: string): Promise<void> {
  await tx.deleteFrom('webhook_templates').where('template_id', '=', templateId).execute();
}
