import { created, Id, many, nothing, one, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { deskGroup } from './group.ts';
import { CreateTicketComment, TicketComment, TicketCommentListQuery, UpdateTicketComment } from './ticket-comment.schemas.ts';

const params = z.object({ id: Id.describe('Ticket id') });
const ofComment = params.extend({ commentId: Id.describe('Comment id') });

export const ticketCommentRoutes = routes(deskGroup('Tickets'), {
  listTicketComments: {
    method: 'get',
    path: '/api/v1/tickets/{id}/comments',
    permission: 'ticket:read',
    summary: 'List the comments of a ticket',
    params,
    query: TicketCommentListQuery,
    reply: many(TicketComment),
    errors: ['NOT_FOUND'],
  },
  createTicketComment: {
    method: 'post',
    path: '/api/v1/tickets/{id}/comments',
    permission: 'ticket:update',
    summary: 'Comment on a ticket; the client answering a closed one reopens it',
    params,
    body: CreateTicketComment,
    reply: created(TicketComment),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  updateTicketComment: {
    method: 'put',
    path: '/api/v1/tickets/{id}/comments/{commentId}',
    permission: 'ticket:update',
    summary: 'Change a comment of your own',
    params: ofComment,
    body: UpdateTicketComment,
    reply: one(TicketComment),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  deleteTicketComment: {
    method: 'delete',
    path: '/api/v1/tickets/{id}/comments/{commentId}',
    permission: 'ticket:update',
    summary: 'Delete a comment of your own; its place in the thread stays',
    params: ofComment,
    reply: nothing(),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
