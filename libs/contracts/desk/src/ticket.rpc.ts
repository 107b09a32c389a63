import { rpcMethods } from '@psa/contract-kit';
import { z } from 'zod';
import { TicketFacts } from './ticket.events.ts';

/** Max tickets asked for at once. */
export const MAX_TICKETS_ASKED = 500;

/** What the desk service answers over NATS. */
export const ticketRpc = rpcMethods('desk', {
  getTicketFacts: {
    summary: 'A ticket, for a service whose copy has not arrived yet',
    request: z.object({ ticket_id: z.guid() }),
    response: z.object({ ticket: TicketFacts.extend({ version: z.int() }).nullable().describe('null when the tenant has no such ticket') }),
  },
  listHiddenChannels: {
    summary: 'The channels whose tickets a member of staff does not see, unless they hold ticket_settings:update',
    request: z.object({ user_id: z.guid() }),
    response: z.object({
      channel_ids: z.array(z.guid()),
      is_limited: z.boolean().describe('Whether the tenant has any channel that is for some teams'),
    }),
  },
  listChannelsOfTickets: {
    summary: 'In which channels tickets are, for a service that knows no more of them than their ids',
    request: z.object({ ticket_ids: z.array(z.guid()).max(MAX_TICKETS_ASKED) }),
    response: z.object({ tickets: z.array(z.object({ ticket_id: z.guid(), channel_id: z.guid() })).describe('Those that are there') }),
  },
  countTicketsOfClient: {
    summary: 'How many tickets a client has, closed ones too',
    request: z.object({ client_id: z.guid() }),
    response: z.object({ tickets: z.int() }),
  },
  countWorkOfUser: {
    summary: 'How many open tickets, projects and tasks are assigned to a user',
    request: z.object({ user_id: z.guid() }),
    response: z.object({ tickets: z.int(), projects: z.int(), project_tasks: z.int() }),
  },
  countTicketsOfContact: {
    summary: 'How many tickets a contact has, closed ones too',
    request: z.object({ contact_name_id: z.guid() }),
    response: z.object({ tickets: z.int() }),
  },
});
