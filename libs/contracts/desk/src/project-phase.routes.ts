import { created, Id, many, nothing, one, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { deskGroup } from './group.ts';
import { CreateProjectPhase, MoveProjectPhase, ProjectPhase, UpdateProjectPhase } from './project-phase.schemas.ts';

const ofProject = z.object({ id: Id.describe('Project id') });
const params = z.object({ projectId: Id.describe('Project id'), phaseId: Id.describe('Phase id') });

export const projectPhaseRoutes = routes(deskGroup('Project phases', { staffOnly: true }), {
  listProjectPhases: {
    method: 'get',
    path: '/api/v1/projects/{id}/phases',
    permission: 'project:read',
    summary: 'List the phases of a project in order',
    params: ofProject,
    reply: many(ProjectPhase),
    errors: ['NOT_FOUND'],
  },
  createProjectPhase: {
    method: 'post',
    path: '/api/v1/projects/{id}/phases',
    permission: 'project_task:create',
    summary: 'Give a project a phase, behind its last',
    params: ofProject,
    body: CreateProjectPhase,
    reply: created(ProjectPhase),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  getProjectPhase: {
    method: 'get',
    path: '/api/v1/projects/{projectId}/phases/{phaseId}',
    permission: 'project:read',
    summary: 'Read one phase',
    params,
    reply: one(ProjectPhase),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  updateProjectPhase: {
    method: 'put',
    path: '/api/v1/projects/{projectId}/phases/{phaseId}',
    permission: 'project_task:update',
    summary: 'Change a phase',
    params,
    body: UpdateProjectPhase,
    reply: one(ProjectPhase),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  moveProjectPhase: {
    method: 'put',
    path: '/api/v1/projects/{projectId}/phases/{phaseId}/move',
    permission: 'project_task:update',
    summary: 'Put a phase behind another one',
    params,
    body: MoveProjectPhase,
    reply: one(ProjectPhase),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  deleteProjectPhase: {
    method: 'delete',
    path: '/api/v1/projects/{projectId}/phases/{phaseId}',
    permission: 'project_task:delete',
    summary: 'Delete a phase without tasks',
    params,
    reply: nothing(),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
