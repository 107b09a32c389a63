import type { Tx } from '../../desk-app.ts';
import { publishDocument } from './ticket-document/ticket-document.actions.ts';
import { setVisibilityOfComment } from './ticket-document/ticket-document.records.ts';
import { addHistory, type TicketRecord } from './ticket.records.ts';

/**
 * Has the documents of a comment be as visible as it is.
 * @param ticket the ticket after the change of the comment
 */
export async function followComment(tx: Tx, ticket: TicketRecord, commentId: string, isInternal: boolean): Promise<void> {
  for (const row of await setVisibilityOfComment(tx, ticket.ticket_id, commentId, isInternal)) {
    addHistory(tx, ticket.ticket_id, 'document_updated', {
      document_name: { previous: row.document_name, new: row.document_name },
      is_internal: { previous: !isInternal, new: isInternal },
    });
    publishDocument(tx, 'updated', row, ticket);
  }
}
