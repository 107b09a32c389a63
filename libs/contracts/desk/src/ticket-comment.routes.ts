import { created, Id, many, nothing, one, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { deskGroup } from './group.ts';
import {
  CreateTicketComment,
  MoveTicketComments,
  SplitTicket,
  TicketComment,
  TicketCommentListQuery,
  UpdateTicketComment,
} from './ticket-comment.schemas.ts';
import { TicketDetails } from './ticket.schemas.ts';

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
    mayUse: ['timeentry:create'],
    summary: 'Comment on a ticket; the client answering a closed one reopens it',
    description:
      'A ticket that was closed longer ago than its channel allows stays closed: the comment of the client opens a new one, linked to it, and `meta.opened_ticket_id` names that. What the client writes on a ticket that was merged goes to the one it became part of. With `time_entry` the time is logged in the same call; `meta.time_entry_id` names the entry.',
    params,
    body: CreateTicketComment,
    reply: created(TicketComment),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  moveTicketComments: {
    method: 'post',
    path: '/api/v1/tickets/{id}/comments/move',
    permission: 'ticket:update',
    staffOnly: true,
    summary: 'Move comments with their documents to another ticket of the client',
    params,
    body: MoveTicketComments,
    reply: many(TicketComment),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  splitTicket: {
    method: 'post',
    path: '/api/v1/tickets/{id}/split',
    permission: 'ticket:create',
    mayUse: ['ticket:update'],
    staffOnly: true,
    summary: 'Open a linked ticket for some of the comments, which move there',
    params,
    body: SplitTicket,
    reply: created(TicketDetails),
    versioned: true,
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
