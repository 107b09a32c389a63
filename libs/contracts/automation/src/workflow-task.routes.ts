import { created, Id, one, page, routes } from '@psa/contract-kit';
import { z } from 'zod';
import {
  CompleteWorkflowTask,
  CreateWorkflowTask,
  UpdateWorkflowTask,
  WorkflowTask,
  WorkflowTaskListQuery,
} from './workflow-task.schemas.ts';

const params = z.object({ id: Id.describe('Task id') });

export const workflowTaskRoutes = routes(
  { service: 'automation', form: 'data', tag: 'Workflow tasks' },
  {
    listWorkflowTasks: {
      method: 'get',
      path: '/api/v1/workflows/tasks',
      permission: 'workflow:read',
      mayUse: ['workflow:manage'],
      summary: 'List the tasks of the caller',
      query: WorkflowTaskListQuery,
      reply: page(WorkflowTask),
    },
    createWorkflowTask: {
      method: 'post',
      path: '/api/v1/workflows/tasks',
      permission: 'workflow:manage',
      summary: 'Create a task of an execution',
      body: CreateWorkflowTask,
      reply: created(WorkflowTask),
      versioned: true,
      errors: ['CONFLICT'],
    },
    getWorkflowTask: {
      method: 'get',
      path: '/api/v1/workflows/tasks/{id}',
      permission: 'workflow:read',
      summary: 'Read one task',
      params: params,
      reply: one(WorkflowTask),
      versioned: true,
      errors: ['NOT_FOUND'],
    },
    updateWorkflowTask: {
      method: 'put',
      path: '/api/v1/workflows/tasks/{id}',
      permission: 'workflow:manage',
      summary: 'Reassign a task, or take it back',
      params: params,
      body: UpdateWorkflowTask,
      reply: one(WorkflowTask),
      versioned: true,
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
    claimWorkflowTask: {
      method: 'post',
      path: '/api/v1/workflows/tasks/{id}/claim',
      permission: 'workflow:read',
      summary: 'Claim a task',
      params: params,
      reply: one(WorkflowTask),
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
    unclaimWorkflowTask: {
      method: 'post',
      path: '/api/v1/workflows/tasks/{id}/unclaim',
      permission: 'workflow:read',
      summary: 'Give a claimed task back',
      params: params,
      reply: one(WorkflowTask),
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
    completeWorkflowTask: {
      method: 'post',
      path: '/api/v1/workflows/tasks/{id}/complete',
      permission: 'workflow:read',
      summary: 'Complete a claimed task',
      params: params,
      body: CompleteWorkflowTask,
      reply: one(WorkflowTask),
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
  },
);
