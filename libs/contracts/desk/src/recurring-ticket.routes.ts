import { created, Id, nothing, one, page, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { TicketDetails } from './ticket.schemas.ts';
import { deskGroup } from './group.ts';
import { CreateRecurringTicket, UpdateRecurringTicket, RecurringTicket, RecurringTicketListQuery } from './recurring-ticket.schemas.ts';

const params = z.object({ id: Id.describe('Recurring ticket id') });

export const recurringTicketRoutes = routes(deskGroup('Recurring tickets', { staffOnly: true }), {
  listRecurringTickets: {
    method: 'get',
    path: '/api/v1/recurring-tickets',
    permission: 'ticket:read',
    summary: 'List recurring tickets',
    query: RecurringTicketListQuery,
    reply: page(RecurringTicket),
  },
  createRecurringTicket: {
    method: 'post',
    path: '/api/v1/recurring-tickets',
    permission: 'ticket_settings:create',
    summary: 'Create a recurring ticket',
    body: CreateRecurringTicket,
    reply: created(RecurringTicket),
    versioned: true,
  },
  getRecurringTicket: {
    method: 'get',
    path: '/api/v1/recurring-tickets/{id}',
    permission: 'ticket:read',
    summary: 'Read one recurring ticket',
    params,
    reply: one(RecurringTicket),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  updateRecurringTicket: {
    method: 'put',
    path: '/api/v1/recurring-tickets/{id}',
    permission: 'ticket_settings:update',
    summary: 'Change a recurring ticket',
    params,
    body: UpdateRecurringTicket,
    reply: one(RecurringTicket),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  deleteRecurringTicket: {
    method: 'delete',
    path: '/api/v1/recurring-tickets/{id}',
    permission: 'ticket_settings:delete',
    summary: 'Delete a recurring ticket',
    params,
    reply: nothing(),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  runRecurringTicket: {
    method: 'post',
    path: '/api/v1/recurring-tickets/{id}/run',
    permission: 'ticket:create',
    summary: 'Open the ticket now, beside those of the calendar',
    params,
    reply: created(TicketDetails),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
