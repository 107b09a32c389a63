import { ticketEvents } from '@psa/contracts-desk';
import { keepCopy, on, subscription } from '@psa/events-kit';
import type { Ports } from '../assets-app.ts';
import { ticketReplica } from '../replicas/ticket-replica.ts';
import { unlinkDeletedTicket } from '../resources/ticket-link/ticket-link.actions.ts';
import type { Tables } from '../tables.ts';

/** Keeps the copies that an asset's tickets are shown with, and takes deleted tickets off their assets. */
export const keepTicketReplica = subscription<Tables, Ports>(
  'assets-ticket-replica',
  // The desk has had the ticket linked before it opened it: linking it here as well would bring back a link that was taken away since.
  keepCopy(ticketEvents.created, ticketReplica),
  keepCopy(ticketEvents.updated, ticketReplica),
  keepCopy(ticketEvents.closed, ticketReplica),
  on(ticketEvents.deleted, async (tx, { data, aggregateversion: version }) => {
    await ticketReplica.forget(tx, data, version);
    await unlinkDeletedTicket(tx, data.ticket_id);
  }),
);
