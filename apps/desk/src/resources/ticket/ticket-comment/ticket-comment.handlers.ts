import { notFound } from '@psa/contract-kit';
import { ticketCommentRoutes } from '@psa/contracts-desk';
import { type Db, handlers } from '../../../desk-app.ts';
import { portalScopeOf, requireTicket } from '../ticket.scope.ts';
import { addComment, deleteComment, updateComment } from './ticket-comment.actions.ts';
import { commentRows, findComment, toComment } from './ticket-comment.records.ts';

/** Ids of the comments after the one that a writer has read last, at most fifty. */
async function newerComments(db: Db, ticketId: string, seenId: string, ownId: string, portal: boolean): Promise<string[]> {
  const seen = await findComment(db, ticketId, seenId);
  if (seen === undefined) return [];
  const rows = await db
    .selectFrom('ticket_comments')
    .select('comment_id')
    .where('ticket_id', '=', ticketId)
    .where((eb) =>
      eb.or([eb('created_at', '>', seen.created_at), eb.and([eb('created_at', '=', seen.created_at), eb('comment_id', '>', seenId)])]),
    )
    .where('comment_id', '<>', ownId)
    .where('deleted_at', 'is', null)
    .$if(portal, (found) => found.where('is_internal', '=', false))
    .orderBy('created_at')
    .orderBy('comment_id')
    .limit(50)
    .execute();
  return rows.map(({ comment_id }) => comment_id);
}

export const ticketCommentHandlers = handlers(ticketCommentRoutes, {
  listTicketComments: async ({ db, params, query, principal }) => {
    const scope = portalScopeOf(principal);
    const [, rows] = await Promise.all([
      requireTicket(db, params.id, scope),
      commentRows(db)
        .where('ticket_comments.ticket_id', '=', params.id)
        .$if(scope !== undefined, (found) => found.where('is_internal', '=', false))
        .orderBy('ticket_comments.created_at', query.order)
        .orderBy('ticket_comments.comment_id', query.order)
        .limit(query.limit)
        .offset(query.offset)
        .execute(),
    ]);
    return { data: rows.map((row) => toComment(row, scope !== undefined)) };
  },

  createTicketComment: async ({ db, params, body, principal }) => {
    const scope = portalScopeOf(principal);
    if (scope !== undefined) await requireTicket(db, params.id, scope);
    const id = await addComment(db, params.id, body, scope);
    const row = await findComment(db, params.id, id);
    if (row === undefined) throw notFound('Comment');
    const data = toComment(row, scope !== undefined);
    if (!body.last_seen_comment_id) return { data };
    return { data, meta: { newer_comments: await newerComments(db, params.id, body.last_seen_comment_id, id, scope !== undefined) } };
  },

  updateTicketComment: async ({ db, params, body, principal }) => {
    const scope = portalScopeOf(principal);
    if (scope !== undefined) await requireTicket(db, params.id, scope);
    await updateComment(db, params.id, params.commentId, body, scope);
    const row = await findComment(db, params.id, params.commentId);
    if (row === undefined) throw notFound('Comment');
    return { data: toComment(row, scope !== undefined) };
  },

  deleteTicketComment: async ({ db, params, principal }) => {
    const scope = portalScopeOf(principal);
    if (scope !== undefined) await requireTicket(db, params.id, scope);
    await deleteComment(db, params.id, params.commentId, scope);
  },
});
