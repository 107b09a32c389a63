import { created, Id, many, nothing, one, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { deskGroup } from './group.ts';
import { CreateProjectStatus, ProjectStatus, UpdateProjectStatus } from './project-status.schemas.ts';

const params = z.object({ statusId: Id.describe('Status id') });

export const projectStatusRoutes = routes(deskGroup('Projects', { staffOnly: true }), {
  listProjectStatuses: {
    method: 'get',
    path: '/api/v1/projects/statuses',
    permission: 'project:read',
    summary: 'List the statuses of projects in order',
    reply: many(ProjectStatus),
  },
  createProjectStatus: {
    method: 'post',
    path: '/api/v1/projects/statuses',
    permission: 'ticket_settings:create',
    summary: 'Create a status of projects; 100 at most',
    body: CreateProjectStatus,
    reply: created(ProjectStatus),
    errors: ['CONFLICT'],
  },
  updateProjectStatus: {
    method: 'put',
    path: '/api/v1/projects/statuses/{statusId}',
    permission: 'ticket_settings:update',
    summary: 'Change a status of projects',
    description: 'Whether it closes projects can be changed only while no project has it.',
    params,
    body: UpdateProjectStatus,
    reply: one(ProjectStatus),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  deleteProjectStatus: {
    method: 'delete',
    path: '/api/v1/projects/statuses/{statusId}',
    permission: 'ticket_settings:delete',
    summary: 'Delete a status no project has',
    params,
    reply: nothing(),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
