import { randomUUID } from 'node:crypto';
import type { CreateTicketComment } from '@psa/contracts-desk';
import type { Db, Ports } from '../../../desk-app.ts';
import type { PortalScope } from '../ticket.records.ts';
import { type AddedComment, addComment } from './ticket-comment.actions.ts';

/** Max characters of a comment that become the notes of its time entry. */
const MAX_NOTES = 500;

/**
 * Adds a comment together with the time it took: both or neither. The time is logged first, because it can be taken back.
 * @throws NOT_FOUND, VALIDATION_ERROR naming the member of `time_entry`, CONFLICT, SERVICE_UNAVAILABLE when no time can be logged
 */
export async function addCommentWithTime(
  db: Db,
  ports: Ports,
  ticketId: string,
  input: CreateTicketComment,
  scope?: PortalScope,
): Promise<AddedComment & { readonly entryId?: string }> {
  const { time_entry: entry } = input;
  if (entry === undefined || scope !== undefined) return addComment(db, ticketId, input, scope);
  const notes = entry.notes ?? input.comment_text.slice(0, MAX_NOTES);
  const entryId = await ports.timeEntries.create(db.context, { ...entry, ticket_id: ticketId, notes }, randomUUID());
  try {
    return { ...(await addComment(db, ticketId, input)), entryId };
  } catch (error) {
    await ports.timeEntries.delete(db.context, entryId);
    throw error;
  }
}
