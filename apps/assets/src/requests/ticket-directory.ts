import { ticketQuestions } from '@psa/contracts-desk';
import { ask, type Broker, nobodyThere } from '@psa/events-kit';
import type { TicketDirectory } from '../ports/ticket-directory.ts';

/** Asks the desk service over NATS. */
export function ticketDirectory(broker: Broker): TicketDirectory {
  return {
    async find({ tenant, actor, correlationId }, ticketId) {
      try {
        const { ticket } = await ask(broker, ticketQuestions.getTicketFacts, { ticket_id: ticketId }, { tenant, actor, correlationId });
        return ticket;
      } catch (error) {
        if (nobodyThere(error)) return 'unasked';
        throw error;
      }
    },
  };
}
