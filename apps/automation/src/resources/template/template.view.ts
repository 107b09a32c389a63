import type { Template } from '@psa/contracts-automation';
import type { TemplateRecord } from './template.records.ts';

const BASE = '/api/v1/automation/templates';

/** Path of a template. */
export function templatePath(templateId: string): string {
  return `${BASE}/${templateId}`;
}

/** A template as the API shows it. */
export function toTemplate(row: TemplateRecord): Template {
  const self = templatePath(row.template_id);
  const { version: _, template_version, template_variables, ...shown } = row;
  return {
    ...shown,
    version: template_version,
    template_variables: template_variables as Template['template_variables'],
    _links: {
      self: { href: self, method: 'GET' },
      delete: { href: self, method: 'DELETE' },
      collection: { href: BASE, method: 'GET' },
      use: { href: `${self}/create-rule`, method: 'POST' },
    },
  };
}
