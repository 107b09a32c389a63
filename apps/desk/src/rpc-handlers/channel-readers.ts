import { ticketRpc } from '@psa/contracts-desk';
import { tenantRpcHandler } from '@psa/events-kit';
import type { Ports } from '../desk-app.ts';
import { hiddenChannels, limitedChannels } from '../resources/channel/channel.access.ts';
import { findReach } from '../resources/ticket/ticket.records.ts';
import type { Tables } from '../tables.ts';

/** Asked by services that show something of tickets to staff. */
export const listHiddenChannels = tenantRpcHandler<typeof ticketRpc.listHiddenChannels, Tables, Ports>(
  ticketRpc.listHiddenChannels,
  async ({ user_id }, db) => {
    const channel_ids = await hiddenChannels(db, user_id);
    return { channel_ids, is_limited: channel_ids.length > 0 || (await limitedChannels(db)).length > 0 };
  },
);

/** Asked where an id is all there is of a ticket, as in most events. */
export const listChannelsOfTickets = tenantRpcHandler<typeof ticketRpc.listChannelsOfTickets, Tables, Ports>(
  ticketRpc.listChannelsOfTickets,
  async ({ ticket_ids }, db) => ({
    tickets:
      ticket_ids.length === 0 ? [] : (await findReach(db, ticket_ids)).map(({ ticket_id, channel_id }) => ({ ticket_id, channel_id })),
  }),
);
