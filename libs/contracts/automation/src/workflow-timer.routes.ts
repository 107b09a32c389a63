import { created, Id, one, page, routes } from '@psa/contract-kit';
import { z } from 'zod';
import {
  CreateWorkflowSnapshot,
  CreateWorkflowTimer,
  WorkflowSnapshot,
  WorkflowSnapshotListQuery,
  WorkflowTimer,
  WorkflowTimerListQuery,
} from './workflow-timer.schemas.ts';

const params = z.object({ id: Id.describe('Timer id') });

export const workflowTimerRoutes = routes(
  { service: 'automation', form: 'data', tag: 'Workflow timers' },
  {
    listWorkflowTimers: {
      method: 'get',
      path: '/api/v1/workflows/timers',
      permission: 'workflow:read',
      summary: 'List timers of executions',
      query: WorkflowTimerListQuery,
      reply: page(WorkflowTimer),
    },
    createWorkflowTimer: {
      method: 'post',
      path: '/api/v1/workflows/timers',
      permission: 'workflow:manage',
      summary: 'Create a timer of an execution',
      body: CreateWorkflowTimer,
      reply: created(WorkflowTimer),
      errors: ['CONFLICT'],
    },
    getWorkflowTimer: {
      method: 'get',
      path: '/api/v1/workflows/timers/{id}',
      permission: 'workflow:read',
      summary: 'Read one timer',
      params,
      reply: one(WorkflowTimer),
      errors: ['NOT_FOUND'],
    },
    cancelWorkflowTimer: {
      method: 'post',
      path: '/api/v1/workflows/timers/{id}/cancel',
      permission: 'workflow:manage',
      summary: 'Cancel a timer',
      params,
      reply: one(WorkflowTimer),
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
    listWorkflowSnapshots: {
      method: 'get',
      path: '/api/v1/workflows/snapshots',
      permission: 'workflow:read',
      summary: 'List snapshots of executions',
      query: WorkflowSnapshotListQuery,
      reply: page(WorkflowSnapshot),
    },
    createWorkflowSnapshot: {
      method: 'post',
      path: '/api/v1/workflows/snapshots',
      permission: 'workflow:manage',
      summary: 'Keep where an execution stands',
      body: CreateWorkflowSnapshot,
      reply: created(WorkflowSnapshot),
      errors: ['CONFLICT'],
    },
  },
);
