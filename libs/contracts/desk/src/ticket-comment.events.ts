import { events } from '@psa/contract-kit';
import { z } from 'zod';

/** What other services learn about a comment; its text they ask for. */
export const TicketCommentFacts = z.object({
  ticket_id: z.guid(),
  channel_id: z.guid().optional().describe('Channel of the ticket: it tells who may read of it'),
  comment_id: z.guid(),
  is_internal: z.boolean(),
  is_resolution: z.boolean(),
  author_type: z.enum(['internal', 'client', 'system']),
  author_id: z.string().nullable(),
  by_mail: z.boolean().describe('It came by mail'),
});
export type TicketCommentFacts = z.infer<typeof TicketCommentFacts>;

export const ticketCommentEvents = events('desk', {
  added: {
    name: 'ticket.comment.added',
    version: 1,
    key: 'ticket_id',
    summary: 'A comment was added to a ticket',
    data: TicketCommentFacts,
  },
  updated: {
    name: 'ticket.comment.updated',
    version: 1,
    key: 'ticket_id',
    summary: 'A comment was changed',
    data: TicketCommentFacts,
  },
  deleted: {
    name: 'ticket.comment.deleted',
    version: 1,
    key: 'ticket_id',
    summary: 'A comment was deleted',
    data: TicketCommentFacts,
  },
});
