import { created, Id, many, nothing, one, page, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { deskGroup } from './group.ts';
import {
  AssignProjectTeam,
  CreateProjectTicketLink,
  PageQuery,
  ProjectTeam,
  ProjectTicketLink,
  TicketOfProject,
  UpdateProjectTeam,
} from './project-link.schemas.ts';

const ofProject = z.object({ id: Id.describe('Project id') });
const group = deskGroup('Projects', { staffOnly: true });

export const projectTicketRoutes = routes(group, {
  listProjectTickets: {
    method: 'get',
    path: '/api/v1/projects/{id}/tickets',
    permission: ['project:read', 'ticket:read'],
    summary: 'List the tickets of a project, the last linked first',
    params: ofProject,
    query: PageQuery,
    reply: page(TicketOfProject),
    errors: ['NOT_FOUND'],
  },
  linkProjectTicket: {
    method: 'post',
    path: '/api/v1/projects/{id}/tickets',
    permission: ['project:update', 'ticket:read'],
    summary: 'Link a ticket to a project or to one of its tasks',
    params: ofProject,
    body: CreateProjectTicketLink,
    reply: created(ProjectTicketLink),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  unlinkProjectTicket: {
    method: 'delete',
    path: '/api/v1/projects/{id}/tickets/{ticketId}',
    permission: ['project:update', 'ticket:read'],
    summary: 'Take a ticket off a project',
    params: ofProject.extend({ ticketId: Id.describe('Ticket id') }),
    reply: nothing(),
    errors: ['NOT_FOUND'],
  },
  listTaskTickets: {
    method: 'get',
    path: '/api/v1/projects/tasks/{taskId}/tickets',
    permission: ['project:read', 'ticket:read'],
    summary: 'List the tickets of a task, the last linked first; 100 at most',
    params: z.object({ taskId: Id.describe('Task id') }),
    reply: many(ProjectTicketLink),
    errors: ['NOT_FOUND'],
  },
  listTicketProjects: {
    method: 'get',
    path: '/api/v1/tickets/{id}/projects',
    permission: ['project:read', 'ticket:read'],
    summary: 'List the projects a ticket belongs to, the last linked first; 100 at most',
    params: z.object({ id: Id.describe('Ticket id') }),
    reply: many(ProjectTicketLink),
    errors: ['NOT_FOUND'],
  },
});

const teamParams = ofProject.extend({ teamId: Id.describe('Team id') });

export const projectTeamRoutes = routes(group, {
  listTeamsOfProject: {
    method: 'get',
    path: '/api/v1/projects/{id}/teams',
    permission: ['project:read', 'team:read'],
    summary: 'List the teams that work on a project, the last assigned first',
    params: ofProject,
    reply: many(ProjectTeam),
    errors: ['NOT_FOUND'],
  },
  assignProjectTeam: {
    method: 'post',
    path: '/api/v1/projects/{id}/teams',
    permission: ['project:update', 'team:read'],
    summary: 'Let a team work on a project; 50 at most',
    params: ofProject,
    body: AssignProjectTeam,
    reply: created(ProjectTeam),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  updateProjectTeam: {
    method: 'put',
    path: '/api/v1/projects/{id}/teams/{teamId}',
    permission: ['project:update', 'team:read'],
    summary: 'Change what a team does in a project',
    params: teamParams,
    body: UpdateProjectTeam,
    reply: one(ProjectTeam),
    errors: ['NOT_FOUND'],
  },
  removeProjectTeam: {
    method: 'delete',
    path: '/api/v1/projects/{id}/teams/{teamId}',
    permission: ['project:update', 'team:read'],
    summary: 'Take a team off a project',
    params: teamParams,
    reply: nothing(),
    errors: ['NOT_FOUND'],
  },
});
