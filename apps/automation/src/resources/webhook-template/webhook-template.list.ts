import type { WebhookTemplate, WebhookTemplateListQuery } from '@psa/contracts-automation';
import { type MemoryOrder, type Page, pageOf } from '@psa/postgres-kit';
import type { Db } from '../../automation-app.ts';
import { builtInTemplates } from './built-in-templates.ts';
import { MOST_TEMPLATES } from './webhook-template.actions.ts';
import { allTemplates } from './webhook-template.records.ts';
import { toTemplate } from './webhook-template.view.ts';

const order: MemoryOrder<WebhookTemplate> = {
  valueOf: (template, sort) => template[sort as WebhookTemplateListQuery['sort']],
  idOf: ({ template_id }) => template_id,
};

/** One page of the tenant's templates and those of the product that pass every filter. */
export async function listTemplates(db: Db, query: WebhookTemplateListQuery): Promise<Page<WebhookTemplate>> {
  const templates = [...builtInTemplates, ...(await allTemplates(db, MOST_TEMPLATES)).map(toTemplate)];
  return pageOf(
    templates.filter((template) => isWanted(template, query)),
    order,
    query,
  );
}

function isWanted(
  { name, category, description, is_system_template, created_at, updated_at }: WebhookTemplate,
  query: WebhookTemplateListQuery,
): boolean {
  const text = query.search?.toLowerCase();
  return (
    (query.category === undefined || category === query.category) &&
    (query.is_system_template === undefined || is_system_template === query.is_system_template) &&
    (text === undefined || [name, category, description ?? ''].some((part) => part.toLowerCase().includes(text))) &&
    isWithin(created_at, query.created_from, query.created_to) &&
    isWithin(updated_at, query.updated_from, query.updated_to)
  );
}

function isWithin(moment: string | null, from: string | undefined, to: string | undefined): boolean {
  if (from === undefined && to === undefined) return true;
  return moment !== null && (from === undefined || moment >= from) && (to === undefined || moment <= to);
}
