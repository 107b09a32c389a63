import { notFound } from '@psa/contract-kit';
import { workflowTemplateRoutes } from '@psa/contracts-automation';
import { versioned } from '@psa/http-kit';
import { handlers } from '../../automation-app.ts';
import { assertForm } from '../workflow/task-form.rules.ts';
import { registrationPath, toRegistration } from '../workflow/workflow.view.ts';
import { listTemplates } from '../workflow-template/template.list.ts';
import { findTemplate } from '../workflow-template/find-template.records.ts';
import { templatePath, toTemplate } from '../workflow-template/template.view.ts';
import { createTemplate, deleteTemplate, updateTemplate, useTemplate } from './template.actions.ts';

export const workflowTemplateHandlers = handlers(workflowTemplateRoutes, {
  listWorkflowTemplates: async ({ db, query }) => {
    const { rows, pagination } = await listTemplates(db, query);
    return { data: rows, pagination };
  },
  createWorkflowTemplate: async ({ db, principal, body }) => {
    assertForm(body.parameter_schema, 'parameter_schema');
    const row = await createTemplate(db, principal, body);
    return versioned({ data: toTemplate(row) }, row.version, templatePath(row.template_id));
  },
  getWorkflowTemplate: async ({ db, params }) => {
    const found = await findTemplate(db, params.id);
    if (found === undefined) throw notFound('Template');
    return versioned({ data: found.template }, found.version);
  },
  updateWorkflowTemplate: async ({ db, params, body, ifMatch }) => {
    assertForm(body.parameter_schema, 'parameter_schema');
    const row = await updateTemplate(db, params.id, body, ifMatch);
    return versioned({ data: (await findTemplate(db, params.id))?.template ?? toTemplate(row) }, row.version);
  },
  deleteWorkflowTemplate: ({ db, params, ifMatch }) => deleteTemplate(db, params.id, ifMatch),
  useWorkflowTemplate: async ({ db, ports, principal, params, body }) => {
    const row = await useTemplate(db, ports, principal, params.id, body);
    return versioned({ data: toRegistration(row) }, row.version, registrationPath(row.registration_id));
  },
});
