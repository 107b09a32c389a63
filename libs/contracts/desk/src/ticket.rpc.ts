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
});
