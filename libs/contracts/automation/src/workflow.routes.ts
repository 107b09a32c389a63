import { created, Id, nothing, one, page, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { rulePermissions } from './rule-permissions.ts';
import {
  CreateRegistration,
  Registration,
  RegistrationListQuery,
  UpdateRegistration,
  VersionListQuery,
  WorkflowVersion,
} from './workflow.schemas.ts';

const params = z.object({ id: Id.describe('Registration id') });

export const workflowRegistrationRoutes = routes(
  { service: 'automation', form: 'data', tag: 'Workflows' },
  {
    listWorkflowRegistrations: {
      method: 'get',
      path: '/api/v1/workflows/registrations',
      permission: 'workflow:read',
      summary: 'List workflows',
      query: RegistrationListQuery,
      reply: page(Registration),
    },
    createWorkflowRegistration: {
      method: 'post',
      path: '/api/v1/workflows/registrations',
      permission: 'workflow:manage',
      mayUse: [...rulePermissions, 'workflow:publish'],
      summary: 'Create a workflow',
      body: CreateRegistration,
      reply: created(Registration),
      versioned: true,
      errors: ['CONFLICT'],
    },
    getWorkflowRegistration: {
      method: 'get',
      path: '/api/v1/workflows/registrations/{id}',
      permission: 'workflow:read',
      summary: 'Read one workflow',
      params: params,
      reply: one(Registration),
      versioned: true,
      errors: ['NOT_FOUND'],
    },
    updateWorkflowRegistration: {
      method: 'put',
      path: '/api/v1/workflows/registrations/{id}',
      permission: 'workflow:manage',
      mayUse: [...rulePermissions, 'workflow:publish'],
      summary: 'Change a workflow; new code is a new version',
      params: params,
      body: UpdateRegistration,
      reply: one(Registration),
      versioned: true,
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
    deleteWorkflowRegistration: {
      method: 'delete',
      path: '/api/v1/workflows/registrations/{id}',
      permission: 'workflow:manage',
      summary: 'Delete a workflow that has no open executions',
      params: params,
      reply: nothing(),
      versioned: true,
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
    listWorkflowVersions: {
      method: 'get',
      path: '/api/v1/workflows/registrations/{id}/versions',
      permission: 'workflow:read',
      summary: 'List the versions of a workflow',
      params: params,
      query: VersionListQuery,
      reply: page(WorkflowVersion),
      errors: ['NOT_FOUND'],
    },
  },
);
