import { HiddenChannels, MAX_TICKETS_ASKED, ticketRpc } from '@psa/contracts-desk';
import { type Broker, callRpc } from '@psa/events-kit';
import type { RequestContext } from '@psa/postgres-kit';
import type { TicketChannels } from '../ports/ticket-channels.ts';

/** Asks the desk over NATS. */
export function ticketChannels(broker: Broker): TicketChannels {
  const hidden = new HiddenChannels<RequestContext>(({ tenant, actor, correlationId }, user_id) =>
    callRpc(broker, ticketRpc.listHiddenChannels, { user_id }, { tenant, actor, correlationId }),
  );
  return {
    hiddenFrom: (context, caller) => hidden.hiddenFrom(context, caller),
    async channelsOf({ tenant, actor, correlationId }, ticketIds) {
      const ids = [...new Set(ticketIds)];
      const channels = new Map<string, string>();
      for (let start = 0; start < ids.length; start += MAX_TICKETS_ASKED) {
        const ticket_ids = ids.slice(start, start + MAX_TICKETS_ASKED);
        const { tickets } = await callRpc(broker, ticketRpc.listChannelsOfTickets, { ticket_ids }, { tenant, actor, correlationId });
        for (const { ticket_id, channel_id } of tickets) channels.set(ticket_id, channel_id);
      }
      return channels;
    },
  };
}
