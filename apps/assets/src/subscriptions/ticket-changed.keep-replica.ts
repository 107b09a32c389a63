import { ticketEvents } from '@psa/contracts-desk';
import { on, subscription } from '@psa/events-kit';
import type { Ports } from '../assets-app.ts';
import { ticketReplica } from '../replicas/ticket-replica.ts';
import { linkNewTicket, unlinkDeletedTicket } from '../resources/ticket-link/ticket-link.actions.ts';
import type { Tables } from '../tables.ts';

/** Keeps the copies that an asset's tickets are shown with, and the links in step with the tickets. */
export const keepTicketReplica = subscription<Tables, Ports>(
  'assets-ticket-replica',
  on(ticketEvents.created, async (tx, { data, aggregateversion: version }) => {
    await ticketReplica.keep(tx, data, version);
    if (data.asset_id !== null) await linkNewTicket(tx, data.asset_id, data.ticket_id);
  }),
  on(ticketEvents.updated, (tx, { data, aggregateversion: version }) => ticketReplica.keep(tx, data, version)),
  on(ticketEvents.closed, (tx, { data, aggregateversion: version }) => ticketReplica.keep(tx, data, version)),
  on(ticketEvents.deleted, async (tx, { data, aggregateversion: version }) => {
    await ticketReplica.forget(tx, data, version);
    await unlinkDeletedTicket(tx, data.ticket_id);
  }),
);
