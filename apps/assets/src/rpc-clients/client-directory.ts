import { clientRpc } from '@psa/contracts-clients';
import { callRpc, type Broker } from '@psa/events-kit';
import type { ClientDirectory } from '../ports/client-directory.ts';

/** Asks the clients service over NATS. */
export function clientDirectory(broker: Broker): ClientDirectory {
  return {
    async find({ tenant, actor, correlationId }, clientId) {
      const { client } = await callRpc(broker, clientRpc.getClientFacts, { client_id: clientId }, { tenant, actor, correlationId });
      return client;
    },
  };
}
