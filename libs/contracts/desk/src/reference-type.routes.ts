import { created, Id, many, nothing, one, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { deskGroup } from './group.ts';
import { CreateReferenceType, ReferenceType, UpdateReferenceType } from './reference-type.schemas.ts';

const params = z.object({ id: Id.describe('Type id') });
const group = deskGroup('Reference data', { staffOnly: true });

export const taskTypeRoutes = routes(group, {
  listTaskTypes: {
    method: 'get',
    path: '/api/v1/task-types',
    permission: 'project:read',
    summary: 'List the types of tasks, in order',
    reply: many(ReferenceType),
  },
  createTaskType: {
    method: 'post',
    path: '/api/v1/task-types',
    permission: 'ticket_settings:create',
    summary: 'Create a type of tasks',
    body: CreateReferenceType,
    reply: created(ReferenceType),
    versioned: true,
    errors: ['CONFLICT'],
  },
  getTaskType: {
    method: 'get',
    path: '/api/v1/task-types/{id}',
    permission: 'project:read',
    summary: 'Read one type of tasks',
    params,
    reply: one(ReferenceType),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  updateTaskType: {
    method: 'put',
    path: '/api/v1/task-types/{id}',
    permission: 'ticket_settings:update',
    summary: 'Change a type of tasks',
    params,
    body: UpdateReferenceType,
    reply: one(ReferenceType),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  deleteTaskType: {
    method: 'delete',
    path: '/api/v1/task-types/{id}',
    permission: 'ticket_settings:delete',
    summary: 'Delete a type that no task has',
    params,
    reply: nothing(),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});

export const interactionTypeRoutes = routes(group, {
  listInteractionTypes: {
    method: 'get',
    path: '/api/v1/interaction-types',
    permission: 'ticket:read',
    summary: 'List the types of interactions, in order',
    reply: many(ReferenceType),
  },
  createInteractionType: {
    method: 'post',
    path: '/api/v1/interaction-types',
    permission: 'ticket_settings:create',
    summary: 'Create a type of interactions',
    body: CreateReferenceType,
    reply: created(ReferenceType),
    versioned: true,
    errors: ['CONFLICT'],
  },
  getInteractionType: {
    method: 'get',
    path: '/api/v1/interaction-types/{id}',
    permission: 'ticket:read',
    summary: 'Read one type of interactions',
    params,
    reply: one(ReferenceType),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  updateInteractionType: {
    method: 'put',
    path: '/api/v1/interaction-types/{id}',
    permission: 'ticket_settings:update',
    summary: 'Change a type of interactions',
    params,
    body: UpdateReferenceType,
    reply: one(ReferenceType),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  deleteInteractionType: {
    method: 'delete',
    path: '/api/v1/interaction-types/{id}',
    permission: 'ticket_settings:delete',
    summary: 'Delete a type of interactions',
    params,
    reply: nothing(),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
