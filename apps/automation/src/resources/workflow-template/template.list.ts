import type { WorkflowTemplate, WorkflowTemplateListQuery } from '@psa/contracts-automation';
import { type MemoryOrder, type Page, pageOf } from '@psa/postgres-kit';
import type { Db } from '../../automation-app.ts';
import { allTemplates } from './find-template.records.ts';

const order: MemoryOrder<WorkflowTemplate> = {
  valueOf: (template, sort) => template[sort as WorkflowTemplateListQuery['sort']],
  idOf: ({ template_id }) => template_id,
};

/** One page of the tenant's templates and those of the product that pass every filter. */
export async function listTemplates(db: Db, query: WorkflowTemplateListQuery): Promise<Page<WorkflowTemplate>> {
  return pageOf(
    (await allTemplates(db)).filter((template) => isWanted(template, query)),
    order,
    query,
  );
}

function isWanted(template: WorkflowTemplate, query: WorkflowTemplateListQuery): boolean {
  const { name, category, description, status, is_system, created_at, updated_at } = template;
  const text = query.search?.toLowerCase();
  return (
    (query.category === undefined || category === query.category) &&
    (query.status === undefined || status === query.status) &&
    (query.is_system === undefined || is_system === query.is_system) &&
    (text === undefined || [name, category ?? '', description ?? ''].some((part) => part.toLowerCase().includes(text))) &&
    isWithin(created_at, query.created_from, query.created_to) &&
    isWithin(updated_at, query.updated_from, query.updated_to)
  );
}

function isWithin(moment: string | null, from: string | undefined, to: string | undefined): boolean {
  if (from === undefined && to === undefined) return true;
  return moment !== null && (from === undefined || moment >= from) && (to === undefined || moment <= to);
}
