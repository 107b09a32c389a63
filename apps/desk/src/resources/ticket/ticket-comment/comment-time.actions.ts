import { notFound } from '@psa/contract-kit';
import type { CreateTicketComment } from '@psa/contracts-desk';
import type { Db, Ports } from '../../../desk-app.ts';
import { withTimeEntry } from '../../outside-step/outside-step.actions.ts';
import { assertNotMerged } from '../ticket-change.actions.ts';
import { isPortal, lockTicket, type TicketScope } from '../ticket.records.ts';
import { type AddedComment, addComment, addCommentIn, assertMayAdd } from './ticket-comment.actions.ts';

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
  scope?: TicketScope,
): Promise<AddedComment & { readonly entryId?: string }> {
  const { time_entry: entry } = input;
  if (entry === undefined || isPortal(scope)) return addComment(db, ticketId, input, scope);
  assertMayAdd(input);
  const notes = entry.notes ?? input.comment_text.slice(0, MAX_NOTES);
  return withTimeEntry(
    db,
    ports,
    { ...entry, ticket_id: ticketId, notes },
    {
      check: async (tx) => {
        const ticket = await lockTicket(tx, ticketId);
        if (ticket === undefined) throw notFound('Ticket');
        assertNotMerged(ticket);
      },
      write: async (tx, entryId) => ({ ...(await addCommentIn(tx, ticketId, input, scope)), entryId }),
    },
  );
}
