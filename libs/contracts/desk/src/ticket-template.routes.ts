import { created, Id, nothing, one, page, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { deskGroup } from './group.ts';
import {
  CreateTicketTemplate,
  TicketTemplate,
  TicketTemplateListQuery,
  UpdateTicketTemplate,
  UseTicketTemplate,
} from './ticket-template.schemas.ts';
import { TicketDetails } from './ticket.schemas.ts';

const params = z.object({ id: Id.describe('Ticket template id') });

export const ticketTemplateRoutes = routes(deskGroup('Ticket templates', { staffOnly: true }), {
  listTicketTemplates: {
    method: 'get',
    path: '/api/v1/ticket-templates',
    permission: 'ticket:read',
    summary: 'List ticket templates',
    query: TicketTemplateListQuery,
    reply: page(TicketTemplate),
  },
  createTicketTemplate: {
    method: 'post',
    path: '/api/v1/ticket-templates',
    permission: 'ticket_settings:create',
    summary: 'Create a ticket template',
    body: CreateTicketTemplate,
    reply: created(TicketTemplate),
    versioned: true,
    errors: ['CONFLICT'],
  },
  getTicketTemplate: {
    method: 'get',
    path: '/api/v1/ticket-templates/{id}',
    permission: 'ticket:read',
    summary: 'Read one ticket template',
    params,
    reply: one(TicketTemplate),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  updateTicketTemplate: {
    method: 'put',
    path: '/api/v1/ticket-templates/{id}',
    permission: 'ticket_settings:update',
    summary: 'Change a ticket template',
    params,
    body: UpdateTicketTemplate,
    reply: one(TicketTemplate),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  deleteTicketTemplate: {
    method: 'delete',
    path: '/api/v1/ticket-templates/{id}',
    permission: 'ticket_settings:delete',
    summary: 'Delete a ticket template that no recurring ticket uses',
    params,
    reply: nothing(),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  useTicketTemplate: {
    method: 'post',
    path: '/api/v1/ticket-templates/{id}/tickets',
    permission: 'ticket:create',
    summary: 'Open a ticket from a template, with its checklist',
    description: 'What the body says goes before what the template says.',
    params,
    body: UseTicketTemplate,
    reply: created(TicketDetails),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
