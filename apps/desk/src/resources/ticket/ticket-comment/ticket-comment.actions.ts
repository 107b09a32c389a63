import { ApiError, conflict, invalidField, notFound } from '@psa/contract-kit';
import { type CreateTicketComment, ticketCommentEvents, type UpdateTicketComment } from '@psa/contracts-desk';
import { emit } from '@psa/events-kit';
import { changedMembers } from '@psa/postgres-kit';
import type { Db, Tx } from '../../../desk-app.ts';
import { defaultChannel, holdChannel } from '../../channel/channel.records.ts';
import { findStatuses } from '../../ticket-status/ticket-status.records.ts';
import { assertNotMerged, assertSuppression, notifiesOf, writeChanges } from '../ticket-change.actions.ts';
import { followComment } from '../comment-documents.actions.ts';
import { openTicket } from '../ticket.actions.ts';
import { personOf } from '../acting-person.ts';
import { findPortalContact } from '../portal-contact.records.ts';
import { findReadable } from '../ticket.access.ts';
import {
  addHistory,
  isPortal,
  lockTarget,
  lockTicket,
  type PortalScope,
  type TicketRecord,
  type TicketScope,
  updateTicketRow,
  visibleTo,
} from '../ticket.records.ts';
import { type CommentRecord, findComment, type NewComment } from './ticket-comment.records.ts';
import { commentFacts, writeComment } from './write-comment.actions.ts';

/** A comment that was added: to the ticket, to the one that became part of, or to a new one that was opened for it. */
export interface AddedComment {
  readonly ticketId: string;
  readonly commentId: string;
  readonly isFollowUp?: boolean;
}

/**
 * Adds a comment to a ticket. What the client writes on one that was closed too long ago opens a new ticket, linked to it.
 * @param scope what the writer may see; all tickets when undefined
 * @throws NOT_FOUND, VALIDATION_ERROR, CONFLICT when the ticket was merged
 */
export async function addComment(db: Db, ticketId: string, input: CreateTicketComment, scope?: TicketScope): Promise<AddedComment> {
  assertMayAdd(input, scope);
  return db.transaction((tx) => addCommentIn(tx, ticketId, input, scope));
}

/** @throws VALIDATION_ERROR for members that portal users, or all users, may not send */
export function assertMayAdd(input: CreateTicketComment, scope?: TicketScope): void {
  assertSuppression(input);
  if (!isPortal(scope)) return;
  const isGiven = {
    is_internal: input.is_internal,
    is_resolution: input.is_resolution,
    time_spent: typeof input.time_spent === 'number',
    to_children: input.to_children === true,
    time_entry: input.time_entry !== undefined,
  };
  const member = Object.entries(isGiven).find(([, given]) => given)?.[0];
  if (member !== undefined) throw invalidField(member, 'is for staff alone', 'staff_only');
}

/** Adds a comment that was checked. @throws NOT_FOUND, VALIDATION_ERROR, CONFLICT when the ticket was merged */
export async function addCommentIn(tx: Tx, ticketId: string, input: CreateTicketComment, scope?: TicketScope): Promise<AddedComment> {
  const portal = isPortal(scope);
  const ticket = await (portal ? lockAnswered(tx, ticketId, scope) : lockTicket(tx, ticketId));
  if (ticket === undefined) throw notFound('Ticket');
  assertNotMerged(ticket);
  const { ticket_id } = ticket;
  const parent = !input.parent_comment_id ? undefined : await requireParentComment(tx, ticket_id, input.parent_comment_id, portal);
  const content: Omit<NewComment, 'ticket_id'> = {
    comment_text: input.comment_text,
    is_internal: parent?.is_internal ?? input.is_internal,
    is_resolution: input.is_resolution,
    time_spent: input.time_spent ?? minutesOf(input.time_entry),
    author_type: portal ? 'client' : 'internal',
    created_by: personOf(tx),
    ...(portal && { contact_id: await findPortalContact(tx, scope) }),
    metadata: input.metadata ?? {},
    notifies: portal ? 'everyone' : notifiesOf(input),
    parent_comment_id: parent?.comment_id ?? null,
    ...(parent !== undefined && { thread_id: parent.thread_id ?? parent.comment_id }),
  };
  const current = portal && ticket.is_closed ? await reopen(tx, ticket) : ticket;
  if (current === undefined) return openFollowUp(tx, ticket, content);
  const { comment_id } = await writeComment(tx, current, content);
  if (input.to_children === true) await copyToChildren(tx, ticket_id, content, scope);
  return { ticketId: ticket_id, commentId: comment_id };
}

