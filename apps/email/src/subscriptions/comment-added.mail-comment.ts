import { ticketCommentEvents } from '@psa/contracts-desk';
import { on, subscription } from '@psa/events-kit';
import { wakeWorker } from '@psa/work-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Ports } from '../email-app.ts';
import { outboundQueue } from '../resources/outbound/outbound.queue.ts';
import type { Tables } from '../tables.ts';

/** Mails public comments of staff to the people of the ticket. */
export const mailAddedComments = subscription<Tables, Ports>(
  'email-added-comments',
  on(ticketCommentEvents.added, async (tx, { data }) => {
    const { ticket_id, comment_id, is_internal, by_mail, author_type, author_id } = data;
    if (is_internal || author_type === 'client') return;
    outboundQueue.add(tx, [{ job_id: uuidv7(), payload: { ticket_id, comment_id, by_mail, by_program: author_id === null } }]);
    tx.afterCommit(() => wakeWorker(outboundQueue.table));
  }),
);
