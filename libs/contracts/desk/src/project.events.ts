import { events } from '@psa/contract-kit';
import { z } from 'zod';

/** What other services keep of a project. */
export const ProjectFacts = z.object({
  project_id: z.guid(),
  project_number: z.string(),
  project_name: z.string(),
  client_id: z.guid(),
  status_id: z.guid(),
  status_name: z.string(),
  is_closed: z.boolean(),
  is_inactive: z.boolean(),
  assigned_to: z.guid().nullable(),
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
});
export type ProjectFacts = z.infer<typeof ProjectFacts>;

const changed = z.array(z.string()).describe('Names of the members that changed');

export const projectEvents = events('desk', {
  created: { name: 'project.created', version: 1, key: 'project_id', summary: 'A project was created', data: ProjectFacts },
  updated: {
    name: 'project.updated',
    version: 1,
    key: 'project_id',
    summary: 'A project was changed, whatever else is published of the change',
    data: ProjectFacts.extend({ changed }),
  },
  statusChanged: {
    name: 'project.status_changed',
    version: 1,
    key: 'project_id',
    summary: 'A project got another status',
    data: ProjectFacts.extend({ previous_status_id: z.guid() }),
  },
  assigned: {
    name: 'project.assigned',
    version: 1,
    key: 'project_id',
    summary: 'A project was reassigned or unassigned',
    data: ProjectFacts.extend({ previous_assigned_to: z.guid().nullable() }),
  },
  closed: { name: 'project.closed', version: 1, key: 'project_id', summary: 'A project was closed', data: ProjectFacts },
  reopened: { name: 'project.reopened', version: 1, key: 'project_id', summary: 'A closed project was opened again', data: ProjectFacts },
  deleted: {
    name: 'project.deleted',
    version: 1,
    key: 'project_id',
    summary: 'A project was deleted with its phases and tasks',
    data: z.object({ project_id: z.guid() }),
  },
});

const StatusFacts = z.object({ status_id: z.guid(), status_name: z.string(), is_closed: z.boolean(), is_default: z.boolean() });
const status = { version: 1, permission: 'project:read', key: 'status_id' } as const;

export const projectStatusEvents = events('desk', {
  created: { ...status, name: 'project_status.created', summary: 'A status of projects was created', data: StatusFacts },
  updated: { ...status, name: 'project_status.updated', summary: 'A status of projects was changed', data: StatusFacts },
  deleted: {
    ...status,
    name: 'project_status.deleted',
    summary: 'A status of projects was deleted',
    data: z.object({ status_id: z.guid() }),
  },
});

const PhaseFacts = z.object({
  phase_id: z.guid(),
  project_id: z.guid(),
  phase_name: z.string(),
  status: z.string(),
  wbs_code: z.string(),
});

export const projectPhaseEvents = events('desk', {
  created: {
    name: 'project_phase.created',
    version: 1,
    permission: 'project:read',
    key: 'phase_id',
    summary: 'A project got a phase',
    data: PhaseFacts,
  },
  updated: {
    name: 'project_phase.updated',
    version: 1,
    permission: 'project:read',
    key: 'phase_id',
    summary: 'A phase of a project was changed or moved',
    data: PhaseFacts.extend({ changed }),
  },
  deleted: {
    name: 'project_phase.deleted',
    version: 1,
    permission: 'project:read',
    key: 'phase_id',
    summary: 'A phase of a project was deleted',
    data: z.object({ phase_id: z.guid(), project_id: z.guid() }),
  },
});

/** What other services keep of a task. */
export const ProjectTaskFacts = z.object({
  task_id: z.guid(),
  task_name: z.string(),
  phase_id: z.guid(),
  project_id: z.guid(),
  project_name: z.string(),
  client_id: z.guid(),
  assigned_to: z.guid().nullable(),
  due_date: z.string().nullable(),
  status_name: z.string(),
  is_closed: z.boolean(),
});
export type ProjectTaskFacts = z.infer<typeof ProjectTaskFacts>;

export const projectTaskEvents = events('desk', {
  created: { name: 'project_task.created', version: 1, key: 'task_id', summary: 'A task was created', data: ProjectTaskFacts },
  updated: {
    name: 'project_task.updated',
    version: 1,
    key: 'task_id',
    summary: 'A task was changed or moved, whatever else is published of the change',
    data: ProjectTaskFacts.extend({ changed }),
  },
  statusChanged: {
    name: 'project_task.status_changed',
    version: 1,
    key: 'task_id',
    summary: 'A task was moved to another status column',
    data: ProjectTaskFacts.extend({ previous_status_name: z.string() }),
  },
  assigned: {
    name: 'project_task.assigned',
    version: 1,
    key: 'task_id',
    summary: 'A task was reassigned or unassigned',
    data: ProjectTaskFacts.extend({ previous_assigned_to: z.guid().nullable() }),
  },
  completed: { name: 'project_task.completed', version: 1, key: 'task_id', summary: 'A task was done', data: ProjectTaskFacts },
  deleted: {
    name: 'project_task.deleted',
    version: 1,
    key: 'task_id',
    summary: 'A task was deleted',
    data: z.object({ task_id: z.guid(), project_id: z.guid() }),
  },
});
