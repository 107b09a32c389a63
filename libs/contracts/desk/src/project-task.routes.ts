import { created, Id, many, nothing, one, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { deskGroup } from './group.ts';
import {
  CreateProjectTask,
  CreateTaskChecklistItem,
  CreateTaskDependency,
  CreateTaskStatusMapping,
  MoveProjectTask,
  ProjectTask,
  TaskChecklistItem,
  TaskDependency,
  TaskStatusMapping,
  UpdateProjectTask,
  UpdateTaskChecklistItem,
  UpdateTaskStatusMapping,
} from './project-task.schemas.ts';

const ofProject = z.object({ id: Id.describe('Project id') });
const ofPhase = z.object({ projectId: Id.describe('Project id'), phaseId: Id.describe('Phase id') });
const params = z.object({ taskId: Id.describe('Task id') });
const group = deskGroup('Project tasks', { staffOnly: true });

export const projectTaskRoutes = routes(group, {
  listProjectTasks: {
    method: 'get',
    path: '/api/v1/projects/{id}/tasks',
    permission: 'project:read',
    summary: 'List the tasks of a project, phase by phase in order; 1000 at most',
    params: ofProject,
    reply: many(ProjectTask),
    errors: ['NOT_FOUND'],
  },
  listPhaseTasks: {
    method: 'get',
    path: '/api/v1/projects/{projectId}/phases/{phaseId}/tasks',
    permission: 'project:read',
    summary: 'List the tasks of a phase in order; 1000 at most',
    params: ofPhase,
    reply: many(ProjectTask),
    errors: ['NOT_FOUND'],
  },
  createProjectTask: {
    method: 'post',
    path: '/api/v1/projects/{projectId}/phases/{phaseId}/tasks',
    permission: 'project_task:create',
    summary: 'Create a task, behind the last of its phase',
    params: ofPhase,
    body: CreateProjectTask,
    reply: created(ProjectTask),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  getProjectTask: {
    method: 'get',
    path: '/api/v1/projects/tasks/{taskId}',
    permission: 'project:read',
    summary: 'Read one task',
    params,
    reply: one(ProjectTask),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  updateProjectTask: {
    method: 'put',
    path: '/api/v1/projects/tasks/{taskId}',
    permission: 'project_task:update',
    summary: 'Change a task',
    params,
    body: UpdateProjectTask,
    reply: one(ProjectTask),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  moveProjectTask: {
    method: 'put',
    path: '/api/v1/projects/tasks/{taskId}/move',
    permission: 'project_task:update',
    summary: 'Put a task behind another one, in its own phase or in another of the project',
    params,
    body: MoveProjectTask,
    reply: one(ProjectTask),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  deleteProjectTask: {
    method: 'delete',
    path: '/api/v1/projects/tasks/{taskId}',
    permission: 'project_task:delete',
    summary: 'Delete a task without logged time',
    params,
    reply: nothing(),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});

const itemParams = params.extend({ itemId: Id.describe('Checklist item id') });

export const taskChecklistRoutes = routes(group, {
  listTaskChecklist: {
    method: 'get',
    path: '/api/v1/projects/tasks/{taskId}/checklist',
    permission: 'project:read',
    summary: 'List the checklist of a task in order',
    params,
    reply: many(TaskChecklistItem),
    errors: ['NOT_FOUND'],
  },
  createTaskChecklistItem: {
    method: 'post',
    path: '/api/v1/projects/tasks/{taskId}/checklist',
    permission: 'project_task:update',
    summary: 'Add an item to the checklist of a task; 200 at most',
    params,
    body: CreateTaskChecklistItem,
    reply: created(TaskChecklistItem),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  updateTaskChecklistItem: {
    method: 'put',
    path: '/api/v1/projects/tasks/{taskId}/checklist/{itemId}',
    permission: 'project_task:update',
    summary: 'Change an item of a checklist, or tick it off',
    params: itemParams,
    body: UpdateTaskChecklistItem,
    reply: one(TaskChecklistItem),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  deleteTaskChecklistItem: {
    method: 'delete',
    path: '/api/v1/projects/tasks/{taskId}/checklist/{itemId}',
    permission: 'project_task:update',
    summary: 'Delete an item of a checklist',
    params: itemParams,
    reply: nothing(),
    errors: ['NOT_FOUND'],
  },
});

const dependencyParams = params.extend({ dependencyId: Id.describe('Dependency id') });

export const taskDependencyRoutes = routes(group, {
  listTaskDependencies: {
    method: 'get',
    path: '/api/v1/projects/tasks/{taskId}/dependencies',
    permission: 'project:read',
    summary: 'List what a task depends on, and what depends on it',
    params,
    reply: many(TaskDependency),
    errors: ['NOT_FOUND'],
  },
  createTaskDependency: {
    method: 'post',
    path: '/api/v1/projects/tasks/{taskId}/dependencies',
    permission: 'project_task:update',
    summary: 'Make a task depend on another of its project; 100 at most',
    description: 'A circle is refused with a 400, a second dependency between the same two tasks with a 409.',
    params,
    body: CreateTaskDependency,
    reply: created(TaskDependency),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  deleteTaskDependency: {
    method: 'delete',
    path: '/api/v1/projects/tasks/{taskId}/dependencies/{dependencyId}',
    permission: 'project_task:update',
    summary: 'Make a task independent of another',
    params: dependencyParams,
    reply: nothing(),
    errors: ['NOT_FOUND'],
  },
});

const mappingParams = ofProject.extend({ mappingId: Id.describe('Status column id') });

export const taskStatusMappingRoutes = routes(group, {
  listTaskStatusMappings: {
    method: 'get',
    path: '/api/v1/projects/{id}/task-status-mappings',
    permission: 'project:read',
    summary: 'List the status columns of a project in order',
    params: ofProject,
    reply: many(TaskStatusMapping),
    errors: ['NOT_FOUND'],
  },
  createTaskStatusMapping: {
    method: 'post',
    path: '/api/v1/projects/{id}/task-status-mappings',
    permission: 'project_task:create',
    summary: 'Give a project a status column; 100 at most',
    params: ofProject,
    body: CreateTaskStatusMapping,
    reply: created(TaskStatusMapping),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  updateTaskStatusMapping: {
    method: 'put',
    path: '/api/v1/projects/{id}/task-status-mappings/{mappingId}',
    permission: 'project_task:update',
    summary: 'Change a status column',
    description: 'Whether its tasks are done can be changed only while it has none.',
    params: mappingParams,
    body: UpdateTaskStatusMapping,
    reply: one(TaskStatusMapping),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  deleteTaskStatusMapping: {
    method: 'delete',
    path: '/api/v1/projects/{id}/task-status-mappings/{mappingId}',
    permission: 'project_task:delete',
    summary: 'Delete a status column without tasks',
    description: 'The last open column of a project stays.',
    params: mappingParams,
    reply: nothing(),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
