import { download, Id, one, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { rulePermissions } from './rule-permissions.ts';
import { ImportWorkflows, ImportWorkflowsResult, WorkflowDiagramQuery, WorkflowExportQuery } from './workflow-transfer.schemas.ts';

const params = z.object({ id: Id.describe('Registration id') });

export const workflowTransferRoutes = routes(
  { service: 'automation', form: 'data', tag: 'Workflows' },
  {
    getWorkflowDiagram: {
      method: 'get',
      path: '/api/v1/workflows/registrations/{id}/diagram',
      permission: 'workflow:read',
      summary: 'Draw a workflow',
      params,
      query: WorkflowDiagramQuery,
      reply: download('image/svg+xml', 'text/plain'),
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
    getWorkflowExecutionDiagram: {
      method: 'get',
      path: '/api/v1/workflows/executions/{id}/diagram',
      permission: 'workflow:read',
      summary: 'Draw an execution with the path it took',
      params: z.object({ id: Id.describe('Execution id') }),
      query: WorkflowDiagramQuery,
      reply: download('image/svg+xml', 'text/plain'),
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
    exportWorkflow: {
      method: 'get',
      path: '/api/v1/workflows/registrations/{id}/export',
      permission: 'workflow:read',
      summary: 'Export a workflow as JSON, YAML or CSV',
      params,
      query: WorkflowExportQuery,
      reply: download('application/json', 'application/yaml', 'text/csv'),
      errors: ['NOT_FOUND'],
    },
    importWorkflows: {
      method: 'post',
      path: '/api/v1/workflows/registrations/import',
      permission: 'workflow:manage',
      mayUse: [...rulePermissions, 'workflow:publish'],
      summary: 'Import workflows from JSON or YAML: all of them, or none',
      body: ImportWorkflows,
      bodyLimit: 512 * 1024,
      reply: one(ImportWorkflowsResult),
      errors: ['CONFLICT'],
    },
  },
);
