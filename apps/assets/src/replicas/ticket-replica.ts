import { notFound } from '@psa/contract-kit';
import { Replica } from '@psa/postgres-kit';
import type { Db } from '../assets-app.ts';
import type { TicketDirectory } from '../ports/ticket-directory.ts';
import type { TicketCopy } from './replica.tables.ts';

export const ticketReplica = new Replica<TicketCopy, 'ticket_id'>({
  table: 'ticket_replicas',
  key: 'ticket_id',
  unknown: {
    ticket_number: null,
    title: null,
    status_id: null,
    status_name: null,
    is_closed: true,
    priority_id: null,
    assigned_to: null,
    client_id: null,
    channel_id: null,
    entered_at: null,
    updated_at: null,
  },
  called: 'a ticket of this tenant',
});

/**
 * Checks that a ticket exists. Where the product runs without a desk service, any id will do.
 * @param tickets asked only when no copy is here
 * @throws NOT_FOUND
 */
export async function requireTicket(db: Db, tickets: TicketDirectory, ticketId: string): Promise<void> {
  let isUnavailable = false;
  const ticket = await ticketReplica.findOrAsk(db, ticketId, async () => {
    const facts = await tickets.find(db.context, ticketId);
    isUnavailable = facts === 'unavailable';
    return facts === 'unavailable' ? null : facts;
  });
  if (ticket === undefined && !isUnavailable) throw notFound('Ticket');
}