/** Locks the ticket that people of the client answer: the one theirs became part of, where they see that. */
async function lockAnswered(tx: Tx, ticketId: string, scope: PortalScope): Promise<TicketRecord | undefined> {
  const target = await lockTarget(tx, ticketId);
  if (target === undefined || target.ticket_id === ticketId) return target;
  const reach = await findReadable(tx, target.ticket_id, { ...scope, sharedChannels: [] });
  return reach === undefined ? lockTicket(tx, ticketId) : target;
}

function minutesOf(entry: CreateTicketComment['time_entry']): number | null {
  return entry === undefined ? null : Math.max(0, Math.floor((Date.parse(entry.end_time) - Date.parse(entry.start_time)) / 60_000));
}

/** Opens a ticket for what the client writes on one that stays closed: in its channel, or in one that it sees once that is inactive. */
async function openFollowUp(tx: Tx, ticket: TicketRecord, content: Omit<NewComment, 'ticket_id'>): Promise<AddedComment> {
  const { title, client_id, contact_name_id, location_id, category_id, subcategory_id, priority_id } = ticket;
  const { is_inactive } = await holdChannel(tx, ticket.channel_id);
  const channel_id = (is_inactive ? await defaultChannel(tx, { forClient: true }) : undefined) ?? ticket.channel_id;
  const followUp = await openTicket(
    tx,
    {
      title,
      channel_id,
      client_id,
      contact_name_id: contact_name_id ?? content.contact_id,
      location_id,
      ...(channel_id === ticket.channel_id && { category_id, subcategory_id }),
      ...(priority_id !== null && { priority_id }),
      description: content.comment_text,
      source: 'portal',
    },
    { related_ticket_id: ticket.ticket_id, withoutPriority: true },
  );
  const { parent_comment_id: _, thread_id: __, ...first } = content;
  const { comment_id } = await writeComment(tx, followUp, first);
  return { ticketId: followUp.ticket_id, commentId: comment_id, isFollowUp: true };
}

async function requireParentComment(tx: Tx, ticketId: string, commentId: string, portal: boolean): Promise<CommentRecord> {
  const row = await tx.selectFrom('ticket_comments').selectAll().where('comment_id', '=', commentId).executeTakeFirst();
  if (row === undefined || (portal && row.is_internal)) throw notFound('Parent comment');
  if (row.ticket_id !== ticketId) throw invalidField('parent_comment_id', 'is a comment of another ticket', 'foreign_reference');
  if (row.deleted_at !== null) throw invalidField('parent_comment_id', 'was deleted', 'deleted_reference');
  return row;
}

/** Max child tickets a comment is copied to. */
const MAX_COPIES = 200;

/** Copies a comment to the child tickets that its writer sees. The time it took stays with the parent alone. @throws CONFLICT */
async function copyToChildren(
  tx: Tx,
  ticketId: string,
  content: Omit<NewComment, 'ticket_id'>,
  scope: TicketScope | undefined,
): Promise<void> {
  const children = await tx
    .selectFrom('tickets')
    .selectAll()
    .where('parent_ticket_id', '=', ticketId)
    .where('merged_into', 'is', null)
    .$if(scope !== undefined, (found) => found.where(visibleTo(scope as TicketScope)))
    .orderBy('ticket_id')
    .limit(MAX_COPIES + 1)
    .forUpdate()
    .execute();
  if (children.length > MAX_COPIES) throw conflict(`A comment is copied to ${MAX_COPIES} child tickets at most`);
  const { thread_id: _, parent_comment_id: __, ...copy } = content;
  for (const child of children) await writeComment(tx, child, { ...copy, time_spent: null });
}

/**
 * Opens a closed ticket again because somebody answers.
 * @param isUnlimited whether it may have been closed longer ago than its channel allows
 * @returns undefined when it stays closed
 */
