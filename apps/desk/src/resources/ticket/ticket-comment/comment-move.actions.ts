import { invalidField, notFound } from '@psa/contract-kit';
import { type MoveTicketComments, type SplitTicket, ticketEvents } from '@psa/contracts-desk';
import { emit } from '@psa/events-kit';
import type { Db, Ports, Tx } from '../../../desk-app.ts';
import { findStatus } from '../../ticket-status/ticket-status.records.ts';
import { assertNotMerged } from '../ticket-change.actions.ts';
import { type NewTicket, openTicket, prepareTicket } from '../ticket.actions.ts';
import { personOf } from '../acting-person.ts';
import { addHistory, findTicket, lockTicket, type TicketRecord, updateTicketRow } from '../ticket.records.ts';
import { factsOf } from '../ticket.view.ts';
import { findSomebodyElses, SOMEBODY_ELSES } from '../ticket-openers.access.ts';
import { findMovable, type MovableComment, moveCommentRows } from './comment-move.records.ts';

/** Moves comments with their documents to another ticket of the client. @throws NOT_FOUND, VALIDATION_ERROR, CONFLICT when one of the tickets was merged */
export function moveComments(db: Db, ticketId: string, { comment_ids, target_ticket_id }: MoveTicketComments): Promise<void> {
  if (target_ticket_id === ticketId) throw invalidField('target_ticket_id', 'is the ticket itself', 'circular_reference');
  return db.transaction(async (tx) => {
    const tickets = new Map<string, TicketRecord>();
    // In one order everywhere, so that two moves between the same tickets cannot wait for each other.
    for (const id of [ticketId, target_ticket_id].sort()) {
      const row = await lockTicket(tx, id);
      if (row !== undefined) tickets.set(id, row);
    }
    const [source, target] = [tickets.get(ticketId), tickets.get(target_ticket_id)];
    if (source === undefined) throw notFound('Ticket');
    if (target === undefined) throw invalidField('target_ticket_id', 'is not a ticket of this tenant', 'unknown_reference');
    if (target.client_id !== source.client_id) throw invalidField('target_ticket_id', 'is a ticket of another client', 'foreign_reference');
    assertNotMerged(source);
    assertNotMerged(target);
    const comments = await requireMovable(tx, ticketId, comment_ids);
    if (comments.some(({ is_internal }) => !is_internal) && (await findSomebodyElses(tx, [source], target)) !== undefined)
      throw invalidField('target_ticket_id', SOMEBODY_ELSES, 'foreign_reference');
    await moveLocked(tx, source, target, comments);
  });
}

/**
 * Opens a ticket for some of the comments of another one, which follow it there.
 * @returns its id
 * @throws NOT_FOUND, VALIDATION_ERROR, CONFLICT when the ticket was merged
 */
export async function splitTicket(db: Db, ports: Ports, ticketId: string, { comment_ids, ...given }: SplitTicket): Promise<string> {
  const known = await findTicket(db, ticketId);
  if (known === undefined) throw notFound('Ticket');
  const { channel_id, client_id, contact_name_id, location_id, category_id, subcategory_id, assigned_to, assigned_team_id } = known;
  const ticket: NewTicket = {
    channel_id,
    client_id,
    contact_name_id,
    location_id,
    category_id,
    subcategory_id,
    assigned_to,
    assigned_team_id,
    ...(known.priority_id !== null && { priority_id: known.priority_id }),
    source: 'split',
    ...given,
  };
  await prepareTicket(db, ports, { ...given, client_id: null, title: given.title });
  return db.transaction(async (tx) => {
    const source = await lockTicket(tx, ticketId);
    if (source === undefined) throw notFound('Ticket');
    assertNotMerged(source);
    const target = await openTicket(tx, ticket, { related_ticket_id: ticketId, withoutPriority: true });
    await moveLocked(tx, source, target, await requireMovable(tx, ticketId, comment_ids));
    return target.ticket_id;
  });
}

/** Finds comments of a ticket that can be moved. @throws VALIDATION_ERROR naming the one that cannot */
async function requireMovable(tx: Tx, ticketId: string, commentIds: readonly string[]): Promise<MovableComment[]> {
  const comments = await findMovable(tx, ticketId, [...new Set(commentIds)]);
  const unknown = commentIds.findIndex((id) => comments.every(({ comment_id }) => comment_id !== id));
  if (unknown >= 0) throw invalidField(['comment_ids', unknown], 'is not a comment of the ticket', 'unknown_reference');
  return comments;
}

async function moveLocked(tx: Tx, source: TicketRecord, target: TicketRecord, comments: readonly MovableComment[]): Promise<void> {
  const ids = comments.map(({ comment_id }) => comment_id);
  await moveCommentRows(tx, source.ticket_id, target.ticket_id, ids);
  const [moved, shown] = [comments.length, comments.filter(({ is_internal }) => !is_internal).length];
  const change = async (ticket: TicketRecord, sign: 1 | -1, action: string) => {
    const row = await updateTicketRow(tx, ticket.ticket_id, {
      comment_count: ticket.comment_count + sign * moved,
      public_comment_count: ticket.public_comment_count + sign * shown,
      updated_by: personOf(tx),
    });
    const other = sign === 1 ? source.ticket_number : target.ticket_number;
    addHistory(tx, row.ticket_id, action, {
      comment_ids: { previous: null, new: ids },
      ticket_number: { previous: null, new: other },
    });
    const status = await findStatus(tx, row.status_id);
    emit(tx, ticketEvents.updated, { ...factsOf(row, status?.name ?? ''), changed: ['comments'] }, row.version);
  };
  await change(source, -1, 'comments_moved_away');
  await change(target, 1, 'comments_moved_here');
}
