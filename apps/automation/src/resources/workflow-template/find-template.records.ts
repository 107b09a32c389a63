import type { WorkflowTemplate } from '@psa/contracts-automation';
import type { Db } from '../../automation-app.ts';
import { shippedTemplates } from './shipped-templates.ts';
import { toTemplate } from './template.view.ts';

/** Templates of one tenant: few enough to list from memory. */
export const MAX_TEMPLATES = 1_000;

export async function allTemplates(db: Db): Promise<WorkflowTemplate[]> {
  const [rows, uses] = await Promise.all([
    db.selectFrom('workflow_templates').selectAll().orderBy('created_at').limit(MAX_TEMPLATES).execute(),
    db
      .selectFrom('workflow_template_uses')
      .selectAll()
      .limit(2 * MAX_TEMPLATES)
      .execute(),
  ]);
  const useOf = new Map(uses.map((use) => [use.template_id, use]));
  return [...shippedTemplates, ...rows.map(toTemplate)].map((template) => ({
    ...template,
    usage_count: useOf.get(template.template_id)?.usage_count ?? 0,
    last_used: useOf.get(template.template_id)?.last_used ?? null,
  }));
}

/** A template of the tenant or of the product, with its version as a row; 1 for those of the product. */
export async function findTemplate(db: Db, id: string): Promise<{ template: WorkflowTemplate; version: number } | undefined> {
  const shipped = shippedTemplates.find(({ template_id }) => template_id === id);
  const row =
    shipped === undefined
      ? await db.selectFrom('workflow_templates').selectAll().where('template_id', '=', id).executeTakeFirst()
      : undefined;
  const template = shipped ?? (row && toTemplate(row));
  if (template === undefined) return undefined;
  const use = await db.selectFrom('workflow_template_uses').selectAll().where('template_id', '=', id).executeTakeFirst();
  return {
    template: { ...template, usage_count: use?.usage_count ?? 0, last_used: use?.last_used ?? null },
    version: row?.version ?? 1,
  };
}
