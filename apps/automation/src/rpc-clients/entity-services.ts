import { ApiError, entityCommandRpc, entityQueryRpc } from '@psa/contract-kit';
import { clientRpc } from '@psa/contracts-clients';
import { ticketRpc } from '@psa/contracts-desk';
import { callRpc, type Broker, hasResponders, isNoResponders } from '@psa/events-kit';
import type { RequestContext } from '@psa/postgres-kit';
import type { EntityServices } from '../ports/entity-services.ts';

/** Asks the owners over NATS. */
export function entityServices(broker: Broker): EntityServices {
  const identityOf = ({ tenant, actor, correlationId }: RequestContext) => ({ tenant, actor, correlationId });
  return {
    async command(context, service, command, timeoutMs) {
      try {
        return await callRpc(broker, entityCommandRpc(service).command, command, identityOf(context), timeoutMs);
      } catch (error) {
        if (isNoResponders(error))
          throw new ApiError('SERVICE_UNAVAILABLE', `The ${service} service takes no commands here: nobody answers`);
        throw error;
      }
    },
    takesCommands: (service) => hasResponders(broker, entityCommandRpc(service).command),
    async query(context, service, query) {
      const { reply } = await callRpc(broker, entityQueryRpc(service).query, query, identityOf(context));
      return reply;
    },
    async facts(context, entityType, entityId) {
      if (entityType === 'client')
        return (await callRpc(broker, clientRpc.getClientFacts, { client_id: entityId }, identityOf(context))).client;
      return (await callRpc(broker, ticketRpc.getTicketFacts, { ticket_id: entityId }, identityOf(context))).ticket;
    },
  };
}
