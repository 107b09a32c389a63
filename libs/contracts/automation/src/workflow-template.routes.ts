import { created, Id, nothing, one, page, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { rulePermissions } from './rule-permissions.ts';
import {
  CreateWorkflowTemplate,
  UpdateWorkflowTemplate,
  UseWorkflowTemplate,
  WorkflowTemplate,
  WorkflowTemplateListQuery,
} from './workflow-template.schemas.ts';
import { Registration } from './workflow.schemas.ts';

const params = z.object({ id: Id.describe('Template id') });

export const workflowTemplateRoutes = routes(
  { service: 'automation', form: 'data', tag: 'Workflow templates' },
  {
    listWorkflowTemplates: {
      method: 'get',
      path: '/api/v1/workflows/templates',
      permission: 'workflow:read',
      summary: 'List templates of workflows, those of the product too',
      query: WorkflowTemplateListQuery,
      reply: page(WorkflowTemplate),
    },
    createWorkflowTemplate: {
      method: 'post',
      path: '/api/v1/workflows/templates',
      permission: 'workflow:manage',
      summary: 'Create a template of workflows',
      body: CreateWorkflowTemplate,
      reply: created(WorkflowTemplate),
      versioned: true,
      errors: ['CONFLICT'],
    },
    getWorkflowTemplate: {
      method: 'get',
      path: '/api/v1/workflows/templates/{id}',
      permission: 'workflow:read',
      summary: 'Read one template of workflows',
      params,
      reply: one(WorkflowTemplate),
      versioned: true,
      errors: ['NOT_FOUND'],
    },
    updateWorkflowTemplate: {
      method: 'put',
      path: '/api/v1/workflows/templates/{id}',
      permission: 'workflow:manage',
      summary: 'Change a template of workflows',
      params,
      body: UpdateWorkflowTemplate,
      reply: one(WorkflowTemplate),
      versioned: true,
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
    deleteWorkflowTemplate: {
      method: 'delete',
      path: '/api/v1/workflows/templates/{id}',
      permission: 'workflow:manage',
      summary: 'Delete a template of workflows; what was made of it stays',
      params,
      reply: nothing(),
      versioned: true,
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
    useWorkflowTemplate: {
      method: 'post',
      path: '/api/v1/workflows/templates/{id}/use',
      permission: 'workflow:manage',
      mayUse: rulePermissions,
      summary: 'Make a workflow of a template',
      params,
      body: UseWorkflowTemplate,
      reply: created(Registration),
      versioned: true,
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
  },
);
