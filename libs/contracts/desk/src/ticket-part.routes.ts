import { created, Id, many, nothing, one, page, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { deskGroup } from './group.ts';
import {
  AddTicketAgent,
  CreateTicketChecklistItem,
  CreateTicketWatcher,
  TicketAgent,
  TicketChecklistItem,
  TicketHistoryEntry,
  TicketHistoryQuery,
  TicketWatcher,
  UpdateTicketChecklistItem,
} from './ticket-part.schemas.ts';

const params = z.object({ id: Id.describe('Ticket id') });
const group = deskGroup('Tickets', { staffOnly: true });

export const ticketChecklistRoutes = routes(group, {
  listTicketChecklist: {
    method: 'get',
    path: '/api/v1/tickets/{id}/checklist',
    permission: 'ticket:read',
    summary: 'List the checklist items of a ticket',
    params,
    reply: many(TicketChecklistItem),
    errors: ['NOT_FOUND'],
  },
  createTicketChecklistItem: {
    method: 'post',
    path: '/api/v1/tickets/{id}/checklist',
    permission: 'ticket:update',
    summary: 'Add a checklist item, behind the last',
    params,
    body: CreateTicketChecklistItem,
    reply: created(TicketChecklistItem),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  updateTicketChecklistItem: {
    method: 'put',
    path: '/api/v1/tickets/{id}/checklist/{itemId}',
    permission: 'ticket:update',
    summary: 'Change or complete a checklist item',
    params: params.extend({ itemId: Id.describe('Checklist item id') }),
    body: UpdateTicketChecklistItem,
    reply: one(TicketChecklistItem),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  deleteTicketChecklistItem: {
    method: 'delete',
    path: '/api/v1/tickets/{id}/checklist/{itemId}',
    permission: 'ticket:update',
    summary: 'Delete a checklist item',
    params: params.extend({ itemId: Id.describe('Checklist item id') }),
    reply: nothing(),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});

export const ticketPeopleRoutes = routes(group, {
  listTicketWatchers: {
    method: 'get',
    path: '/api/v1/tickets/{id}/watchers',
    permission: 'ticket:read',
    summary: 'List who is told of what happens on a ticket',
    params,
    reply: many(TicketWatcher),
    errors: ['NOT_FOUND'],
  },
  addTicketWatcher: {
    method: 'post',
    path: '/api/v1/tickets/{id}/watchers',
    permission: 'ticket:update',
    summary: 'Add a watcher',
    params,
    body: CreateTicketWatcher,
    reply: created(TicketWatcher),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  removeTicketWatcher: {
    method: 'delete',
    path: '/api/v1/tickets/{id}/watchers/{watcherId}',
    permission: 'ticket:update',
    summary: 'Remove a watcher',
    params: params.extend({ watcherId: Id.describe('Watcher id') }),
    reply: nothing(),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  listTicketAgents: {
    method: 'get',
    path: '/api/v1/tickets/{id}/agents',
    permission: 'ticket:read',
    summary: 'List who works on a ticket beside its assignee',
    params,
    reply: many(TicketAgent),
    errors: ['NOT_FOUND'],
  },
  addTicketAgent: {
    method: 'post',
    path: '/api/v1/tickets/{id}/agents',
    permission: 'ticket:update',
    summary: 'Add somebody who works on the ticket',
    params,
    body: AddTicketAgent,
    reply: created(TicketAgent),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  removeTicketAgent: {
    method: 'delete',
    path: '/api/v1/tickets/{id}/agents/{userId}',
    permission: 'ticket:update',
    summary: 'Remove somebody who works on the ticket',
    params: params.extend({ userId: Id.describe('User id') }),
    reply: nothing(),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  listTicketHistory: {
    method: 'get',
    path: '/api/v1/tickets/{id}/history',
    permission: 'ticket:read',
    summary: 'List what was changed on a ticket, by whom',
    params,
    query: TicketHistoryQuery,
    reply: page(TicketHistoryEntry),
    errors: ['NOT_FOUND'],
  },
});
