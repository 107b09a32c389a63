import { created, Id, nothing, one, page, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { eventReaders } from './event-readers.ts';
import { rulePermissions } from './rule-permissions.ts';
import {
  CreateWorkflowTrigger,
  FireWorkflowTrigger,
  UpdateWorkflowTrigger,
  WorkflowHookAnswer,
  WorkflowTrigger,
  WorkflowTriggerListQuery,
  WorkflowTriggerSecret,
} from './workflow-trigger.schemas.ts';
import { WorkflowRun } from './workflow.schemas.ts';

const params = z.object({ id: Id.describe('Trigger id') });

export const workflowTriggerRoutes = routes(
  { service: 'automation', form: 'data', tag: 'Workflow triggers' },
  {
    listWorkflowTriggers: {
      method: 'get',
      path: '/api/v1/workflows/triggers',
      permission: 'workflow:read',
      summary: 'List what starts workflows',
      query: WorkflowTriggerListQuery,
      reply: page(WorkflowTrigger),
    },
    createWorkflowTrigger: {
      method: 'post',
      path: '/api/v1/workflows/triggers',
      permission: 'workflow:manage',
      mayUse: eventReaders,
      summary: 'Create a trigger of a workflow',
      description: 'A trigger by an event needs the permission to read what the event is about.',
      body: CreateWorkflowTrigger,
      reply: created(WorkflowTrigger),
      versioned: true,
      errors: ['CONFLICT'],
    },
    getWorkflowTrigger: {
      method: 'get',
      path: '/api/v1/workflows/triggers/{id}',
      permission: 'workflow:read',
      summary: 'Read one trigger',
      params,
      reply: one(WorkflowTrigger),
      versioned: true,
      errors: ['NOT_FOUND'],
    },
    updateWorkflowTrigger: {
      method: 'put',
      path: '/api/v1/workflows/triggers/{id}',
      permission: 'workflow:manage',
      mayUse: eventReaders,
      summary: 'Change a trigger',
      params,
      body: UpdateWorkflowTrigger,
      reply: one(WorkflowTrigger),
      versioned: true,
      errors: ['NOT_FOUND'],
    },
    deleteWorkflowTrigger: {
      method: 'delete',
      path: '/api/v1/workflows/triggers/{id}',
      permission: 'workflow:manage',
      summary: 'Delete a trigger; what it started goes on',
      params,
      reply: nothing(),
      versioned: true,
      errors: ['NOT_FOUND'],
    },
    fireWorkflowTrigger: {
      method: 'post',
      path: '/api/v1/workflows/triggers/{id}/fire',
      permission: 'workflow:manage',
      summary: 'Start the workflow of a trigger now',
      params,
      body: FireWorkflowTrigger,
      reply: created(WorkflowRun),
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
    rotateWorkflowTriggerSecret: {
      method: 'post',
      path: '/api/v1/workflows/triggers/{id}/secret',
      permission: 'workflow:manage',
      mayUse: rulePermissions,
      summary: 'Give the address of a trigger a new secret',
      description: 'The former secret is good for another 24 hours.',
      params,
      reply: one(WorkflowTriggerSecret),
      errors: ['NOT_FOUND', 'CONFLICT'],
      secretReply: true,
    },
    receiveWorkflowHook: {
      method: 'post',
      path: '/hooks/workflows/{tenantSlug}/{hookId}',
      permission: 'signed',
      summary: 'Start the workflow behind a public address',
      description:
        'Signed by Standard Webhooks (webhook-id, webhook-timestamp, webhook-signature). The body is any JSON object; steps find it in `context.body`.',
      params: z.object({
        tenantSlug: z
          .string()
          .regex(/^[a-z0-9-]{1,63}$/, 'must be a tenant')
          .describe('Slug or id of the tenant'),
        hookId: Id.describe('Trigger id'),
      }),
      bodyLimit: 64 * 1024,
      reply: { ...one(WorkflowHookAnswer), status: 202 },
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
  },
);
