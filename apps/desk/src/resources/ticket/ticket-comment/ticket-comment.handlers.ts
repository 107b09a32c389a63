import { notFound } from '@psa/contract-kit';
import { ticketCommentRoutes } from '@psa/contracts-desk';
import { demandPermissions, versioned } from '@psa/http-kit';
import { type Db, handlers } from '../../../desk-app.ts';
import { isPortal } from '../ticket.records.ts';
import { assertReach, isOfOthers, portalScopeOf, reachTicket, readableTicket, requireTicket, ticketScopeOf } from '../ticket.access.ts';
import { toTicketDetails } from '../ticket.view.ts';
import { moveComments, splitTicket } from './comment-move.actions.ts';
import { addCommentWithTime } from './comment-time.actions.ts';
import { deleteComment, updateComment } from './ticket-comment.actions.ts';
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
    const scope = await ticketScopeOf(db, principal);
    const [ticket, rows] = await Promise.all([
      readableTicket(db, params.id, scope),
      commentRows(db)
        .where('ticket_comments.ticket_id', '=', params.id)
        .$if(isPortal(scope), (found) => found.where('is_internal', '=', false))
        .orderBy('ticket_comments.created_at', query.order)
        .orderBy('ticket_comments.comment_id', query.order)
        .limit(query.limit)
        .offset(query.offset)
        .execute(),
    ]);
    // Where the tickets of all are shown, people read what the staff says, and not what others asked.
    const shown = isOfOthers(ticket, scope) ? rows.filter(({ author_type }) => author_type === 'internal') : rows;
    return { data: shown.map((row) => toComment(row, isPortal(scope))) };
  },

  createTicketComment: async ({ db, ports, params, body, principal }) => {
    const scope = await ticketScopeOf(db, principal);
    const portal = isPortal(scope);
    await reachTicket(db, params.id, scope);
    if (body.time_entry !== undefined && !portal) demandPermissions(principal, ['timeentry:create']);
    const { ticketId, commentId, isFollowUp, entryId } = await addCommentWithTime(db, ports, params.id, body, scope);
    const row = await findComment(db, ticketId, commentId);
    if (row === undefined) throw notFound('Comment');
    const meta = {
      ...(body.last_seen_comment_id && { newer_comments: await newerComments(db, ticketId, body.last_seen_comment_id, commentId, portal) }),
      ...(isFollowUp === true && { opened_ticket_id: ticketId }),
      ...(entryId !== undefined && { time_entry_id: entryId }),
    };
    return { data: toComment(row, portal), ...(Object.keys(meta).length > 0 && { meta }) };
  },

  moveTicketComments: async ({ db, params, body, principal }) => {
    await assertReach(db, principal, params.id, body.target_ticket_id);
    await moveComments(db, params.id, body);
    const rows = await commentRows(db)
      .where('ticket_comments.comment_id', 'in', body.comment_ids)
      .orderBy('ticket_comments.created_at')
      .orderBy('ticket_comments.comment_id')
      .execute();
    return { data: rows.map((row) => toComment(row, false)) };
  },

  splitTicket: async ({ db, ports, params, body, principal }) => {
    demandPermissions(principal, ['ticket:update']);
    await assertReach(db, principal, params.id);
    const id = await splitTicket(db, ports, params.id, body);
    const row = await requireTicket(db, id);
    return versioned({ data: toTicketDetails(row, false) }, row.version, `/api/v1/tickets/${id}`);
  },

  updateTicketComment: async ({ db, params, body, principal }) => {
    const scope = portalScopeOf(principal);
    await reachTicket(db, params.id, await ticketScopeOf(db, principal));
    await updateComment(db, params.id, params.commentId, body, scope);
    const row = await findComment(db, params.id, params.commentId);
    if (row === undefined) throw notFound('Comment');
    return { data: toComment(row, scope !== undefined) };
  },

  deleteTicketComment: async ({ db, params, principal }) => {
    const scope = portalScopeOf(principal);
    await reachTicket(db, params.id, await ticketScopeOf(db, principal));
    await deleteComment(db, params.id, params.commentId, scope);
  },
});
