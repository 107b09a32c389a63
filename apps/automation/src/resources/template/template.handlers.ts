import { notFound } from '@psa/contract-kit';
import { templateRoutes, type UseTemplate } from '@psa/contracts-automation';
import { type Principal, versioned } from '@psa/http-kit';
import { type Db, handlers, type Ports } from '../../automation-app.ts';
import { rulePath, toRule } from '../rule/rule.view.ts';
import { createTemplate, deleteTemplate, useTemplate } from './template.actions.ts';
import { listTemplates } from './template.list.ts';
import { findTemplate } from './template.records.ts';
import { templatePath, toTemplate } from './template.view.ts';

export const templateHandlers = handlers(templateRoutes, {
  listAutomationTemplates: async ({ db, query }) => {
    const { rows, pagination } = await listTemplates(db, query);
    return { data: rows.map(toTemplate), pagination };
  },

  createAutomationTemplate: async ({ db, ports, principal, body }) => {
    const row = await createTemplate(db, ports, principal, body);
    return versioned({ data: toTemplate(row) }, row.version, templatePath(row.template_id));
  },

  getAutomationTemplate: async ({ db, params }) => {
    const row = await findTemplate(db, params.id);
    if (row === undefined) throw notFound('Template');
    return versioned({ data: toTemplate(row) }, row.version);
  },

  deleteAutomationTemplate: ({ db, params, ifMatch }) => deleteTemplate(db, params.id, ifMatch),

  createRuleFromTemplate: ({ db, ports, principal, params, body }) => use(db, ports, principal, params.id, body),
  useAutomationTemplate: ({ db, ports, principal, params, body }) => use(db, ports, principal, params.id, body),
});

async function use(db: Db, ports: Ports, principal: Principal, templateId: string, { variables }: UseTemplate) {
  const row = await useTemplate(db, ports, principal, templateId, variables);
  const _links = { template: { href: templatePath(templateId), method: 'GET' } };
  return versioned({ data: toRule(row, ports.publicUrl), _links }, row.version, rulePath(row.rule_id));
}
