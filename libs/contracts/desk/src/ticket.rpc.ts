import { rpcMethods } from '@psa/contract-kit';
import { z } from 'zod';
import { TicketFacts } from './ticket.events.ts';

/** What the desk service answers over NATS. */
export const ticketRpc = rpcMethods('desk', {
  getTicketFacts: {
    summary: 'A ticket, for a service whose copy has not arrived yet',
    request: z.object({ ticket_id: z.guid() }),
    response: z.object({ ticket: TicketFacts.extend({ version: z.int() }).nullable().describe('null when the tenant has no such ticket') }),
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
