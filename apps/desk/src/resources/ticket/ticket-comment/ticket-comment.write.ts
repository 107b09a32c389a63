import { ticketCommentEvents } from '@psa/contracts-desk';
import { emit } from '@psa/events-kit';
import type { Tx } from '../../../desk-app.ts';
import { personOf } from '../ticket.person.ts';
import { type TicketRecord, updateTicketRow } from '../ticket.records.ts';
import { type CommentRecord, insertComment, type NewComment } from './ticket-comment.records.ts';

/** Writes a comment on a locked ticket, with what follows from it for the clocks, and its event. */
export async function writeComment(
  tx: Tx,
  ticket: TicketRecord,
  content: Omit<NewComment, 'ticket_id'>,
  { isAutomated = false } = {},
): Promise<CommentRecord> {
  const comment = await insertComment(tx, { ...content, ticket_id: ticket.ticket_id });
  const answers = !comment.is_internal && comment.author_type === 'internal' && !isAutomated;
  const row = await updateTicketRow(tx, ticket.ticket_id, {
    updated_by: personOf(tx),
    comment_count: ticket.comment_count + 1,
    ...(!comment.is_internal && { public_comment_count: ticket.public_comment_count + 1 }),
    ...(answers && { first_response_at: ticket.first_response_at ?? comment.created_at, response_state: 'awaiting_client' }),
    ...(comment.author_type === 'client' && !isAutomated && { response_state: 'awaiting_internal' }),
  });
  emit(tx, ticketCommentEvents.added, commentFacts(comment), row.version);
  return comment;
}

/** Adds an internal comment to a locked ticket. */
export async function addNote(tx: Tx, ticket: TicketRecord, text: string): Promise<void> {
  await writeComment(tx, ticket, { comment_text: text, is_internal: true, author_type: 'internal', created_by: personOf(tx) });
}

/** What is told of a comment. */
export function commentFacts(row: CommentRecord) {
  return {
    ticket_id: row.ticket_id,
    comment_id: row.comment_id,
    is_internal: row.is_internal,
    is_resolution: row.is_resolution,
    author_type: row.author_type,
    author_id: row.created_by ?? row.contact_id,
    by_mail: row.by_mail,
  };
}
