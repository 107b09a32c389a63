import { created, Id, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { deskGroup } from './group.ts';
import { CreateTaskOfTicket, OpenTicketForTask, TaskOfTicket } from './task-ticket.schemas.ts';
import { TicketDetails } from './ticket.schemas.ts';

export const taskTicketRoutes = routes(deskGroup('Projects', { staffOnly: true }), {
  openTicketForTask: {
    method: 'post',
    path: '/api/v1/projects/tasks/{taskId}/tickets',
    permission: ['ticket:create', 'project:update'],
    summary: 'Open a ticket with what a task says, its checklist and tags, and link the two',
    params: z.object({ taskId: Id.describe('Task id') }),
    body: OpenTicketForTask,
    reply: created(TicketDetails),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  createTaskOfTicket: {
    method: 'post',
    path: '/api/v1/tickets/{id}/tasks',
    permission: ['ticket:read', 'project:update', 'project_task:create'],
    summary: 'Add a task with what a ticket says, its checklist and tags, and link the two',
    params: z.object({ id: Id.describe('Ticket id') }),
    body: CreateTaskOfTicket,
    reply: created(TaskOfTicket),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
