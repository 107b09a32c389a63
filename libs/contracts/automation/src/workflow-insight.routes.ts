import { many, one, routes } from '@psa/contract-kit';
import {
  BulkAssignWorkflowTasks,
  BulkWorkflowResult,
  BulkWorkflows,
  SearchWorkflows,
  WorkflowAnalytics,
  WorkflowAnalyticsQuery,
  WorkflowSearchResult,
} from './workflow-insight.schemas.ts';

export const workflowInsightRoutes = routes(
  { service: 'automation', form: 'data', tag: 'Workflows' },
  {
    getWorkflowAnalytics: {
      method: 'get',
      path: '/api/v1/workflows/analytics',
      permission: 'workflow:read',
      summary: 'Count what workflows did',
      query: WorkflowAnalyticsQuery,
      reply: one(WorkflowAnalytics),
    },
    searchWorkflows: {
      method: 'post',
      path: '/api/v1/workflows/search',
      permission: 'workflow:read',
      summary: 'Search workflows, executions, tasks, templates and triggers',
      body: SearchWorkflows,
      reply: many(WorkflowSearchResult),
    },
    bulkWorkflows: {
      method: 'post',
      path: '/api/v1/workflows/bulk',
      permission: 'workflow:manage',
      summary: 'Start, pause, resume, cancel or restart executions, or assign tasks, many at once',
      description: 'Each stands for itself: what is refused is named, the rest is done.',
      body: BulkWorkflows,
      reply: one(BulkWorkflowResult),
    },
    bulkAssignWorkflowTasks: {
      method: 'post',
      path: '/api/v1/workflows/tasks/bulk-assign',
      permission: 'workflow:manage',
      summary: 'Assign many tasks at once',
      description: 'As `assign` of the bulk operation.',
      body: BulkAssignWorkflowTasks,
      reply: one(BulkWorkflowResult),
    },
  },
);
