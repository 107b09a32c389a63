import { ApiError, entityCommands } from '@psa/contract-kit';
import { clientQuestions } from '@psa/contracts-clients';
import { ticketQuestions } from '@psa/contracts-desk';
import { ask, type Broker, nobodyThere } from '@psa/events-kit';
import type { Cause } from '@psa/postgres-kit';
import type { EntityServices } from '../ports/entity-services.ts';

/** Asks the owners over NATS. */
export function entityServices(broker: Broker): EntityServices {
  const askedBy = ({ tenant, actor, correlationId }: Cause) => ({ tenant, actor, correlationId });
  return {
    async command(cause, service, command, timeoutMs) {
      try {
        return await ask(broker, entityCommands(service).command, command, askedBy(cause), timeoutMs);
      } catch (error) {
        if (nobodyThere(error)) throw new ApiError('SERVICE_UNAVAILABLE', `The ${service} service takes no commands here: nobody answers`);
        throw error;
      }
    },
    async facts(cause, entityType, entityId) {
      if (entityType === 'client') return (await ask(broker, clientQuestions.getClientFacts, { client_id: entityId }, askedBy(cause))).client;
      return (await ask(broker, ticketQuestions.getTicketFacts, { ticket_id: entityId }, askedBy(cause))).ticket;
    },
  };
}