export async function reopen(tx: Tx, ticket: TicketRecord, { isUnlimited = false } = {}): Promise<TicketRecord | undefined> {
  const [channel, statuses] = await Promise.all([holdChannel(tx, ticket.channel_id), findStatuses(tx, ticket.channel_id)]);
  const closedFor = ticket.closed_at === null ? 0 : Date.now() - Date.parse(ticket.closed_at);
  if (!isUnlimited && channel.reopen_days !== null && closedFor > channel.reopen_days * 86_400_000) return undefined;
  const open = statuses.filter(({ is_closed }) => !is_closed);
  const status = open.find(({ is_default }) => is_default) ?? open[0];
  if (status === undefined) return undefined;
  return writeChanges(tx, ticket, { status_id: status.status_id, is_closed: false }, { channel, status, action: 'reopened' });
}

/** Changes a comment. @throws NOT_FOUND, FORBIDDEN unless it is the caller's own, CONFLICT when it was deleted */
export function updateComment(db: Db, ticketId: string, commentId: string, input: UpdateTicketComment, scope?: PortalScope): Promise<void> {
  if (scope !== undefined && (input.is_internal === true || input.is_resolution === true || typeof input.time_spent === 'number'))
    throw invalidField('is_internal', 'is for staff alone', 'staff_only');
  return db.transaction(async (tx) => {
    const { ticket, comment } = await lockOwnComment(tx, ticketId, commentId, scope);
    const changes = changedMembers(comment, input) as Partial<CommentRecord>;
    if (Object.keys(changes).length === 0) return;
    const after = await tx
      .updateTable('ticket_comments')
      .set({ ...(changes as object), updated_at: new Date().toISOString() })
      .where('comment_id', '=', commentId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const shown = Number(!after.is_internal) - Number(!comment.is_internal);
    const row = await updateTicketRow(tx, ticketId, {
      public_comment_count: ticket.public_comment_count + shown,
      updated_by: personOf(tx),
    });
    addHistory(tx, ticketId, 'comment_updated', {
      comment_text: { previous: comment.comment_text, new: after.comment_text },
      is_internal: { previous: comment.is_internal, new: after.is_internal },
    });
    emit(tx, ticketCommentEvents.updated, commentFacts(after, row), row.version);
    if (after.is_internal !== comment.is_internal) await followComment(tx, row, commentId, after.is_internal);
  });
}

/** Deletes a comment; its place in the thread stays, and its documents with staff. @throws NOT_FOUND, FORBIDDEN unless it is the caller's own, CONFLICT when it was deleted */
export function deleteComment(db: Db, ticketId: string, commentId: string, scope?: PortalScope): Promise<void> {
  return db.transaction(async (tx) => {
    const { ticket, comment } = await lockOwnComment(tx, ticketId, commentId, scope);
    await tx
      .updateTable('ticket_comments')
      .set({ deleted_at: new Date().toISOString(), is_resolution: false })
      .where('comment_id', '=', commentId)
      .execute();
    const row = await updateTicketRow(tx, ticketId, {
      comment_count: ticket.comment_count - 1,
      ...(!comment.is_internal && { public_comment_count: ticket.public_comment_count - 1 }),
      updated_by: personOf(tx),
    });
    addHistory(tx, ticketId, 'comment_deleted', { comment_text: { previous: comment.comment_text, new: null } });
    emit(tx, ticketCommentEvents.deleted, commentFacts(comment, row), row.version);
    await followComment(tx, row, commentId, true);
  });
}

async function lockOwnComment(tx: Tx, ticketId: string, commentId: string, scope: PortalScope | undefined) {
  const ticket = await lockTicket(tx, ticketId);
  const comment = ticket && (await findComment(tx, ticketId, commentId));
  if (ticket === undefined || comment === undefined || (scope !== undefined && comment.is_internal)) throw notFound('Comment');
  if (comment.created_by === null || comment.created_by !== personOf(tx))
    throw new ApiError('FORBIDDEN', 'Permission denied: only the author may change a comment');
  if (comment.deleted_at !== null) throw conflict('The comment was deleted');
  assertNotMerged(ticket);
  return { ticket, comment };
}
