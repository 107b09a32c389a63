import { ticketRpc } from '@psa/contracts-desk';
import { callRpc, type Broker, isNoResponders } from '@psa/events-kit';
import type { TicketDirectory } from '../ports/ticket-directory.ts';

/** Asks the desk service over NATS. */
export function ticketDirectory(broker: Broker): TicketDirectory {
  return {
    async find({ tenant, actor, correlationId }, ticketId) {
      try {
        const { ticket } = await callRpc(broker, ticketRpc.getTicketFacts, { ticket_id: ticketId }, { tenant, actor, correlationId });
        return ticket;
      } catch (error) {
        if (isNoResponders(error)) return 'unavailable';
        throw error;
      }
    },
  };
}
