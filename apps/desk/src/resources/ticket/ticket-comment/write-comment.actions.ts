import { ticketCommentEvents } from '@psa/contracts-desk';
import { emit } from '@psa/events-kit';
import { together } from '@psa/postgres-kit';
import type { Tx } from '../../../desk-app.ts';
import { holdChannel } from '../../channel/channel.records.ts';
import { findStatus } from '../../ticket-status/ticket-status.records.ts';
import { personOf } from '../acting-person.ts';
import { type TicketChanges, type TicketRecord, updateTicketRow } from '../ticket.records.ts';
import { isPausing, nextClocks } from '../sla.rules.ts';
import { settleMissed } from '../ticket-sla/missed-targets.actions.ts';
import { type CommentRecord, insertComment, type NewComment } from './ticket-comment.records.ts';

/** Writes a comment on a locked ticket, with what follows from it for the clocks, and its event. */
export async function writeComment(
  tx: Tx,
  ticket: TicketRecord,
  content: Omit<NewComment, 'ticket_id'>,
  { isAutomated = false } = {},
): Promise<CommentRecord> {
  const isConversation = content.is_internal !== true && !isAutomated && content.author_type !== 'system';
  // Together: whoever waits for the ticket, or for the next number of one, waits for each round trip.
  const [comment, rules] = await together(
    insertComment(tx, { ...content, ticket_id: ticket.ticket_id }),
    isConversation ? rulesOf(tx, ticket) : Promise.resolve(undefined),
  );
  const isAnswer = rules !== undefined && comment.author_type === 'internal';
  const before = isAnswer ? await settleMissed(tx, ticket, comment.created_at) : ticket;
  const row = await updateTicketRow(tx, ticket.ticket_id, {
    updated_by: personOf(tx),
    comment_count: ticket.comment_count + 1,
    ...(!comment.is_internal && { public_comment_count: ticket.public_comment_count + 1 }),
    ...(rules !== undefined && conversationAfter(before, comment, rules)),
  });
  emit(tx, ticketCommentEvents.added, commentFacts(comment, row), row.version);
  return comment;
}

/** What decides how the clocks of a ticket run. */
function rulesOf(tx: Tx, ticket: TicketRecord) {
  return together(holdChannel(tx, ticket.channel_id), findStatus(tx, ticket.status_id));
}

/** Who has to answer after a public comment that a person wrote, and what becomes of the clocks. */
function conversationAfter(
  ticket: TicketRecord,
  { author_type, created_at }: CommentRecord,
  [channel, status]: Awaited<ReturnType<typeof rulesOf>>,
): TicketChanges {
  const isAnswer = author_type === 'internal';
  const first_response_at = isAnswer ? (ticket.first_response_at ?? created_at) : ticket.first_response_at;
  // Until the first answer its own clock runs.
  const begins = !isAnswer && first_response_at !== null && ticket.update_since === null;
  const update_since = isAnswer ? null : begins ? created_at : ticket.update_since;
  const response_state = isAnswer ? 'awaiting_client' : 'awaiting_internal';
  const before = { ...ticket, update_since, update_paused_minutes: begins ? null : ticket.update_paused_minutes };
  const clocks = nextClocks(channel, before, created_at, {
    entered_at: ticket.entered_at,
    priority_id: ticket.priority_id,
    isPausing: isPausing(status ?? { pauses_sla: false }, { response_state }),
    isClosed: ticket.is_closed,
    isFirstAnswer: isAnswer && ticket.first_response_at === null,
  });
  return { ...clocks, response_state, first_response_at, update_since, ...(update_since === null && { update_breached_at: null }) };
}

/** Adds an internal comment to a locked ticket. */
export async function addNote(tx: Tx, ticket: TicketRecord, text: string): Promise<void> {
  await writeComment(tx, ticket, { comment_text: text, is_internal: true, author_type: 'internal', created_by: personOf(tx) });
}

/** What is told of a comment. */
export function commentFacts(row: CommentRecord, { channel_id }: Pick<TicketRecord, 'channel_id'>) {
  return {
    ticket_id: row.ticket_id,
    channel_id,
    comment_id: row.comment_id,
    is_internal: row.is_internal,
    is_resolution: row.is_resolution,
    author_type: row.author_type,
    author_id: row.created_by ?? row.contact_id,
    by_mail: row.by_mail,
  };
}
