import { channelsOfTickets, HiddenChannels, ticketRpc } from '@psa/contracts-desk';
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
    remembered: (context, caller) => hidden.remembered(context, caller),
    channelsOf: ({ tenant, actor, correlationId }, ticketIds) =>
      channelsOfTickets(ticketIds, (ticket_ids) =>
        callRpc(broker, ticketRpc.listChannelsOfTickets, { ticket_ids }, { tenant, actor, correlationId }),
      ),
  };
}
