import { created, Id, nothing, one, page, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { automationGroup } from './group.ts';
import { rulePermissions } from './rule-permissions.ts';
import { Rule } from './rule.schemas.ts';
import { CreateTemplate, Template, TemplateListQuery, UseTemplate } from './template.schemas.ts';

const params = z.object({ id: Id.describe('Template id') });
const useDescription = 'The rule is a draft, whatever the template says.';

export const templateRoutes = routes(automationGroup('Automation templates'), {
  listAutomationTemplates: {
    method: 'get',
    path: '/api/v1/automation/templates',
    permission: 'automation:read',
    summary: 'List automation templates',
    query: TemplateListQuery,
    reply: page(Template),
  },
  createAutomationTemplate: {
    method: 'post',
    path: '/api/v1/automation/templates',
    permission: 'automation:create',
    summary: 'Make a template of a rule',
    description: 'Secrets of the rule do not go into the template: they become gaps that have to be filled.',
    body: CreateTemplate,
    reply: created(Template),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  getAutomationTemplate: {
    method: 'get',
    path: '/api/v1/automation/templates/{id}',
    permission: 'automation:read',
    summary: 'Read one automation template',
    params,
    reply: one(Template),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  deleteAutomationTemplate: {
    method: 'delete',
    path: '/api/v1/automation/templates/{id}',
    permission: 'automation:delete',
    summary: 'Delete an automation template',
    params,
    reply: nothing(),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  createRuleFromTemplate: {
    method: 'post',
    path: '/api/v1/automation/templates/{id}/create-rule',
    permission: 'automation:create',
    mayUse: rulePermissions,
    summary: 'Make a rule of a template',
    description: useDescription,
    params,
    body: UseTemplate,
    reply: created(Rule),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  useAutomationTemplate: {
    method: 'post',
    path: '/api/v1/automation/templates/{id}/use',
    permission: 'automation:create',
    mayUse: rulePermissions,
    summary: 'Make a rule of a template (second address)',
    description: useDescription,
    params,
    body: UseTemplate,
    reply: created(Rule),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
