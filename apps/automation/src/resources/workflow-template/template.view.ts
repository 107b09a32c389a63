import type { WorkflowTemplate } from '@psa/contracts-automation';
import type { TemplateRow } from './template.records.ts';

export const templatePath = (id: string): string => `/api/v1/workflows/templates/${id}`;

/** A template of the tenant as the API shows it, its uses apart. */
export function toTemplate({ tenant: _, version: _v, template_version, ...row }: TemplateRow): WorkflowTemplate {
  return { ...row, version: template_version, is_system: false, usage_count: 0, last_used: null };
}
