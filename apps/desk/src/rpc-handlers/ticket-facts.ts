import { ticketRpc } from '@psa/contracts-desk';
import { tenantRpcHandler } from '@psa/events-kit';
import type { Ports } from '../desk-app.ts';
import { findTicket } from '../resources/ticket/ticket.records.ts';
import { factsOf } from '../resources/ticket/ticket.view.ts';
import type { Tables } from '../tables.ts';

/** Asked by services that are given the id of a ticket they have not heard of. */
export const getTicketFacts = tenantRpcHandler<typeof ticketRpc.getTicketFacts, Tables, Ports>(
  ticketRpc.getTicketFacts,
  async ({ ticket_id }, db) => {
    const row = await findTicket(db, ticket_id);
    return { ticket: row === undefined ? null : { ...factsOf(row, row.names.status_name), version: row.version } };
  },
);

/** Asked before a client is deleted. */
export const countTicketsOfClient = tenantRpcHandler<typeof ticketRpc.countTicketsOfClient, Tables, Ports>(
  ticketRpc.countTicketsOfClient,
  ({ client_id }, db) =>
    db
      .selectFrom('tickets')
      .select((eb) => eb.fn.countAll<number>().as('tickets'))
      .where('client_id', '=', client_id)
      .executeTakeFirstOrThrow(),
);

/** Asked before a contact is deleted. */
export const countTicketsOfContact = tenantRpcHandler<typeof ticketRpc.countTicketsOfContact, Tables, Ports>(
  ticketRpc.countTicketsOfContact,
  ({ contact_name_id }, db) =>
    db
      .selectFrom('tickets')
      .select((eb) => eb.fn.countAll<number>().as('tickets'))
      .where('contact_name_id', '=', contact_name_id)
      .executeTakeFirstOrThrow(),
);
